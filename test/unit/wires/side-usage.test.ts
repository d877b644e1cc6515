import { describe, expect, it } from 'vitest';
import type { WireId } from '../../../src/wires/meter.ts';
import { answerParts, isUnclear } from '../../../src/wires/read-usage.ts';
import { wires } from '../../../src/wires/wires.ts';
import type { Json } from '../../../src/shared/json/json.ts';
import type { ReasoningPlace } from '../../../src/shared/usage.ts';

const usageOf = (wire: WireId, answer: Json, place: ReasoningPlace | null = null) =>
  wires[wire].meter.readUsage(answerParts(answer), place);
const sideOf = (wire: WireId, answer: Json) => wires[wire].meter.readSide?.(answerParts(answer));
const means = (wire: WireId, data: Json) =>
  wires[wire].meter.readEvent({ name: null, text: JSON.stringify(data), data });

const run = (type: string, input: number, output: number, others: object = {}): Json => ({
  type,
  input_tokens: input,
  output_tokens: output,
  cache_read_input_tokens: 0,
  ...others,
});

describe('runs that the totals of a message leave out', () => {
  const usage: Json = {
    input_tokens: 200,
    output_tokens: 28,
    iterations: [
      run('compaction', 55_000, 321),
      run('message', 120, 20),
      run('advisor_message', 2_518, 22, { model: 'claude-opus-4-8' }),
      run('message', 80, 8),
      run('fallback_message', 7, 7, { model: 'claude-haiku' }),
      run('toString', 1, 1),
      null,
    ],
  };
  const side = [
    { model: null, usage: { input_tokens: 55_000, cached_input_tokens: 0, output_tokens: 321 } },
    { model: 'claude-opus-4-8', usage: { input_tokens: 2_518, cached_input_tokens: 0, output_tokens: 22 } },
  ];

  it('are read of a whole message', () => {
    expect(usageOf('messages', { usage })).toEqual({ input_tokens: 200, output_tokens: 28 });
    expect(sideOf('messages', { usage })).toEqual(side);
    expect(sideOf('messages', { usage: { input_tokens: 1, output_tokens: 1, iterations: null } })).toEqual([]);
  });

  it('are read of a stream', () => {
    const event: Json = { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage };
    expect(means('messages', event)).toEqual({ usage: { input_tokens: 200, output_tokens: 28 }, side, isUpdate: true });
  });

  it('are in doubt where a count of them cannot be believed', () => {
    const bad: Json = { input_tokens: 2, output_tokens: 2, iterations: [run('compaction', -5, 1)] };
    const event: Json = { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: bad };
    expect(means('messages', event)).toMatchObject({ isUnbelieved: true });
  });
});

describe('runs of an upstream’s own tools', () => {
  const tokens = { input_tokens: 3, output_tokens: 4 };
  const response = {
    object: 'response',
    usage: { ...tokens, total_tokens: 7 },
    tools: [{ type: 'web_search' }, { type: 'image_generation', model: 'gpt-image-1' }],
    output: [
      { type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'x' } },
      { type: 'web_search_call', status: 'completed', action: { type: 'open_page' } },
      { type: 'web_search_call', status: 'failed', action: { type: 'search' } },
      { type: 'file_search_call', status: 'completed' },
      { type: 'code_interpreter_call', container_id: 'c1' },
      { type: 'code_interpreter_call', container_id: 'c1' },
      { type: 'image_generation_call', status: 'completed' },
      { type: 'message', content: [] },
    ],
    tool_usage: {
      web_search: { num_requests: 1 },
      image_gen: { input_tokens: 50, output_tokens: 1_056, total_tokens: 1_106 },
    },
  } as unknown as Json;
  const runs = { web_searches: 1, file_searches: 1, code_sessions: 1, images: 1 };
  const drawn = [{ model: 'gpt-image-1', usage: { input_tokens: 50, output_tokens: 1_056 } }];

  it('are read of a whole response, and of the end of its stream', () => {
    expect(usageOf('responses', response)).toEqual({ ...tokens, ...runs });
    expect(sideOf('responses', response)).toEqual(drawn);
    expect(means('responses', { type: 'response.completed', response })).toEqual({
      usage: { ...tokens, ...runs },
      side: drawn,
      end: 'last',
    });
  });

  it('are seen in a stream before its end', () => {
    const ended = (item: object): Json => ({
      type: 'response.output_item.done',
      item: { status: 'completed', ...item },
    });
    expect(means('responses', ended({ type: 'web_search_call' }))).toEqual({ adds: { web_searches: 1 } });
    expect(means('responses', ended({ type: 'message' }))).toEqual({});
    const begun: Json = { type: 'response.output_item.added', item: { type: 'function_call', name: 'f' } };
    expect(means('responses', begun)).toEqual({ output: 'f' });
  });

  it.each<[string, Json, object]>([
    ['a host that names them by requests', { server_tool_use: { web_search_requests: 2 } }, { web_searches: 2 }],
    ['another', { server_tool_use_details: { web_search_requests: 1, tool_calls_executed: 1 } }, { web_searches: 1 }],
    [
      'one that names them by calls',
      { server_side_tool_usage_details: { web_search_calls: 1, x_search_calls: 2, image_generation_calls: 1 } },
      { web_searches: 3, images: 1 },
    ],
    ['one that counts queries', { num_search_queries: 4 }, { web_searches: 4 }],
    ['one with a count that cannot be', { server_tool_use: { web_search_requests: -2 } }, {}],
  ])('are read of %s', (_, counts, read) => {
    const usage = { prompt_tokens: 3, completion_tokens: 4, ...(counts as object) };
    expect(usageOf('chat-completions', { usage })).toEqual({ input_tokens: 3, output_tokens: 4, ...read });
  });

  it('are read of a message, with its container', () => {
    const usage = {
      input_tokens: 3,
      output_tokens: 4,
      server_tool_use: { web_search_requests: 2, web_fetch_requests: 1 },
    };
    expect(usageOf('messages', { usage, container: { id: 'c', expires_at: 'x' } })).toEqual({
      input_tokens: 3,
      output_tokens: 4,
      web_searches: 2,
      web_fetches: 1,
      code_sessions: 1,
    });
  });
});

describe('reasoning', () => {
  const usage = (prompt: number, completion: number, total: number, reasoning: number) => ({
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: total,
    completion_tokens_details: { reasoning_tokens: reasoning },
  });

  it.each<[string, Json, ReasoningPlace | null, number, boolean]>([
    ['in the output', usage(61, 180, 241, 137), null, 180, false],
    ['in the output, as the catalogue says', usage(61, 18, 79, 137), 'included', 18, false],
    ['beside output and total', usage(61, 18, 79, 137), 'separate', 155, false],
    ['next to output and total, which is not documented', usage(61, 18, 79, 137), null, 18, true],
    ['counted by another tokenizer', usage(43, 10, 53, 11), null, 10, true],
    ['beside the output and in the total', usage(12, 1, 303, 290), null, 291, false],
    ['beside the output and in the total, as the catalogue says', usage(12, 1, 303, 290), 'separate', 291, false],
    ['none', usage(12, 1, 13, 0), 'separate', 1, false],
  ])('is %s: %j, %s: %d', (_, counts, place, output, unclear) => {
    expect(usageOf('chat-completions', { usage: counts }, place)).toMatchObject({ output_tokens: output });
    expect(isUnclear(counts, place)).toBe(unclear);
    const chunk = { choices: [], usage: counts };
    const meaning = wires['chat-completions'].meter.readEvent(
      { name: null, text: JSON.stringify(chunk), data: chunk },
      place,
    );
    expect(meaning).toMatchObject({ usage: { output_tokens: output } });
    expect(meaning.isUnclear ?? false).toBe(unclear);
  });

  it('stands beside the totals of some', () => {
    const counts = { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30, reasoning_tokens: 500 };
    expect(usageOf('chat-completions', { usage: counts }, 'separate')).toMatchObject({ output_tokens: 520 });
  });
});

describe('audio that is more than the whole prompt', () => {
  it('is counted beside it, and is no output', () => {
    const usage = {
      prompt_tokens: 6,
      completion_tokens: 98,
      total_tokens: 479,
      prompt_tokens_details: { audio_tokens: 375 },
    };
    const read = { input_tokens: 6, input_audio_tokens: 375, output_tokens: 98 };
    expect(usageOf('chat-completions', { usage })).toEqual(read);
    expect(usageOf('chat-completions', { usage: { ...usage, total_tokens: 104 } })).toEqual(read);
  });
});
