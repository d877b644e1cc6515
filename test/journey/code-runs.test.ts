import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeConfig, makeModel, makeProduct, makeProvider } from '../fakes/make-config.ts';
import { json, sse } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { lastRecorded, usageOf } from './recorded-calls.ts';
import { startWith } from './start-gateway.ts';

const event = (data: { readonly type: string }): string => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
const events = (list: readonly object[]): readonly string[] => list.map((each) => event(each as never));

const call = {
  type: 'server_tool_use',
  id: 'srvtoolu_1',
  name: 'bash_code_execution',
  input: { command: 'expr 3 + 4' },
};
const result = {
  type: 'bash_code_execution_tool_result',
  tool_use_id: 'srvtoolu_1',
  content: { type: 'bash_code_execution_result', stdout: '7\n', stderr: '', return_code: 0, content: [] },
};
const container = { id: 'container_1', expires_at: '2026-01-01T00:00:00Z' };
const message = {
  id: 'msg_up',
  type: 'message',
  role: 'assistant',
  model: 'claude-opus-5',
  content: [call, result, { type: 'text', text: 'It is 7.' }],
  container,
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 11, output_tokens: 7 },
};
const messageStream = events([
  { type: 'message_start', message: { ...message, content: [], container: null, stop_reason: null } },
  { type: 'content_block_start', index: 0, content_block: { ...call, input: {} } },
  {
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'input_json_delta', partial_json: '{"command":"expr 3 + 4"}' },
  },
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: result },
  { type: 'content_block_stop', index: 1 },
  { type: 'content_block_start', index: 2, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 2, delta: { type: 'text_delta', text: 'It is 7.' } },
  { type: 'content_block_stop', index: 2 },
  {
    type: 'message_delta',
    delta: { stop_reason: 'end_turn', stop_sequence: null, container },
    usage: { input_tokens: 11, output_tokens: 7 },
  },
  { type: 'message_stop' },
]);

const item = {
  id: 'ci_1',
  type: 'code_interpreter_call',
  status: 'completed',
  code: 'print(3 + 4)',
  container_id: 'cntr_1',
  outputs: [{ type: 'logs', logs: '7\n' }],
};
const said = {
  id: 'msg_2',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'It is 7.', annotations: [] }],
};
const response = {
  id: 'resp_up',
  object: 'response',
  created_at: 1,
  status: 'completed',
  model: 'gpt-5',
  output: [item, said],
  usage: { input_tokens: 11, output_tokens: 7, total_tokens: 18 },
};
const responseStream = events([
  { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
  { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', code: '' } },
  { type: 'response.output_item.done', output_index: 0, item },
  { type: 'response.output_item.added', output_index: 1, item: { ...said, content: [] } },
  { type: 'response.output_item.done', output_index: 1, item: said },
  { type: 'response.completed', response },
]);

const rates = { input_tokens: 1_000_000n, output_tokens: 1_000_000n, code_sessions: 1_000_000_000n };
const question = { role: 'user', content: 'How much is 3 + 4?' };

describe('code that the provider of another format runs', () => {
  let upstream: ScriptedUpstream;
  let gateway: Awaited<ReturnType<typeof startWith>>;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    const providers = [
      { ...makeProvider('openai', 'a', upstream.url), wires: ['responses'] as const },
      makeProvider('anthropic', 'b', upstream.url),
    ];
    const models = [makeModel('gpt-5', ['openai']), makeModel('claude-opus-5', ['anthropic'])];
    const products = [{ ...makeProduct('test'), prices: [{ from: 0, rates }] }];
    gateway = await startWith(makeConfig({ providers, models, products }));
  });
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });
  beforeEach(() => upstream.forget());

  const toClaude = (body: object): Promise<Response> => {
    const tools = [{ type: 'code_interpreter', container: { type: 'auto' } }];
    return gateway.call('/v1/responses', { body: { model: 'claude-opus-5', input: [question], tools, ...body } });
  };
  const toGpt = (body: object): Promise<Response> => {
    const tools = [{ type: 'code_execution_20250825', name: 'code_execution' }];
    const asked = { model: 'gpt-5', max_tokens: 50, messages: [question], tools, ...body };
    return gateway.call('/v1/messages', { body: asked });
  };
  const sent = (): Readonly<Record<string, unknown>> =>
    JSON.parse(upstream.requests.at(-1)?.body.toString() ?? '{}') as Readonly<Record<string, unknown>>;

  it.each([
    ['claude, whole', toClaude, json(message), {}],
    ['claude, streamed', toClaude, sse(messageStream), { stream: true }],
    ['gpt, whole', toGpt, json(response), {}],
    ['gpt, streamed', toGpt, sse(responseStream), { stream: true }],
  ] as const)('is shown, and its container charged: %s', async (_, ask, script, more) => {
    upstream.always(script);
    const answer = await ask(more);
    const text = await answer.text();
    expect([answer.status, text.includes('It is 7.'), text.includes('7\\n')]).toEqual([200, true, true]);
    const recorded = await lastRecorded(gateway);
    expect(usageOf(recorded)).toEqual({ input_tokens: 11, output_tokens: 7, code_sessions: 1 });
    expect(recorded.charge).toBe(1_018_000n);
    expect(recorded.losses).toContain('dropped:answer[0].container');
  });

  it('is known to the next turn, and to one that names the answer', async () => {
    upstream.always(json(message));
    const answer = await toClaude({ store: true });
    expect(answer.headers.get('x-diglot-approximated')).toBe('answer[0].code');
    const { id, output } = (await answer.json()) as { id: string; output: readonly object[] };
    expect(output[0]).toMatchObject({ code: 'expr 3 + 4', outputs: [{ type: 'logs', logs: '7\n' }] });
    for (const body of [{ input: [question, ...output, question] }, { previous_response_id: id }]) {
      const next = await toClaude(body);
      expect([next.status, next.headers.get('x-diglot-approximated')]).toEqual([200, 'input[1], answer[0].code']);
      expect(sent()).toMatchObject({
        tools: [{ type: 'code_execution_20250825' }],
        messages: [question, { role: 'assistant', content: [call, result, { text: 'It is 7.' }] }, question],
      });
    }
  });

  it('is known to the next turn of a caller of Messages', async () => {
    upstream.always(json(response));
    const { content } = (await (await toGpt({})).json()) as { content: readonly object[] };
    const next = await toGpt({ messages: [question, { role: 'assistant', content }, question] });
    expect([next.status, next.headers.get('x-diglot-approximated')]).toEqual([200, 'answer[0].return_code']);
    expect(sent()).toMatchObject({ input: [question, item, { role: 'assistant' }, question] });
    // The vendor that made it is not the one that it goes to: what is sealed stays away, with its call.
    upstream.always(json(message));
    const other = await toGpt({
      model: 'claude-opus-5',
      messages: [question, { role: 'assistant', content }, question],
    });
    expect(other.headers.get('x-diglot-dropped')).toBe('messages[1].content[0], messages[1].content[1]');
    expect(sent()['messages']).toEqual([question, { role: 'assistant', content: [content[2]] }, question]);
  });
});
