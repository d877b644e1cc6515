import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  endEvent,
  readEventFields,
  splitEvents,
  withLineFeed,
  withoutLines,
  writeEvent,
} from '../../../src/shared/json/sse.ts';
import { chunked, chunkSizes } from './json-arbitraries.ts';
import { readStream, type Dispatched } from './read-stream.ts';

interface Split {
  readonly events: readonly Buffer[];
  readonly rest: Buffer | null;
}

function split(text: string, sizes: readonly number[] = []): Split {
  const splitter = splitEvents();
  const events = chunked(Buffer.from(text), sizes).flatMap((chunk) => splitter.push(chunk));
  return { events, rest: splitter.rest() };
}

/** What a client would see of these events: it never sees those without data. */
const reported = (events: readonly Buffer[]): Dispatched[] =>
  events
    .map(readEventFields)
    .flatMap(({ name, data }) => (data === null ? [] : [{ name: name === '' ? null : name, data }]));

const lineEnds = fc.constantFrom('\n', '\r', '\r\n');
const line = fc.oneof(
  fc.constantFrom(
    '',
    '',
    'data',
    'data:',
    'data: x',
    'data:x',
    'data:  two',
    'event: ping',
    'event:',
    'event',
    ': comment',
    ':',
  ),
  fc.constantFrom(
    'id: 7',
    'retry: 9',
    'data : x',
    ' data: x',
    'Data: x',
    'dat',
    'data: {"a":"b: c"}',
    'data: [DONE]',
    'data: 👋 é',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => `data: ${text.replaceAll(/[\r\n\uFEFF]/g, '')}`),
);
const lines = (end: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(fc.tuple(line, end), { maxLength: 12 }).map((parts) => parts.flat().join(''));
const streams = fc
  .tuple(
    fc.constantFrom('', '\uFEFF'),
    fc.oneof(lines(lineEnds), lines(fc.constant('\n')), lines(fc.constant('\r\n'))),
    line,
  )
  .map((parts) => parts.join(''));

describe('a stream that is split into events', () => {
  it('is its events and the rest, to the byte, however it is cut', () => {
    fc.assert(
      fc.property(streams, chunkSizes, (text, sizes) => {
        const { events, rest } = split(text, sizes);
        expect(Buffer.concat([...events, ...(rest ? [rest] : [])]).toString()).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  it('says what the standard says that it says, however it is cut', () => {
    fc.assert(
      fc.property(streams, chunkSizes, (text, sizes) => {
        expect(reported(split(text, sizes).events)).toEqual(readStream(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('ends an event at its blank line at once, without waiting for what comes next', () => {
    const splitter = splitEvents();
    expect(splitter.push(Buffer.from('data: 1\n\n'))).toHaveLength(1);
    expect(splitter.push(Buffer.from('data: 2\r\r'))).toHaveLength(1);
    expect(splitter.push(Buffer.from('data: 3\r\n\r'))).toHaveLength(1);
    expect(splitter.push(Buffer.from('\ndata: 4\r\n'))).toHaveLength(0);
    expect(splitter.push(Buffer.from('\r\n')).map(String)).toEqual(['\ndata: 4\r\n\r\n']);
  });

  it('leaves what has no blank line behind it, once', () => {
    const splitter = splitEvents();
    splitter.push(Buffer.from('data: 1\n\ndata: 2\n'));
    expect(splitter.open.length).toBe(8);
    expect(splitter.rest()?.toString()).toBe('data: 2\n');
    expect(splitter.rest()).toBeNull();
    expect(splitter.open.length).toBe(0);
  });

  it('gives no event for blank lines alone', () => {
    expect(split('\n\r\n\n: comment\n\n\ndata: 1\n\n').events.map(String)).toEqual([
      '\n\r\n\n: comment\n\n',
      '\ndata: 1\n\n',
    ]);
  });

  it('gives views of a chunk that holds whole events, not copies', () => {
    const chunk = Buffer.from('data: 1\n\ndata: 2\n\n');
    for (const event of splitEvents().push(chunk)) expect(event.buffer).toBe(chunk.buffer);
  });

  it('reads an event of 40 MB in chunks of 1 KB by joining them once', () => {
    // Joined at every chunk it would take minutes, more than a test may.
    const piece = Buffer.from('x'.repeat(1024));
    const splitter = splitEvents();
    splitter.push(Buffer.from('data: '));
    for (let size = 0; size < 40_000_000; size += piece.length) splitter.push(piece);
    const [event] = splitter.push(Buffer.from('\n\n'));
    expect(event?.length).toBeGreaterThan(40_000_000);
  });
});

describe('the fields of an event', () => {
  it.each([
    ['data: {"a":1}\n\n', null, '{"a":1}'],
    ['data: a\r\n\r\n', null, 'a'],
    ['data: a\rdata: b\r\r', null, 'a\nb'],
    ['data: a\n\ndata: b\n\n', null, 'a\nb'],
    ['data:a\n\n', null, 'a'],
    ['data:  a\n\n', null, ' a'],
    ['data\n\n', null, ''],
    ['event: x\ndata: a\n\n', 'x', 'a'],
    ['event: x\nevent: y\ndata: a\n\n', 'y', 'a'],
    ['\uFEFFdata: a\n\n', null, 'a'],
    ['data: a\n\uFEFFdata: b\n\n', null, 'a'],
    ['data: a', null, 'a'],
    ['data: a\n', null, 'a'],
    [': only a comment\n\n', null, null],
    ['data_x: a\n\n', null, null],
    ['', null, null],
  ])('of %j are %j and %j', (text, name, data) => {
    expect(readEventFields(Buffer.from(text))).toMatchObject({ name, data });
  });

  it('come back from what is written', () => {
    fc.assert(
      fc.property(fc.option(fc.constantFrom('error', 'response.failed')), fc.json(), (name, data) => {
        const bytes = writeEvent(name, data);
        expect(readEventFields(bytes)).toEqual({ name, data, hasMore: false });
        expect(splitEvents().push(bytes).map(String)).toEqual([bytes.toString()]);
      }),
    );
  });
});

describe('the lines of an event other than its data', () => {
  const without = (event: string): string =>
    withoutLines(Buffer.from(event, 'latin1'), (each) => each === ': ok' || each.startsWith('event')).toString(
      'latin1',
    );

  it.each([
    ['event: x\ndata: a\n\n', 'event: x\ndata: a\n\n'],
    [': ok\ndata: a\n\n', ': ok\ndata: a\n\n'],
    [': no\ndata: a\n\n', ':\ndata: a\n\n'],
    [': no\r\n\r\n', ':\r\n\r\n'],
    ['id: 7\rdata: a\rx: y\r\r', 'data: a\r\r'],
    ['\xef\xbb\xbf: ok\ndata: \xff\xfe\n\n', '\xef\xbb\xbf: ok\ndata: \xff\xfe\n\n'],
    ['data\ndatum: b\n\n', 'data\n\n'],
    ['no', ''],
  ])('of %j leave %j', (event, left) => {
    expect(without(event)).toBe(left);
  });

  it('are seen, where there are any', () => {
    const seen = (event: string): boolean => readEventFields(Buffer.from(event)).hasMore;
    expect(['data: a\n\n', 'event: x\ndata: a\n\n', '\uFEFFdata: a\n\n', '\n'].map(seen)).toEqual(Array(4).fill(false));
    const others = [': a\n\n', 'id\ndata: a\n\n', 'event: x\nevent: y\n\n', 'data: a\nx\n\n'];
    expect(others.map(seen)).toEqual(Array(4).fill(true));
  });
});

describe('the end of a body', () => {
  it.each([
    ['data: a', 'data: a\n\n'],
    ['data: a\n', 'data: a\n\n'],
    ['data: a\r', 'data: a\r\r'],
    ['data: a\r\n', 'data: a\r\n\n'],
  ])('gives %j its blank line', (rest, event) => {
    expect(endEvent(Buffer.from(rest))?.toString()).toBe(event);
    expect(splitEvents().push(Buffer.from(event))).toHaveLength(1);
  });

  it.each(['\n', '\r\n', '\r'])('is no event where it is %j alone', (rest) => {
    expect(endEvent(Buffer.from(rest))).toBeNull();
  });

  it('gets the line feed that was still on its way', () => {
    expect(withLineFeed(Buffer.from('data: a\r\n\r')).toString()).toBe('data: a\r\n\r\n');
    for (const whole of ['data: a\n\n', 'data: a\r\r', 'data: a\r\n\r\n', '']) {
      expect(withLineFeed(Buffer.from(whole)).toString()).toBe(whole);
    }
  });
});
