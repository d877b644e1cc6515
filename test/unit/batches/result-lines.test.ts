import { describe, expect, it } from 'vitest';
import { type DoneLine, openLongLines, readLines, readResultLine } from '../../../src/batches/result-lines.ts';
import type { Spec } from '../../../src/catalog/catalog.ts';
import type { Json } from '../../../src/shared/json/json.ts';
import { wires } from '../../../src/wires/wires.ts';

/** An answer that comes so many bytes at a time. */
function answerOf(text: string, step: number) {
  const bytes = Buffer.from(text);
  let at = 0;
  return {
    read: async (): Promise<Buffer | null> => {
      if (at >= bytes.length) return null;
      at += step;
      return bytes.subarray(at - step, at);
    },
  };
}

/** A line with what it computes on demand. */
const valuesOf = (line: DoneLine) => ({ ...line, output: line.output(), guess: line.guess() });

/** Its lines, in brackets those that are long. */
async function linesOf(text: string, step: number, longest?: number): Promise<readonly string[]> {
  const openLong = () => {
    const pieces: Buffer[] = [];
    return { push: (bytes: Buffer) => void pieces.push(Buffer.from(bytes)), pieces };
  };
  const lines: string[] = [];
  for await (const line of readLines(answerOf(text, step), openLong, longest))
    lines.push(typeof line === 'string' ? line : `[${Buffer.concat(line.pieces).toString()}]`);
  return lines;
}

describe('the lines of a batch’s results', () => {
  it.each([1, 2, 3, 7, 1_000])('are the same when %i bytes come at a time; empty ones are left out', async (step) => {
    expect(await linesOf('one\n\r\n \ntwö\r\nthree', step)).toEqual(['one', 'twö', 'three']);
    expect(await linesOf('', step)).toEqual([]);
  });

  it.each([1, 4, 1_000])('that are long are not held, %i bytes at a time', async (step) => {
    expect(await linesOf('four\nseventeen\nfive!\n\nsixsix', step, 5)).toEqual([
      'four',
      '[seventeen]',
      'five!',
      '[sixsix]',
    ]);
  });

  const chat = { choices: [{ message: { content: 'Sunny.' } }], model: 'gpt' };
  const message = { content: [{ type: 'text', text: 'Sunny.' }], model: 'claude' };
  const lines: readonly (readonly [Spec, 'chat-completions' | 'messages' | 'images', object])[] = [
    ['a', 'chat-completions', { usage: { prompt_tokens: 7, completion_tokens: 3 }, ...chat }],
    ['a', 'chat-completions', chat],
    ['a', 'chat-completions', { ...chat, usage: { prompt_tokens: 7, completion_tokens: -3 } }],
    ['a', 'images', { created: 1, data: [{ b64_json: 'AAAA' }, { b64_json: 'BBBB' }] }],
    ['b', 'messages', { ...message, usage: { input_tokens: 7, output_tokens: 3 } }],
  ];
  const ended: readonly (readonly [Spec, object])[] = [
    ['a', { response: null, error: { code: 'x' } }],
    ['a', { response: { body: { error: { code: 'x' }, usage: { prompt_tokens: 7 } } } }],
    ['a', { response: { status_code: 500, body: { usage: { prompt_tokens: 7 } } } }],
    ['a', { response: { status_code: 200, body: null }, error: 'x' }],
    ['b', { result: { type: 'errored', error: {} } }],
    ['b', { result: { type: 'expired' } }],
  ];
  const withoutStatus: (typeof ended)[number] = ['a', { response: { body: { usage: { prompt_tokens: 7 } } } }];
  const unended: readonly (readonly [Spec, object])[] = [
    ['a', { response: null, error: null }],
    ['a', { response: { status_code: 200, body: null } }],
    ['a', { status_code: 200, body: { usage: { prompt_tokens: 7 } } }],
    ['b', { result: { type: 'succeeded' } }],
    ['b', { result: { type: 'done', message: { usage: { input_tokens: 7 } } } }],
    ['b', {}],
  ];
  const whole = [
    ...lines.map(([spec, wire, answer]) => {
      const end =
        spec === 'a'
          ? { response: { status_code: 200, body: answer } }
          : { result: { type: 'succeeded', message: answer } };
      return [spec, wire, { id: 'x', custom_id: 'ö"1', ...end }] as const;
    }),
    ...[withoutStatus, ...ended, ...unended].map(
      ([spec, end]) => [spec, 'messages', { custom_id: 'a', ...end }] as const,
    ),
  ];

  it.each(whole)('cost the same however long they are: %s %s %j', async (spec, wire, line) => {
    const { meter } = wires[wire];
    const reader = { meter, reasoning: null };
    const text = JSON.stringify(line, null, ' ').replaceAll('\n', ' ');
    const short = readResultLine(text, spec, reader);
    for (const step of [1, 5, 1_000]) {
      for await (const each of readLines(answerOf(text, step), openLongLines(spec, meter), 3)) {
        expect(typeof each).toBe('object');
        const long = readResultLine(each, spec, reader);
        if (typeof short === 'string' || typeof long === 'string' || short.status === null || long.status === null)
          expect(long).toEqual(short);
        else expect(valuesOf(long)).toEqual(valuesOf(short));
      }
    }
  });

  const reader = { meter: wires.messages.meter, reasoning: null };
  it.each(ended)('cost nothing if they say that they failed: Spec %s %j', (spec, end) => {
    for (const custom_id of ['a', 7, null])
      expect(readResultLine(JSON.stringify({ custom_id, ...end }), spec, reader)).toEqual({
        customId: custom_id === 'a' ? 'a' : '',
        status: null,
      });
  });

  it.each(unended)('may have cost something if they have neither an answer nor an error: Spec %s %j', (spec, end) => {
    expect(readResultLine(JSON.stringify({ custom_id: 'a', ...end }), spec, reader)).toBe('unended');
    expect(readResultLine(JSON.stringify(end), spec, reader)).toBe('foreign');
  });

  it.each<[Json]>([['text'], [7], [[]]])('are done, with nothing to read, where the answer is %j', (body) => {
    const lineWith = (error: object | null) =>
      readResultLine(JSON.stringify({ custom_id: 'a', response: { status_code: 200, body }, error }), 'a', reader);
    expect(lineWith(null)).toMatchObject({ customId: 'a', status: 200, usage: null });
    expect(lineWith({ code: 'x' })).toEqual({ customId: 'a', status: null });
  });

  it('that break off cannot be read', async () => {
    const { meter } = wires.messages;
    for await (const line of readLines(answerOf('{"custom_id": "a"', 4), openLongLines('b', meter), 3))
      expect(readResultLine(line, 'b', { meter, reasoning: null })).toBe('unreadable');
  });
});
