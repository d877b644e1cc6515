import { describe, expect, it, test } from 'vitest';
import { parseJson } from '../../../../src/shared/json/json.ts';
import { openReader, readAnswer } from '../../../../src/wires/converse/read-events.ts';
import { converseMeter } from '../../../../src/wires/converse/wire.ts';
import { answerParts } from '../../../../src/wires/read-usage.ts';
import type { TurnEvent } from '../../../../src/wires/turn.ts';
import type { StreamEvent } from '../../../../src/wires/meter.ts';
import { converseAnswers } from '../../../fakes/converse-answers.ts';
import { raw } from '../translation/turn-wires.ts';

type Events = readonly (readonly [name: string, payload: object])[];

const streamed = (events: Events): readonly StreamEvent[] =>
  events.map(([name, payload]) => ({
    name,
    text: JSON.stringify(payload),
    data: parseJson(JSON.stringify({ ...payload, p: 'padding' })),
  }));

function read(events: Events): readonly TurnEvent[] {
  const reader = openReader();
  return [...streamed(events).flatMap((event) => reader.push(event)), ...reader.finish()];
}

/** Pieces of one part that follow each other are one. */
function joined(events: readonly TurnEvent[]): readonly TurnEvent[] {
  const left: TurnEvent[] = [];
  for (const event of events) {
    const last = left.at(-1);
    if (event.type === 'delta' && last?.type === 'delta' && last.part === event.part)
      left[left.length - 1] = { ...last, text: last.text + event.text };
    else left.push(event);
  }
  return left;
}

const proof = (block: object) => ({
  type: 'mark',
  mark: { type: 'proof', proof: { wire: 'converse', raw: JSON.stringify({ reasoningContent: block }) } },
});

describe('an answer of Converse', () => {
  it.each(Object.entries(converseAnswers))('says the same whole and in events: %s', (_, { whole, events }) => {
    expect(joined(readAnswer(raw(whole)))).toEqual(joined(read(events)));
  });

  it('has thoughts with their proofs, words, and calls with their arguments', () => {
    expect(joined(read(converseAnswers.thoughtAndCalls.events))).toMatchObject([
      { type: 'start' },
      { type: 'open', part: 0, head: { kind: 'reasoning' } },
      { type: 'delta', part: 0, text: 'Rome, then.' },
      { ...proof({ reasoningText: { text: 'Rome, then.', signature: 'U2lnbmVk' } }), part: 0 },
      { type: 'close', part: 0 },
      { type: 'open', part: 1, head: { kind: 'reasoning' } },
      { ...proof({ redactedContent: 'c2VjcmV0' }), part: 1 },
      { type: 'close', part: 1 },
      { type: 'open', part: 2, head: { kind: 'text' } },
      { type: 'delta', part: 2, text: 'Let me look.' },
      { type: 'close', part: 2 },
      { type: 'open', part: 3, head: { kind: 'call', id: 'tooluse_1', name: 'weather' } },
      { type: 'delta', part: 3, text: '{"city":"Rome","n":1}' },
      { type: 'close', part: 3 },
      { type: 'open', part: 4, head: { kind: 'call', id: 'tooluse_2', name: 'weather' } },
      { type: 'delta', part: 4, text: '{}' },
      { type: 'close', part: 4 },
      { type: 'usage', usage: { input: 11, output: 7 } },
      { type: 'stop', reason: 'tool', sequence: null, explanation: null },
      { type: 'end' },
    ]);
  });

  it('has long numbers as the model wrote them', () => {
    const text =
      '{"output":{"message":{"content":[{"toolUse":{"toolUseId":"t","name":"f","input":{"n":1.0}}}]}},"stopReason":"tool_use"}';
    expect(readAnswer(raw(text))).toContainEqual({ type: 'delta', part: 0, text: '{"n":1.0}' });
  });

  it('begins a block with its first piece, also where an empty start announces it', () => {
    const start = ['contentBlockStart', { contentBlockIndex: 0, start: {} }] as const;
    const { events } = converseAnswers.text;
    expect(read([...events.slice(0, 1), start, ...events.slice(1)])).toEqual(read(events));
  });

  it('has no proof for thoughts without a signature', () => {
    const { whole } = converseAnswers.text;
    const content = [{ reasoningContent: { reasoningText: { text: 'Hm.' } } }];
    const events = readAnswer(raw({ ...whole, output: { message: { content } } }));
    expect(events).toContainEqual({ type: 'delta', part: 0, text: 'Hm.' });
    expect(events.filter(({ type }) => type === 'mark')).toEqual([]);
  });

  it('has the sources of what it cites', () => {
    const citation = {
      title: 'Doc',
      sourceContent: [{ text: 'quo' }, { text: 'ted' }],
      location: { web: { url: 'u' } },
    };
    const { whole } = converseAnswers.text;
    const content = [{ citationsContent: { content: [{ text: 'It is.' }], citations: [citation] } }];
    const cited = readAnswer(raw({ ...whole, output: { message: { content } } }));
    expect(cited).toContainEqual({ type: 'delta', part: 0, text: 'It is.' });
    expect(cited.find(({ type }) => type === 'mark')).toMatchObject({
      mark: { type: 'citation', url: 'u', title: 'Doc', quoted: 'quoted' },
    });
  });

  it('reports a block of Bedrock’s own as one that has no counterpart', () => {
    const { whole } = converseAnswers.text;
    const toolUse = { toolUseId: 't', name: 'nova_grounding', type: 'server_tool_use', input: {} };
    const events = readAnswer(raw({ ...whole, output: { message: { content: [{ toolUse }] } } }));
    expect(events).toContainEqual({
      type: 'open',
      part: 0,
      head: { kind: 'other', name: 'toolUse' },
    });
    expect(events).toContainEqual({ type: 'stop', reason: 'end', sequence: null, explanation: null });
  });

  test.each([
    ['end_turn', { type: 'stop', reason: 'end', explanation: null }],
    ['tool_use', { type: 'stop', reason: 'tool' }],
    ['max_tokens', { type: 'stop', reason: 'limit' }],
    ['stop_sequence', { type: 'stop', reason: 'sequence' }],
    ['model_context_window_exceeded', { type: 'stop', reason: 'context' }],
    ['guardrail_intervened', { type: 'stop', reason: 'refusal', explanation: 'guardrail_intervened' }],
    ['content_filtered', { type: 'stop', reason: 'refusal', explanation: 'content_filtered' }],
    ['malformed_tool_use', { type: 'fault', message: 'The model failed: malformed_tool_use.' }],
    ['malformed_model_output', { type: 'fault', message: 'The model failed: malformed_model_output.' }],
    ['something_new', { type: 'stop', reason: 'end' }],
  ])('that stops with %s', (stopReason, expected) => {
    const events = readAnswer(raw({ ...converseAnswers.text.whole, stopReason }));
    expect(events.find(({ type }) => type === 'stop' || type === 'fault')).toMatchObject(expected);
  });

  it('names the sequence that stopped it', () => {
    expect(read(converseAnswers.stopped.events)).toContainEqual({
      type: 'stop',
      reason: 'sequence',
      sequence: 'END',
      explanation: null,
    });
  });

  it('cannot look whole when it is cut, and is whole without its usage', () => {
    const { events } = converseAnswers.thoughtAndCalls;
    for (let end = 0; end < events.length; end += 1) {
      const types = read(events.slice(0, end)).map(({ type }) => type);
      const isStopped = end === events.length - 1;
      expect([types.includes('end'), types.at(-1)], `${end}`).toEqual([isStopped, isStopped ? 'end' : 'fault']);
    }
  });

  it('ends with what an exception says', () => {
    const error = { type: 'error', error: { type: 'rate_limit_error', message: 'Slow down.' } };
    expect(read([...converseAnswers.text.events.slice(0, 2), ['error', error]]).at(-1)).toEqual({
      type: 'fault',
      message: 'Slow down.',
    });
  });
});

describe('what Converse counts', () => {
  const whole = (usage: object) =>
    converseMeter.readUsage(answerParts({ ...converseAnswers.text.whole, usage } as never));

  it('trap 5: reads and writes of the cache stand outside the input', () => {
    const expected = {
      input_tokens: 11,
      output_tokens: 7,
      cached_input_tokens: 20,
      cache_write_tokens: 18,
      cache_write_1h_tokens: 12,
    };
    const { whole: answer, events } = converseAnswers.cached;
    expect(converseMeter.readUsage(answerParts(answer as never))).toEqual(expected);
    const [last] = streamed(events).slice(-1);
    expect(last && converseMeter.readEvent(last)).toEqual({ end: 'last', usage: expected });
    expect(read(events)).toContainEqual({
      type: 'usage',
      usage: { input: 11, cached: 20, written: 30, writtenHour: 12, output: 7 },
    });
  });

  it.each<[string, object, object | null]>([
    ['nothing', {}, null],
    ['no output', { inputTokens: 1 }, null],
    ['a count that is none', { inputTokens: -1, outputTokens: 1 }, null],
    [
      'an hour that is more than all',
      { inputTokens: 1, outputTokens: 2, cacheWriteInputTokens: 3, cacheDetails: [{ ttl: '1h', inputTokens: 9 }] },
      { input_tokens: 1, output_tokens: 2, cache_write_1h_tokens: 3 },
    ],
  ])('%s', (_, usage, expected) => {
    expect(whole(usage)).toEqual(expected);
  });

  it('is flagged where a count is not plausible', () => {
    const usage = { inputTokens: 1, outputTokens: 1, cacheReadInputTokens: -5 };
    const [event] = streamed([['metadata', { usage }]]);
    expect(event && converseMeter.readEvent(event)).toMatchObject({ isUnbelieved: true });
  });

  it.each(Object.entries(converseAnswers))(
    'puts out the same whole and in events: %s',
    (_, { whole: answer, events }) => {
      const output = streamed(events)
        .map((event) => converseMeter.readEvent(event).output ?? '')
        .join('');
      expect(output).toBe(converseMeter.readOutput({ members: answer as never }));
    },
  );

  it('is complete with the end of the message; an error is no answer', () => {
    const [stop] = streamed([['messageStop', { stopReason: 'end_turn' }]]);
    expect(stop && converseMeter.readEvent(stop)).toEqual({ completes: [0] });
    expect(converseMeter.isAnswer?.({ members: { message: 'No.' } })).toBe(false);
    expect(converseMeter.isAnswer?.({ members: converseAnswers.text.whole as never })).toBe(true);
    const [error] = streamed([['error', { type: 'error', error: { message: 'No.' } }]]);
    expect(error && converseMeter.readEvent(error)).toMatchObject({ end: 'failed', message: 'No.' });
  });
});
