import { describe, expect, it } from 'vitest';
import type { TurnWireId } from '../../../../src/wires/translation/parts.ts';
import type { TurnEvent } from '../../../../src/wires/turn.ts';
import { rebuilt } from './rebuild.ts';
import { wires } from '../../../../src/wires/wires.ts';
import {
  able,
  asBody,
  asEvents,
  lossLines,
  plainSeals,
  raw,
  readStream,
  streamEvents,
  translated,
  turnWires,
} from './turn-wires.ts';

const chat = 'chat-completions';
type Body = Readonly<Record<string, unknown>>;

/** A message of an Anthropic-compatible upstream. */
const message = (content: readonly object[], more: object = {}): object => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content,
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 3, output_tokens: 2 },
  ...more,
});
const text = (value: string): object => ({ type: 'text', text: value });
const use = (id: string, input: object = {}): object => ({ type: 'tool_use', id, name: 'f', input });

/** A completion of an OpenAI-compatible upstream. */
const completion = (said: object, finish: string | null = 'stop', more: object = {}): object => ({
  id: 'c',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', ...said }, finish_reason: finish }],
  usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
  ...more,
});
const calls = (...ids: readonly string[]): object => ({
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })),
});

const read = (wire: TurnWireId, body: object): readonly TurnEvent[] =>
  plainSeals(turnWires[wire].readAnswer(raw(body)));
const whole = (from: TurnWireId, to: TurnWireId, body: object): Body => asBody(to, read(from, body)).body;
const streamed = (from: TurnWireId, to: TurnWireId, body: object): readonly Body[] =>
  asEvents(to, read(from, body)).flatMap(({ data }) => (data === null ? [] : [JSON.parse(data) as Body]));

const chunks = (deltas: readonly (object | string)[]): string =>
  deltas.map((delta) => `data: ${typeof delta === 'string' ? delta : JSON.stringify(delta)}\n\n`).join('');
const delta = (said: object, finish: string | null = null, more: object = {}): object => ({
  id: 'c',
  choices: [{ index: 0, delta: said, finish_reason: finish }],
  ...more,
});
const fromChat = (events: readonly (object | string)[]): readonly TurnEvent[] =>
  plainSeals(readStream(chat, streamEvents(chunks(events))));

/** Bugs that other gateways have shipped, in the translation of answers. The numbers are those of our list of them. */
describe('a translated answer', () => {
  it('1: numbers calls among themselves', () => {
    const found = streamed('messages', chat, message([text('A'), use('x'), use('y')], { stop_reason: 'tool_use' }));
    const indexes = found.flatMap(({ choices }) =>
      (choices as readonly { delta: { tool_calls?: readonly { id?: string; index: number }[] } }[]).flatMap(
        ({ delta: { tool_calls = [] } }) => tool_calls.flatMap(({ id, index }) => (id === undefined ? [] : [index])),
      ),
    );
    expect(indexes).toEqual([0, 1]);
  });

  it('2: is one choice with one reason to stop, also where thoughts come first', () => {
    const content = [{ type: 'thinking', thinking: 'Hm', signature: 's' }, text('A'), use('x')];
    const found = streamed('messages', chat, message(content, { stop_reason: 'tool_use' }));
    const choices = found.flatMap((each) => each['choices'] as readonly { index: number; finish_reason: unknown }[]);
    expect(new Set(choices.map(({ index }) => index))).toEqual(new Set([0]));
    expect(choices.flatMap(({ finish_reason: finish }) => (finish === null ? [] : [finish]))).toEqual(['tool_calls']);
  });

  it('3: has arguments where the tool was called with none', async () => {
    const events = read('messages', message([use('x')], { stop_reason: 'tool_use' }));
    const expected = { choices: [{ message: { tool_calls: [{ function: { arguments: '{}' } }] } }] };
    expect(asBody(chat, events).body).toMatchObject(expected);
    expect(await rebuilt(chat, asEvents(chat, events), 'newest')).toMatchObject(expected);
  });

  it('4: keeps words before and after a call', () => {
    const body = message([text('A'), use('x'), text('B')], { stop_reason: 'tool_use' });
    expect(whole('messages', chat, body)).toMatchObject({ choices: [{ message: { content: 'AB' } }] });
    const { output } = whole('messages', 'responses', body) as { output: readonly { type: string }[] };
    expect(output.map(({ type }) => type)).toEqual(['message', 'function_call', 'message']);
  });

  it('5: has the same thoughts in a stream and without one', () => {
    const body = message([{ type: 'thinking', thinking: 'Hm', signature: 's' }, text('A')]);
    expect(whole('messages', chat, body)).toMatchObject({ choices: [{ message: { reasoning_content: 'Hm' } }] });
    expect(JSON.stringify(streamed('messages', chat, body))).toContain('"reasoning_content":"Hm"');
  });

  it('6: hands no run of the provider’s own tool to the caller as a call', () => {
    const content = [
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' } },
      {
        type: 'web_search_tool_result',
        tool_use_id: 'srvtoolu_1',
        content: [{ type: 'web_search_result', url: 'https://a', title: 'A', encrypted_content: 'x' }],
      },
      text('Found'),
    ];
    const found = whole('messages', chat, message(content));
    expect(found).toMatchObject({ choices: [{ finish_reason: 'stop', message: { content: 'Found' } }] });
    expect(JSON.stringify(found)).not.toContain('tool_calls');
    expect(whole('messages', 'responses', message(content))).toMatchObject({
      output: [
        { type: 'web_search_call', action: { query: 'q', sources: [{ url: 'https://a' }] } },
        { type: 'message' },
      ],
    });
  });

  it.each([
    ['end_turn', 'stop', 'completed', null],
    ['stop_sequence', 'stop', 'completed', null],
    ['max_tokens', 'length', 'incomplete', 'max_output_tokens'],
    // 7
    ['model_context_window_exceeded', 'length', 'incomplete', 'max_output_tokens'],
    ['refusal', 'content_filter', 'incomplete', 'content_filter'],
    ['pause_turn', 'stop', 'completed', null],
    ['something_new', 'stop', 'completed', null],
  ])('7: ends by %s as %s and %s', (stop_reason, finish, status, reason) => {
    const body = message([text('A')], { stop_reason });
    expect(whole('messages', chat, body)).toMatchObject({ choices: [{ finish_reason: finish }] });
    const found = whole('messages', 'responses', body);
    expect(found).toMatchObject({ status, incomplete_details: reason === null ? null : { reason } });
  });

  it('11: counts the same tokens in each kind, both ways', () => {
    const usage = {
      prompt_tokens: 1_000,
      completion_tokens: 10,
      total_tokens: 1_010,
      prompt_tokens_details: { cached_tokens: 900, cache_write_tokens: 50 },
      completion_tokens_details: { reasoning_tokens: 4 },
    };
    const there = whole(chat, 'messages', completion({ content: 'A' }, 'stop', { usage }));
    expect(there['usage']).toEqual({
      input_tokens: 50,
      cache_read_input_tokens: 900,
      cache_creation_input_tokens: 50,
      cache_creation: null,
      output_tokens: 10,
      output_tokens_details: { thinking_tokens: 4 },
      server_tool_use: null,
      service_tier: null,
      inference_geo: null,
      speed: null,
    });
    expect(whole('messages', chat, there)['usage']).toEqual(usage);
  });

  it('12: takes the last usage, wherever it stands', () => {
    const usage = (prompt: number): object => ({ usage: { prompt_tokens: prompt, completion_tokens: 1 } });
    const late = [delta({ content: 'A' }, 'stop', usage(1)), { id: 'c', choices: [], ...usage(5) }, '[DONE]'];
    expect(asBody('messages', fromChat(late)).body).toMatchObject({ usage: { input_tokens: 5 } });
    const early = [delta({ content: 'A' }), delta({}, 'stop', usage(7)), '[DONE]'];
    expect(asBody('messages', fromChat(early)).body).toMatchObject({ usage: { input_tokens: 7 } });
  });

  it.each(['stop', 'tool_calls', 'function_call', 'tool_call', 'eos', '', null])(
    '13: stops to use a tool where it calls one, whatever the upstream says: %s',
    (finish) => {
      expect(whole(chat, 'messages', completion(calls('x'), finish))['stop_reason']).toBe('tool_use');
      expect(whole(chat, 'messages', completion({ content: 'A' }, finish))['stop_reason']).toBe('end_turn');
    },
  );

  it('14: keeps a refusal and its reason', () => {
    const there = whole(chat, 'messages', completion({ content: '' }, 'content_filter'));
    expect(there).toMatchObject({ stop_reason: 'refusal', stop_details: { type: 'refusal' } });
    const refused = message([], { stop_reason: 'refusal', stop_details: { type: 'refusal', explanation: 'No.' } });
    const expected = { choices: [{ finish_reason: 'content_filter', message: { refusal: 'No.' } }] };
    expect(whole('messages', chat, refused)).toMatchObject(expected);
    expect(whole('messages', 'responses', refused)).toMatchObject({ output: [{ content: [{ refusal: 'No.' }] }] });
    expect(whole(chat, 'messages', completion({ refusal: 'No.' }))).toMatchObject({ stop_reason: 'refusal' });
  });

  it('15: names the sequence that stopped it, and has the member where none did', () => {
    const choices = [{ index: 0, message: { content: 'A' }, finish_reason: 'stop', stop_reason: '###' }];
    const stopped = whole(chat, 'messages', { id: 'c', choices });
    expect(stopped).toMatchObject({ stop_reason: 'stop_sequence', stop_sequence: '###' });
    const found = streamed(chat, 'messages', completion({ content: 'A' }));
    expect(found.find(({ type }) => type === 'message_delta')).toMatchObject({ delta: { stop_sequence: null } });
    // The other formats have no place for it.
    const sent = message([text('A')], { stop_reason: 'stop_sequence', stop_sequence: '###' });
    for (const to of [chat, 'responses'] as const)
      expect(lossLines(asBody(to, read('messages', sent)).losses)).toEqual(['stop_sequence: advisory']);
    expect(asBody('messages', read('messages', sent)).losses).toEqual([]);
  });

  it.each([chat, 'messages'] as const)('reports the phase of a message, and usage that is not known, on %s', (to) => {
    const item = { type: 'message', id: 'm', phase: 'commentary', content: [{ type: 'output_text', text: 'A' }] };
    const response = { id: 'r', status: 'completed', output: [item] };
    const events = [
      { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [] } },
      { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'A' },
      { type: 'response.completed', response },
    ];
    const inStream = readStream(
      'responses',
      events.map((data) => ({ name: data.type, text: '', data })),
    );
    for (const each of [read('responses', response), inStream])
      expect(lossLines(asBody(to, each).losses)).toEqual(['answer[0].phase: advisory', 'usage: approximated']);
  });

  it('16: ends the thoughts before the words begin, and opens another block for more', () => {
    const events = fromChat([
      delta({ reasoning_content: 'Hm' }),
      delta({ content: 'A' }),
      delta({ reasoning_content: 'Oh' }),
      delta({ content: 'B' }, 'stop'),
      '[DONE]',
    ]);
    const { content } = asBody('messages', events).body as { content: readonly { type: string }[] };
    expect(content.map(({ type }) => type)).toEqual(['thinking', 'text', 'thinking', 'text']);
    const marks = asEvents('messages', events).flatMap(({ data }) => {
      const {
        type,
        index,
        delta: change,
      } = JSON.parse(data ?? '') as {
        type: string;
        index?: number;
        delta?: { type: string };
      };
      return index === undefined ? [] : [`${type.replace('content_block_', '')}${index} ${change?.type ?? ''}`.trim()];
    });
    expect(marks.slice(0, 6)).toEqual([
      'start0',
      'delta0 thinking_delta',
      'delta0 signature_delta',
      'stop0',
      'start1',
      'delta1 text_delta',
    ]);
  });

  it('17: comes to its end where it is thoughts alone', () => {
    const events = fromChat([
      delta({ content: null, reasoning_content: 'Hm' }),
      delta({ content: null }, 'stop'),
      '[DONE]',
    ]);
    const types = asEvents('messages', events).map(({ data }) => (JSON.parse(data ?? '') as { type: string }).type);
    expect(types.slice(-3)).toEqual(['content_block_stop', 'message_delta', 'message_stop']);
  });

  it.each([
    ['an error as data', { error: { message: 'Broken' } }],
    ['an end without a word', undefined],
  ])('30: never ends well after %s', (_, failure) => {
    const events = fromChat([delta({ content: 'A' }), delta({ content: 'B' }), ...(failure ? [failure] : [])]);
    expect(events.at(-1)?.type).toBe('fault');
    for (const to of ['messages', 'responses'] as const)
      expect(asEvents(to, events).filter(({ last }) => last)).toEqual([]);
  });

  it('takes another id at an index that is taken for another call', () => {
    const at = (id: string): object => ({ tool_calls: [{ index: 0, id, function: { name: 'f', arguments: '{}' } }] });
    const events = fromChat([delta(at('x')), delta(at('y')), delta({}, 'tool_calls'), '[DONE]']);
    expect(asBody('messages', events).body['content']).toMatchObject([{ id: 'x' }, { id: 'y' }]);
  });

  it('puts calls that overlap in order', () => {
    const piece = (index: number, call: object): object => delta({ tool_calls: [{ index, ...call }] });
    const events = fromChat([
      piece(0, { id: 'x', function: { name: 'f', arguments: '{"a":' } }),
      piece(1, { id: 'y', function: { name: 'g', arguments: '{"b":' } }),
      piece(0, { function: { arguments: '1}' } }),
      piece(1, { function: { arguments: '2}' } }),
      delta({}, 'tool_calls'),
      '[DONE]',
    ]);
    expect(asBody('messages', events).body['content']).toMatchObject([{ input: { a: 1 } }, { input: { b: 2 } }]);
    const starts = asEvents('messages', events).flatMap(({ data }) => {
      const { type, index } = JSON.parse(data ?? '') as { type: string; index?: number };
      return index === undefined ? [] : [`${type.replace('content_block_', '')}${index}`];
    });
    expect(starts).toEqual(['start0', 'delta0', 'delta0', 'stop0', 'start1', 'delta1', 'delta1', 'stop1']);
  });

  it('answers callers of the deprecated functions in their own way', () => {
    const request = { model: 'm', messages: [], functions: [{ name: 'f' }] };
    const events = read('messages', message([use('x', { a: 1 })], { stop_reason: 'tool_use' }));
    expect(asBody(chat, events, request).body).toMatchObject({
      choices: [{ finish_reason: 'function_call', message: { function_call: { name: 'f', arguments: '{"a":1}' } } }],
    });
  });

  it('gives a tool that takes text its text', () => {
    const request = { model: 'm', input: [], tools: [{ type: 'custom', name: 'f' }] };
    const events = read('messages', message([use('x', { input: 'Some text' })], { stop_reason: 'tool_use' }));
    const expected = { output: [{ type: 'custom_tool_call', call_id: 'x', name: 'f', input: 'Some text' }] };
    expect(asBody('responses', events, request).body).toMatchObject(expected);
    expect(
      asEvents('responses', events, request)
        .map(({ data }) => data)
        .join(''),
    ).toContain('custom_tool_call_input.done');
  });

  it('names no tier: the one that the caller asked for may not be the one that served', () => {
    const request = { model: 'm', input: 'Hi', service_tier: 'priority', temperature: 0.5 };
    const { body } = asBody('responses', read('messages', message([text('A')])), request);
    expect([body['service_tier'], body['temperature']]).toEqual([undefined, 0.5]);
  });
});

describe('the deprecated functions, whose answers can hold one call', () => {
  const request = {
    model: 'm',
    messages: [{ role: 'user', content: 'Hi' }],
    functions: [{ name: 'f' }, { name: 'g' }],
  };
  const call = (part: number, name: string, args: string): readonly TurnEvent[] => [
    { type: 'open', part, head: { kind: 'call', id: `c${part}`, name } },
    { type: 'delta', part, text: args },
    { type: 'close', part, whole: null },
  ];
  const events: readonly TurnEvent[] = [
    { type: 'start' },
    ...call(0, 'f', '{"a":1}'),
    ...call(1, 'g', ''),
    { type: 'stop', reason: 'tool', sequence: null, explanation: null },
    { type: 'usage', usage: { input: 1 } },
    { type: 'end' },
  ];
  const first = { name: 'f', arguments: '{"a":1}' };

  it('show the first, whole and streamed, and the others are reported', () => {
    const { body, losses } = asBody('chat-completions', events, request);
    expect(body['choices']).toMatchObject([{ message: { function_call: first }, finish_reason: 'function_call' }]);
    expect(lossLines(losses)).toEqual(['answer[1]: meaning']);
    const deltas = asEvents('chat-completions', events, request).flatMap(({ data }) => {
      const { choices = [] } = JSON.parse(data === null || data === '[DONE]' ? '{}' : data) as {
        choices?: readonly { delta: { function_call?: { name?: string; arguments: string } } }[];
      };
      return choices.flatMap((choice) => choice.delta.function_call ?? []);
    });
    expect(deltas.map(({ name }) => name ?? '').join('')).toBe('f');
    expect(deltas.map(({ arguments: args }) => args).join('')).toBe(first.arguments);
  });

  it('are asked for one at a time, where every model can be asked', () => {
    const to = (wire: 'responses' | 'messages') => translated({ from: 'chat-completions', to: wire }, request);
    // o1, o3-mini and o4-mini refuse the member.
    expect(to('responses').body).not.toHaveProperty('parallel_tool_calls');
    expect(to('messages').body['tool_choice']).toEqual({ type: 'auto', disable_parallel_tool_use: true });
    const turn = turnWires['chat-completions'].readRequest(raw(request));
    for (const wire of ['gemini', 'converse'] as const)
      expect(wires[wire].turn?.writeRequest?.(turn, { model: 'm', abilities: able }).losses).toEqual([]);
  });
});
