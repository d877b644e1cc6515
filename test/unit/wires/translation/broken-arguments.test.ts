import { MessageStream } from '@anthropic-ai/sdk/lib/MessageStream';
import { MessageStream as MessageStream0 } from 'anthropic-sdk-0/lib/MessageStream';
import { describe, expect, it } from 'vitest';
import { converse } from '../../../../src/wires/converse/wire.ts';
import { gemini } from '../../../../src/wires/gemini/wire.ts';
import type { TurnWireId } from '../../../../src/wires/translation/parts.ts';
import type { OutEvent, StopReason, TurnEvent } from '../../../../src/wires/turn.ts';
import { able, asBody, asEvents, frameOf, raw, readStream, turnWires } from './turn-wires.ts';

/** The majors of the SDK, each with its own reader of arguments that are on their way. */
const readers: readonly (readonly [name: string, reader: typeof MessageStream])[] = [
  ['1', MessageStream],
  ['0', MessageStream0 as unknown as typeof MessageStream],
];

/** The events of an answer of one call, whose arguments come in these pieces. */
const answerOf = (pieces: readonly string[], reason: StopReason = 'tool'): readonly TurnEvent[] => [
  { type: 'start' },
  { type: 'open', part: 0, head: { kind: 'call', id: 'toolu_1', name: 'f' } },
  ...pieces.map((text): TurnEvent => ({ type: 'delta', part: 0, text })),
  { type: 'close', part: 0, whole: null },
  { type: 'usage', usage: { input: 1, output: 1 } },
  { type: 'stop', reason, sequence: null, explanation: null },
  { type: 'end' },
];

const split = (text: string, size: number): readonly string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, index) => text.slice(index * size, (index + 1) * size));

/** What a major of the SDK makes of a stream; it throws where that throws. */
async function readWith(
  reader: typeof MessageStream,
  events: readonly OutEvent[],
): Promise<readonly [inputs: readonly unknown[], reason: string | null]> {
  const lines = events.map(({ data }) => `${data}\n`).join('');
  const stream = reader.fromReadableStream(new Blob([lines]).stream());
  // As callers do: the arguments so far are looked at with every piece.
  stream.on('inputJson', (_, snapshot) => JSON.stringify(snapshot));
  const { content, stop_reason } = await stream.finalMessage();
  return [content.map((block) => (block.type === 'tool_use' ? block.input : block.type)), stop_reason];
}

const lossesOf = (events: readonly TurnEvent[]): readonly string[] => {
  const writer = turnWires.messages.openWriter(frameOf('messages', true));
  for (const event of events) writer.push(event);
  return writer.losses().map(({ key }) => key ?? '');
};

/** What models write, and what the caller reads of it. */
const broken: readonly (readonly [written: string, read: object])[] = [
  ['{"a": 1,,', { a: 1 }],
  ['{"a": 1,}', { a: 1 }],
  ['{"a": [1,}', { a: [1, null] }],
  ['{"a": {"b": 1,]}', { a: { b: 1, _raw: null } }],
  ['{"a": {"b" 1}}', { a: { b: null } }],
  ['{"a" 1}', { a: null }],
  ["{'a': 1}", {}],
  ['{a: 1}', {}],
  ['{"a": None, "b": 2}', { a: null }],
  ['{"a": nil}', { a: null }],
  ['{"a": 01}', { a: null }],
  ['{"a": 12.}', { a: null }],
  ['{"a": tru}', { a: null }],
  ['{"a": "b" "c"}', { a: 'b' }],
  ['not json', {}],
  ['[1, 2]', {}],
  ['"text"', {}],
  ['12', {}],
];

/** What is an object but for characters in its strings. */
const unescaped: readonly (readonly [written: string, read: object])[] = [
  ['{"a": "one\ntwo\tthree", "b": 2}', { a: 'one\ntwo\tthree', b: 2 }],
  ['{"a": "\\d+\\.", "b\\\'": "\\u12zz"}', { a: '\\d+\\.', "b\\'": '\\u12zz' }],
];

/** An object, and more behind it. */
const overhang: readonly (readonly [written: string, read: object])[] = [
  ['{"a": 1}}', { a: 1 }],
  ['{"a": 1}{"a": 2}', { a: 1 }],
  ['{"a": 1} </tool>', { a: 1 }],
];

const sizes = [1, 2, 3, 7, 100];

const cases: readonly (readonly [written: string, read: object])[] = [
  ...broken.map(([written, read]) => [written, { ...read, _raw: written }] as const),
  ...unescaped,
  ...overhang,
];

describe.each(readers)('arguments of a call that are no JSON object, as read by major %s of the SDK', (_, reader) => {
  it.each(cases)('%j', async (written, read) => {
    for (const size of sizes) {
      const events = answerOf(split(written, size));
      expect(await readWith(reader, asEvents('messages', events))).toEqual([[read], 'tool_use']);
      const { body, losses } = asBody('messages', events);
      expect(body['content']).toEqual([expect.objectContaining({ type: 'tool_use', input: read })]);
      expect([lossesOf(events), losses.map(({ key }) => key)]).toEqual([['answer-arguments'], ['answer-arguments']]);
    }
  });

  it('are a number that is longer than what is held of one', async () => {
    const written = `{"a": ${'1'.repeat(5_000)}}`;
    for (const size of [100, 10_000]) {
      const [inputs] = await readWith(reader, asEvents('messages', answerOf(split(written, size))));
      expect(inputs).toEqual([{ a: null, _raw: written }]);
    }
  });

  it('are arrays in arrays, deeper than any that is read', async () => {
    const written = `{"a": ${'['.repeat(100_000)}`;
    const [inputs] = await readWith(reader, asEvents('messages', answerOf(split(written, 5_000))));
    const text = JSON.stringify(inputs);
    expect(text.match(/^\[\{"a":(\[+)\]/)?.[1]).toHaveLength(511);
    expect(inputs).toEqual([expect.objectContaining({ _raw: written })]);
  });

  it('are no reason to touch those that are one', async () => {
    const whole = { 'ä"\\': [1, -2.5e-10, true, false, null, [], {}], b: { c: [{ d: '😀\n\u2028/' }], '': '' }, n: 12 };
    for (const written of [
      JSON.stringify(whole),
      JSON.stringify(whole, null, 2),
      '{"a": "\\u00e9\\/", "b": 1E+5 }\n',
    ]) {
      for (const size of sizes) {
        const out = asEvents('messages', answerOf(split(written, size)));
        expect(inputText(out)).toBe(written);
        expect(await readWith(reader, out)).toEqual([[JSON.parse(written)], 'tool_use']);
      }
      expect(lossesOf(answerOf([written]))).toEqual([]);
    }
  });

  it('go out as they are where the limit cut them, at any character', async () => {
    const written = '{"a": ["x\\n\\u00e9", -1.5e3, true], "b": {"c": null, "d": "y"}}';
    for (let end = 1; end < written.length; end += 1) {
      const events = answerOf(split(written.slice(0, end), 5), 'limit');
      const out = asEvents('messages', events);
      expect(inputText(out)).toBe(written.slice(0, end));
      const [, reason] = await readWith(reader, out);
      expect(reason).toBe('max_tokens');
      expect(asBody('messages', events).body['stop_reason']).toBe('max_tokens');
    }
  });

  it('are an object where they end early though nothing cut them, at any character', async () => {
    const written = '{"a": ["x\\n\\u00e9", -1.5e3, true], "b": {"c": null, "d": "y"}}';
    for (let end = 1; end < written.length; end += 1) {
      const given = written.slice(0, end);
      const out = asEvents('messages', answerOf(split(given, 5)));
      expect(JSON.parse(inputText(out))).toMatchObject({ _raw: given });
      expect((await readWith(reader, out))[0]).toMatchObject([{ _raw: given }]);
      expect(lossesOf(answerOf([given]))).toEqual(['answer-arguments']);
    }
  });
});

const inputText = (events: readonly OutEvent[]): string =>
  events
    .map(({ data }) => (JSON.parse(data ?? '{}') as { delta?: { partial_json?: string } }).delta?.partial_json ?? '')
    .join('');

const chunk = (delta: object, finish: string | null = null) => ({
  name: null,
  text: '{}',
  data: { id: 'c', choices: [{ index: 0, delta, finish_reason: finish }] } as never,
});
const call = (index: number, id: string, text: string) =>
  chunk({ tool_calls: [{ index, id, type: 'function', function: { name: 'f', arguments: text } }] });

describe('broken arguments of one call of several', () => {
  it('leave the others whole', async () => {
    const stream = [
      call(0, 'a', '{"a": 1,,'),
      call(1, 'b', '{"b": 2}'),
      call(2, 'c', '{"c": [1, '),
      chunk({}, 'length'),
    ];
    const out = asEvents('messages', readStream('chat-completions', stream));
    for (const [, reader] of readers)
      expect(await readWith(reader, out)).toEqual([[{ a: 1, _raw: '{"a": 1,,' }, { b: 2 }, { c: [1] }], 'max_tokens']);
  });
});

describe('broken arguments in what the caller sends back', () => {
  const called = { name: 'f', arguments: '{"a": "hel' };
  const histories: readonly (readonly [from: TurnWireId, request: object])[] = [
    [
      'responses',
      {
        input: [
          { role: 'user', content: 'Hi' },
          { type: 'function_call', call_id: 'c', ...called },
          { type: 'function_call_output', call_id: 'c', output: 'invalid JSON' },
        ],
        tools: [{ type: 'function', name: 'f', parameters: { type: 'object', properties: {} } }],
      },
    ],
    [
      'chat-completions',
      {
        messages: [
          { role: 'user', content: 'Hi' },
          { role: 'assistant', tool_calls: [{ id: 'c', type: 'function', function: called }] },
          { role: 'tool', tool_call_id: 'c', content: 'invalid JSON' },
        ],
        tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }],
      },
    ],
  ];
  const objects = { messages: turnWires.messages, gemini: gemini.turn, converse: converse.turn };
  const pairs = histories.flatMap(([from, request]) =>
    Object.entries(objects).map(([to, turn]) => [from, to, request, turn] as const),
  );

  it.each(pairs)('reach the model whole, and the call is not refused: %s to %s', (from, _, request, turn) => {
    const asked = turnWires[from].readRequest(raw({ model: 'm', ...request }));
    const written = turn?.writeRequest?.(asked, { model: 'm', abilities: { ...able, thinking: 'budget' } });
    expect(written?.body.toString()).toContain(JSON.stringify({ _raw: called.arguments }));
    expect(written?.losses.filter(({ key }) => key === 'call-arguments').map(({ kind }) => kind)).toEqual([
      'approximated',
    ]);
  });
});
