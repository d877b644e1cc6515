import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeConfig, makeModel, makeProvider } from '../fakes/make-config.ts';
import { messagesCall } from '../fakes/sample-calls.ts';
import { json } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { startWith } from './start-gateway.ts';

const reasoning = {
  id: 'rs_1',
  type: 'reasoning',
  summary: [{ type: 'summary_text', text: 'Rome, then.' }],
  encrypted_content: 'gAAAAAB-opaque==',
};
const call = { id: 'fc_1', type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{"city":"Rome"}' };
const response = {
  id: 'resp_up',
  object: 'response',
  created_at: 1,
  status: 'completed',
  model: 'gpt-5',
  output: [reasoning, call],
  usage: { input_tokens: 11, output_tokens: 7, total_tokens: 18 },
};
const question = { role: 'user', content: 'How warm is Rome?' };
const tools = [{ name: 'weather', input_schema: { type: 'object', properties: {} } }];
const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: '31' }] };

describe('the thoughts of a model that speaks responses', () => {
  let upstream: ScriptedUpstream;
  let gateway: Awaited<ReturnType<typeof startWith>>;
  let content: readonly Record<string, unknown>[];
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    const providers = [
      { ...makeProvider('openai', 'a', upstream.url), wires: ['responses'] as const },
      makeProvider('anthropic', 'b', upstream.url),
    ];
    const models = [
      makeModel('gpt-5', ['openai']),
      makeModel('o3', ['openai']),
      makeModel('claude-opus-5', ['anthropic']),
    ];
    gateway = await startWith(makeConfig({ providers, models }));
    upstream.always(json(response));
    const answer = await ask('gpt-5', [question]);
    content = ((await answer.json()) as { content: typeof content }).content;
  });
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });
  beforeEach(() => upstream.forget());

  const ask = (model: string, messages: readonly object[]): Promise<Response> =>
    gateway.call('/v1/messages', { body: { model, max_tokens: 50, messages, tools, thinking: { type: 'adaptive' } } });
  const history = (): readonly object[] => [question, { role: 'assistant', content }, result];
  const sent = (): Record<string, unknown> =>
    JSON.parse(upstream.requests.at(-1)?.body.toString() ?? '{}') as Record<string, unknown>;

  it('are shown, and sealed', () => {
    expect(content).toMatchObject([
      { type: 'thinking', thinking: 'Rome, then.', signature: expect.stringMatching(/^dg1\./) as string },
      { type: 'tool_use', id: 'call_1', name: 'weather', input: { city: 'Rome' } },
    ]);
    expect(JSON.stringify(content)).not.toContain('opaque');
  });

  it('go back to it as the item that they were', async () => {
    upstream.always(json(response));
    const answer = await ask('gpt-5', history());
    expect(answer.status).toBe(200);
    expect(sent()['input']).toEqual([
      question,
      reasoning,
      { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{"city":"Rome"}' },
      { type: 'function_call_output', call_id: 'call_1', output: '31' },
    ]);
    expect(answer.headers.get('x-diglot-dropped')).toBeNull();
  });

  it('do not go to a model of another vendor', async () => {
    upstream.always(json(messagesCall.answer));
    const answer = await ask('claude-opus-5', history());
    expect(answer.status).toBe(200);
    expect(upstream.requests[0]?.body.toString()).not.toContain('dg1.');
    expect(sent()['messages']).toMatchObject([
      question,
      { role: 'assistant', content: [{ type: 'tool_use' }] },
      result,
    ]);
  });

  it('are left out, and named, where the seal was changed', async () => {
    upstream.always(json(response));
    const [thought, ...rest] = content;
    const changed = { ...thought, signature: `${String(thought?.['signature']).slice(0, -4)}AAAA` };
    const answer = await ask('gpt-5', [question, { role: 'assistant', content: [changed, ...rest] }, result]);
    expect([answer.status, answer.headers.get('x-diglot-dropped')]).toEqual([200, 'messages[1].content[0]']);
    expect(sent()['input']).toMatchObject([question, { type: 'function_call' }, { type: 'function_call_output' }]);
  });
});
