import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBody, restLength, type ParsedBody } from '../../../src/http/read-body.ts';
import { isObject, type Json } from '../../../src/shared/json/json.ts';
import { noCuts } from '../../../src/shared/json/skim.ts';
import { longString, scanStructure } from '../../../src/shared/json/structure.ts';
import { spliceJson } from '../../../src/shared/json/raw-json.ts';
import { receivedBody } from '../../fakes/received-body.ts';
import { chunked, writtenObjects, writeText } from './json-arbitraries.ts';

/** Longer and shorter than what is cut, of anything that a string may have. */
const longTexts = fc
  .tuple(
    fc.constantFrom('A', 'Zm9v+/=', 'data:image/png;base64,', 'é', '\n', '"', '\\', '\u007f', '👋', ',:{}[]', '\u001f'),
    fc.constantFrom('', 'x', 'é', '"', '\\', '\n', '\u0000'),
    fc.integer({ min: longString - 3, max: 3 * longString }),
    fc.boolean(),
  )
  .map(([unit, odd, length, first]) => {
    const text = unit
      .repeat(Math.ceil(length / unit.length))
      .slice(0, length)
      .toWellFormed();
    return first ? odd + text : text + odd;
  });

/** Bodies in which long strings are values and names, at any place, and which may have a member twice. */
const bodies = fc
  .tuple(
    writtenObjects,
    fc.array(fc.tuple(fc.constantFrom('a', 'b', 'content', 'url'), longTexts, fc.boolean(), fc.boolean()), {
      minLength: 1,
      maxLength: 4,
    }),
    fc.integer({ min: 0, max: 40 }),
  )
  .map(([{ text }, long, isName]) => {
    const members = long.map(([name, value, escape, nested], index) => {
      const written = writeText(value, escape && index > 0);
      const key = isName === index ? writeText(value, false) : `"${name}"`;
      return `${key} : ${nested ? `[{"x":${written} }]` : written}`;
    });
    return `{"first":${text},${members.join(' ,')}}`;
  });

const sizes = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 4 });

type Outcome = ParsedBody | string;

function outcome(parse: () => ParsedBody): Outcome {
  try {
    return parse();
  } catch (error) {
    return (error as Error).message;
  }
}

const skimmed = (pieces: readonly Buffer[]): Outcome => outcome(() => parseBody(receivedBody(...pieces)));
const whole = (pieces: readonly Buffer[]): Outcome =>
  outcome(() => parseBody({ ...receivedBody(...pieces), strings: [] }));

/** Whether an outline's value is another value but for what was cut out: that has the same length and the same beginning. */
function standsFor(value: Json | undefined, other: Json | undefined): boolean {
  if (typeof value === 'string' && typeof other === 'string')
    return (
      value === other ||
      (value.length >= longString && value.length === other.length && value.slice(0, 128) === other.slice(0, 128))
    );
  if (Array.isArray(value) && Array.isArray(other))
    return value.length === other.length && value.every((each, index) => standsFor(each as Json, other[index] as Json));
  if (!isObject(value) || !isObject(other)) return Object.is(value, other);
  const names = Object.keys(value);
  return (
    names.join() === Object.keys(other).join() &&
    names.every((name) =>
      standsFor(
        Object.entries(value).find(([key]) => key === name)?.[1],
        Object.entries(other).find(([key]) => key === name)?.[1],
      ),
    )
  );
}

function expectSame(pieces: readonly Buffer[]): void {
  const [outline, all] = [skimmed(pieces), whole(pieces)];
  if (typeof outline === 'string' || typeof all === 'string') {
    expect(outline).toEqual(all);
    return;
  }
  expect(standsFor(outline.value, all.value)).toBe(true);
  expect(outline.bytes.length + outline.cuts.saved).toBe(all.bytes.length);
  expect(Buffer.concat(outline.cuts.restore(outline.bytes)).equals(all.bytes)).toBe(true);
  // Written anew from its value, as where a part of it is sent elsewhere.
  const written = outline.cuts.restore(Buffer.from(JSON.stringify(outline.value)));
  expect(Buffer.concat(written).toString()).toBe(JSON.stringify(all.value));
}

describe('a body without its long strings', () => {
  it('is checked like the whole body, and is the whole body again when they are put back', () => {
    fc.assert(
      fc.property(bodies, sizes, (text, cuts) => {
        expectSame(chunked(Buffer.from(text), cuts));
      }),
      { numRuns: 1_500 },
    );
  });

  it('is checked like the whole body where a byte of it is wrong', () => {
    fc.assert(
      fc.property(
        bodies,
        sizes,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom(
          '',
          '"',
          '\\',
          '\\x',
          '\\u12',
          '\n',
          '\u0000',
          '\u001f',
          '\u0020',
          '}',
          ',',
          ':',
          '\xff',
          '\xc3',
          '\x80',
        ),
        (text, cuts, place, odd) => {
          const bytes = Buffer.from(text);
          const at = Math.floor(place * bytes.length);
          const broken = Buffer.concat([bytes.subarray(0, at), Buffer.from(odd, 'latin1'), bytes.subarray(at + 1)]);
          expectSame(chunked(broken, cuts));
        },
      ),
      { numRuns: 1_500 },
    );
  });

  it.each([1, 2, 3, 4, 5, 127, 128, 129, 4_095, 4_096, 4_097])(
    'is cut at the same places whatever its pieces: of %i bytes',
    (size) => {
      const long = 'QUJD'.repeat(5_000);
      const text = Buffer.from(
        JSON.stringify({ a: [long, 'short', { b: `data:audio/wav;base64,${long}` }], c: '\\"' }),
      );
      const pieces = chunked(text, [size]);
      const body = skimmed(pieces) as ParsedBody;
      expect(body.bytes.length).toBeLessThan(1_000);
      expect(Buffer.concat(body.cuts.restore(body.bytes)).equals(text)).toBe(true);
    },
  );

  it('is sent with the strings in the pieces in which they came, also when members of it are changed', () => {
    const long = 'QUJD'.repeat(50_000);
    const text = Buffer.from(JSON.stringify({ model: 'a', content: long, stream: true }));
    // Larger than what Node cuts from a shared buffer.
    const pieces = chunked(text, [65_536]).map((piece) => Buffer.from(new Uint8Array(piece).buffer));
    const { bytes, cuts } = skimmed(pieces) as ParsedBody;
    const sent = cuts.restore(spliceJson(bytes, { model: '"other"', added: '1' }));
    expect(JSON.parse(Buffer.concat(sent).toString())).toEqual({
      model: 'other',
      content: long,
      stream: true,
      added: 1,
    });
    const buffers = new Set<ArrayBufferLike>(pieces.map(({ buffer }) => buffer));
    const shared = sent.filter(({ buffer, length }) => length > 0 && buffers.has(buffer));
    expect(shared.reduce((sum, { length }) => sum + length, 0)).toBe(long.length - 128);
  });

  it('gives the strings back in parts', () => {
    const long = 'QUJD'.repeat(50_000);
    const { bytes, cuts } = skimmed(
      chunked(Buffer.from(JSON.stringify({ a: long, b: 'short' })), [1_000]),
    ) as ParsedBody;
    const { a, b } = JSON.parse(bytes.toString()) as { readonly a: string; readonly b: string };
    expect([...(cuts.read(a) ?? [])].join('')).toBe(long);
    expect(cuts.lengthOf(a)).toBe(long.length);
    expect(cuts.read(b)).toBe(null);
    expect(noCuts.read(a)).toBe(null);
  });

  it.each(['', ' ', '\n\t\r  '])('lacks no names, whatever stands between one and its colon: %j', (blank) => {
    const long = 'x'.repeat(longString);
    const text = Buffer.from(`{"${long}"${blank}:1,"a":"${long}"${blank},"b":["${long}"${blank}]}`);
    for (const size of [1, 2, 3, text.length]) {
      const { push, plain } = scanStructure({ depth: 9, tokens: 99 });
      for (const piece of chunked(text, [size])) push(piece);
      expect(plain.length, `in pieces of ${size}`).toBe(2);
    }
  });

  it.each([
    ['is a name', (long: string) => `{"model":"m","${long}":1}`, 'all'],
    ['is no JSON', (long: string) => `{"model":"m","a":"${long}"`, 'outline'],
    ['has a member twice', (long: string) => `{"model":"m","a":"${long}","a":1}`, 'outline'],
  ] as const)('is what is parsed, and counted before that: %s', (_name, write, parsed) => {
    const text = Buffer.from(write('A'.repeat(1_048_576)));
    const received = receivedBody(text);
    const parse = JSON.parse;
    let most = 0;
    JSON.parse = (read: string) => {
      most = Math.max(most, read.length);
      return parse(read) as unknown;
    };
    outcome(() => parseBody(received));
    JSON.parse = parse;
    expect(most).toBeLessThan(restLength(received) + 1_000);
    expect(most > 1_000).toBe(parsed === 'all');
  });

  it.each([
    ['escapes', 'a\\n', 9_000, 0],
    ['another alphabet', 'é', 9_000, 0],
    ['one byte less', 'x', longString - 1, 0],
    ['Base64', 'x', longString, 1],
  ])('lacks only what is long and plain: %s', (_name, unit, length, found) => {
    const { push, plain } = scanStructure({ depth: 9, tokens: 99 });
    push(Buffer.from(`{"a":"${unit.repeat(length)}","b":"${'x'.repeat(9)}"}`));
    expect(plain.length).toBe(found);
  });
});
