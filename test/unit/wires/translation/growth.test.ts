import { describe, expect, it, test } from 'vitest';
import type { TurnEvent } from '../../../../src/wires/turn.ts';
import type { TurnWireId } from '../../../../src/wires/translation/parts.ts';
import { fitsStrict } from '../../../../src/wires/translation/strict-schema.ts';
import { growthOf, quadratic } from '../../../fakes/growth.ts';
import { wires } from '../../../../src/wires/wires.ts';
import type { StreamEvent } from '../../../../src/wires/meter.ts';
import { asEvents, raw, turnWires, wireIds } from './turn-wires.ts';

const times = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Reads a stream of events, none of which has a name or a text of its own. */
function readEvents(wire: TurnWireId, events: readonly object[]): number {
  const reader = turnWires[wire].openReader();
  const read = events.flatMap((data) => reader.push({ name: null, text: '', data: data as never }));
  return read.length + reader.finish().length;
}

const chunk = (delta: object): object => ({ choices: [{ index: 0, delta }] });
const called = (args: string, more: object = {}): object => ({ function: { name: 'f', arguments: args }, ...more });

const request = (wire: TurnWireId, body: object): (() => unknown) => {
  const root = raw({ model: 'm', ...body });
  return () => turnWires[wire].readRequest(root);
};

describe('the work of reading a request grows with its size alone', () => {
  it.each<[string, TurnWireId, number, (size: number) => object]>([
    [
      'messages: searches',
      'messages',
      1_000,
      (size) => ({
        messages: [
          {
            role: 'assistant',
            content: times(size, (index) => ({
              type: index % 2 === 0 ? 'server_tool_use' : 'web_search_tool_result',
              name: 'web_search',
              id: `c${index}`,
              tool_use_id: `d${index}`,
            })),
          },
        ],
      }),
    ],
    [
      'responses: items of the model',
      'responses',
      1_000,
      (size) => ({
        input: times(size, (index) => ({ type: 'function_call', call_id: `c${index}`, name: 'f', arguments: '{}' })),
      }),
    ],
  ])('%s', (_, wire, size, bodyOf) => {
    expect(
      growthOf(
        size,
        (count) => request(wire, bodyOf(count)),
        (read) => read(),
      ),
    ).toBeLessThan(quadratic);
  });
});

/** An answer that opens `size` parts, each with one word and one citation; `together`: as one part. */
const cited = (size: number, together: boolean): readonly TurnEvent[] => [
  { type: 'start' },
  ...times(size, (index): readonly TurnEvent[] => {
    const part = together ? 0 : index;
    const mark = { type: 'citation', url: 'x', title: null, quoted: null, start: null, end: null } as const;
    const kind = index % 2 === 0 ? 'text' : 'refusal';
    const begun: readonly TurnEvent[] = part === index ? [{ type: 'open', part, head: { kind } }] : [];
    return [...begun, { type: 'delta', part, text: 'a' }, { type: 'mark', part, mark }];
  }).flat(),
  { type: 'stop', reason: 'end', sequence: null, explanation: null },
  { type: 'end' },
];

/** An answer that opens `size` parts, and closes all of them at its end. */
const endingTogether = (size: number): readonly TurnEvent[] => [
  { type: 'start' },
  ...times(size, (part): TurnEvent => ({ type: 'open', part, head: { kind: 'text' } })),
  ...times(size, (part): TurnEvent => ({ type: 'delta', part, text: 'a' })),
  ...times(size, (part): TurnEvent => ({ type: 'close', part, whole: null })),
  { type: 'stop', reason: 'end', sequence: null, explanation: null },
  { type: 'end' },
];

describe('the work of writing a stream grows with its size alone', () => {
  it.each(wireIds)('%s: citations of one part', (wire) => {
    const work = (events: readonly TurnEvent[]): unknown => asEvents(wire, events);
    expect(growthOf(1_000, (size) => cited(size, true), work)).toBeLessThan(quadratic);
  });

  it.each(wireIds)('%s: parts that end together', (wire) => {
    const work = (events: readonly TurnEvent[]): unknown => asEvents(wire, events);
    expect(growthOf(500, endingTogether, work)).toBeLessThan(quadratic);
  });

  it.each(['responses', 'messages'] as const)('%s: parts', (wire) => {
    const work = (events: readonly TurnEvent[]): unknown => asEvents(wire, events);
    expect(growthOf(1_000, (size) => cited(size, false), work)).toBeLessThan(quadratic);
  });
});

test('the work of judging a schema grows with its size alone', () => {
  const schemaOf = (size: number): string => {
    const required = times(size, (index) => `p${index}`);
    const properties = Object.fromEntries(required.map((name) => [name, {}]));
    return JSON.stringify({ type: 'object', additionalProperties: false, properties, required });
  };
  expect(growthOf(1_000, schemaOf, fitsStrict)).toBeLessThan(quadratic);
});

describe('the work of reading a stream grows with its size alone', () => {
  it.each<[string, TurnWireId, number, (size: number) => readonly object[]]>([
    [
      'chat: calls that never end, in one event',
      'chat-completions',
      300,
      (size) => [chunk({ tool_calls: times(size, (index) => called('{', { index })) })],
    ],
    [
      'chat: calls without an index',
      'chat-completions',
      1_000,
      (size) => [chunk({ tool_calls: times(size, (index) => called('{', { id: `c${index}` })) })],
    ],
    [
      'chat: words and thoughts beside a call that never ends',
      'chat-completions',
      50,
      (size) => [
        chunk({ tool_calls: [called(`{"a":"${'x'.repeat(size * 2_000)}`, { index: 0 })] }),
        ...times(size, (index) => chunk(index % 2 === 0 ? { content: 'a' } : { reasoning: 'b' })),
      ],
    ],
    [
      'chat: words and thoughts between the pieces of a call',
      'chat-completions',
      50,
      (size) => [
        chunk({ tool_calls: [called(`{"a":"${'x'.repeat(size * 2_000)}`, { index: 0 })] }),
        ...times(size, (index) =>
          chunk({
            tool_calls: [called('x', { index: 0 })],
            ...(index % 2 === 0 ? { content: 'a' } : { reasoning: 'b' }),
          }),
        ),
      ],
    ],
    [
      'chat: details of a thought, each with a member of its own',
      'chat-completions',
      1_000,
      (size) => [chunk({ reasoning_details: times(size, (index) => ({ type: 'x', index: 0, [`m${index}`]: 1 })) })],
    ],
    [
      'chat: words and refusals in turns',
      'chat-completions',
      1_000,
      (size) => times(size, (index) => chunk(index % 2 === 0 ? { content: 'a' } : { refusal: 'b' })),
    ],
    [
      'chat: citations in one event',
      'chat-completions',
      1_000,
      (size) => [chunk({ content: 'a', annotations: times(size, () => ({ url_citation: { url: 'x' } })) })],
    ],
    [
      'responses: annotations of one text',
      'responses',
      1_000,
      (size) => [
        ...times(size, (index) => ({
          type: 'response.output_text.annotation.added',
          output_index: 0,
          content_index: 0,
          annotation: { type: 'url_citation', url: `x${index}` },
        })),
      ],
    ],
    [
      'messages: blocks that never end',
      'messages',
      1_000,
      (size) =>
        times(size, (index) => ({
          type: 'content_block_start',
          index,
          content_block: { type: 'server_tool_use', name: 'web_search', id: `c${index}` },
        })),
    ],
    [
      'messages: citations of one block',
      'messages',
      1_000,
      (size) => [
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        ...times(size, () => ({
          type: 'content_block_delta',
          index: 0,
          delta: { type: 'citations_delta', citation: { url: 'x' } },
        })),
      ],
    ],
  ])('%s', (_, wire, size, eventsOf) => {
    expect(growthOf(size, eventsOf, (events) => readEvents(wire, events))).toBeLessThan(quadratic);
  });
});

const streamEvent = (name: string | null, data: object): StreamEvent => ({
  name,
  text: JSON.stringify(data),
  data: data as never,
});
const delta = (index: number, piece: object): StreamEvent =>
  streamEvent('contentBlockDelta', { contentBlockIndex: index, delta: piece });
const candidate = (content: object, more: object = {}): StreamEvent =>
  streamEvent(null, { candidates: [{ content, ...more }] });
const parts = (...list: readonly object[]): object => ({ parts: list });
const web = { web: { uri: 'https://a', title: 'A' } };

describe('the work of reading a stream that only upstreams write grows with its size alone', () => {
  it.each<[string, 'gemini' | 'converse', number, (size: number) => readonly StreamEvent[]]>([
    [
      'converse: blocks that never end',
      'converse',
      1_000,
      (size) => times(size, (index) => delta(index, { text: 'a' })),
    ],
    [
      'converse: pieces of one call, which other blocks come between',
      'converse',
      1_000,
      (size) => times(size, (index) => delta(index % 2 === 0 ? 0 : index, { toolUse: { input: 'x'.repeat(50) } })),
    ],
    [
      'converse: pieces of one thought and its signature',
      'converse',
      200,
      (size) => [
        ...times(size, (index) => delta(0, { reasoningContent: { [index % 2 === 0 ? 'text' : 'signature']: 'x' } })),
        streamEvent('messageStop', { stopReason: 'end_turn' }),
      ],
    ],
    [
      'converse: citations of one block',
      'converse',
      1_000,
      (size) => times(size, () => delta(0, { citation: { title: 'x', location: {} } })),
    ],
    [
      'gemini: words and thoughts in turns, in one chunk',
      'gemini',
      1_000,
      (size) => [candidate(parts(...times(size, (index) => ({ text: 'a', thought: index % 2 === 0 }))))],
    ],
    [
      'gemini: calls in one chunk',
      'gemini',
      500,
      (size) => [candidate(parts(...times(size, (index) => ({ functionCall: { name: 'f', args: { index } } }))))],
    ],
    [
      'gemini: signed thoughts',
      'gemini',
      1_000,
      (size) => times(size, () => candidate(parts({ text: 'a', thought: true, thoughtSignature: 'x' }))),
    ],
    [
      'gemini: passages that cite one source, again in every chunk',
      'gemini',
      1_000,
      (size) =>
        times(size, () =>
          candidate(parts({ text: 'a' }), {
            groundingMetadata: { groundingChunks: [web], groundingSupports: [{ groundingChunkIndices: [0] }] },
          }),
        ),
    ],
    [
      'gemini: passages in one chunk that cite one source',
      'gemini',
      1_000,
      (size) => [
        candidate(parts({ text: 'a' }), {
          groundingMetadata: {
            groundingChunks: [web],
            groundingSupports: times(size, () => ({ groundingChunkIndices: [0] })),
          },
        }),
      ],
    ],
  ])('%s', (_, wire, size, eventsOf) => {
    const read = (events: readonly StreamEvent[]): number => {
      const reader = wires[wire].turn?.openReader?.();
      if (!reader) throw new TypeError(`${wire} is not read`);
      let count = 0;
      for (const event of events) count += reader.push(event).length;
      return count + reader.finish().length;
    };
    expect(growthOf(size, eventsOf, read)).toBeLessThan(quadratic);
  });
});
