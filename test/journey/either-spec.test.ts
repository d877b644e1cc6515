import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeConfig, makeModel, makeProvider } from '../fakes/make-config.ts';
import { chatCall, chatStream, messagesCall, messageStream } from '../fakes/sample-calls.ts';
import { json, sse } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { lastRecorded, usageOf } from './recorded-calls.ts';
import { startWith } from './start-gateway.ts';

const messages = [{ role: 'user', content: 'Hi' }];
const usage = { input_tokens: 11, output_tokens: 7 };

describe('a model of either specification', () => {
  let upstream: ScriptedUpstream;
  let gateway: Awaited<ReturnType<typeof startWith>>;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    const providers = [
      { ...makeProvider('openai', 'a', upstream.url), wires: ['chat-completions'] as const },
      makeProvider('anthropic', 'b', upstream.url),
    ];
    const models = [
      makeModel('test-model', ['openai']),
      makeModel('claude', ['anthropic']),
      makeModel('gpt-*', ['openai']),
    ];
    gateway = await startWith(makeConfig({ providers, models }));
  });
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });
  beforeEach(() => upstream.forget());

  it('answers messages, whole and streamed, where it speaks chat completions', async () => {
    upstream.always(json(chatCall.answer));
    const body = { model: 'test-model', max_tokens: 50, messages };
    const whole = await gateway.call('/v1/messages?beta=true', {
      body,
      headers: { 'anthropic-version': '2023-06-01' },
    });
    expect(await whole.json()).toMatchObject({ type: 'message', content: [{ type: 'text', text: 'Hello' }], usage });
    expect(upstream.requests[0]?.path).toBe('/v1/chat/completions');
    expect(upstream.requests[0]?.headers['anthropic-version']).toBeUndefined();
    expect(usageOf(await lastRecorded(gateway))).toEqual(usage);
    upstream.always(sse(chatStream));
    const stream = await (await gateway.call('/v1/messages', { body: { ...body, stream: true } })).text();
    expect(stream).toMatch(/^event: message_start\n[\s\S]*"text":"Héllo 👋"[\s\S]*event: message_stop\n.*\n\n$/);
    expect(usageOf(await lastRecorded(gateway))).toEqual(usage);
  });

  it('answers chat completions, whole and streamed, where it speaks messages', async () => {
    upstream.always(json(messagesCall.answer));
    const body = { model: 'claude', messages };
    const whole = await gateway.call('/v1/chat/completions', { body });
    expect([whole.status, await whole.json()]).toMatchObject([200, { choices: [{ message: { role: 'assistant' } }] }]);
    expect(upstream.requests[0]?.path).toBe('/v1/messages');
    expect(upstream.requests[0]?.headers['anthropic-version']).toBe('2023-06-01');
    expect(usageOf(await lastRecorded(gateway))).toEqual(messagesCall.usage);
    upstream.always(sse(messageStream));
    const stream = await (await gateway.call('/v1/chat/completions', { body: { ...body, stream: true } })).text();
    expect(stream).toMatch(/"content":"Héllo 👋"[\s\S]*data: \[DONE\]\n\n$/);
    expect(usageOf(await lastRecorded(gateway))).toEqual(usage);
  });

  it('stores a chat with its usage, whether or not the caller asked for it', async () => {
    upstream.always(sse(messageStream));
    const body = { model: 'claude', messages, stream: true, store: true };
    const stream = await (await gateway.call('/v1/chat/completions', { body })).text();
    expect(stream).not.toContain('usage');
    const [, id = ''] = /"id":"(chatcmpl_\w+)"/.exec(stream) ?? [];
    const stored = await (await gateway.call(`/v1/chat/completions/${id}`)).json();
    expect(stored).toMatchObject({ id, usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 } });
  });

  it('reports a failure of its upstream in the caller’s format alone', async () => {
    const failure =
      'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n';
    upstream.always(sse([...messageStream.slice(0, 4), failure]));
    const body = { model: 'claude', messages, stream: true };
    const stream = await (await gateway.call('/v1/chat/completions', { body })).text();
    expect(stream).toMatch(/data: \{"error":\{"message":"Overloaded"[^\n]*\n\n$/);
    expect(stream).not.toContain('event: error');
  });

  it('stores a response that was made of messages', async () => {
    upstream.always(sse(messageStream));
    const body = { model: 'claude', input: 'Hi', stream: true };
    const stream = await (await gateway.call('/v1/responses', { body })).text();
    const [, id = ''] = /"id":"(resp_\w+)"/.exec(stream) ?? [];
    const stored = await (await gateway.call(`/v1/responses/${id}`)).json();
    expect(stored).toMatchObject({ id, status: 'completed', output: [{ content: [{ text: 'Héllo 👋' }] }] });
  });

  it.each([
    ['/v1/messages/count_tokens', { model: 'test-model', messages }],
    ['/v1/responses/input_tokens', { model: 'claude', input: 'Hi' }],
  ])('has its input counted, marked as an estimate, and sends nothing: %s', async (path, body) => {
    const answer = await gateway.call(path, { body });
    const { input_tokens: counted } = (await answer.json()) as { readonly input_tokens: number };
    expect([answer.status, answer.headers.get('x-diglot-approximated')]).toEqual([200, 'input_tokens']);
    expect(counted).toBeGreaterThan(0);
    expect(upstream.requests).toEqual([]);
  });

  it('is not asked to compact what only its own format compacts', async () => {
    const answer = await gateway.call('/v1/responses/compact', { body: { model: 'claude', input: 'Hi' } });
    expect([answer.status, await answer.json()]).toMatchObject([404, { error: { code: 'model_not_found' } }]);
    expect(upstream.requests).toEqual([]);
  });

  it('is 404 for counting where no conversation reaches it either', async () => {
    const answer = await gateway.call('/v1/messages/count_tokens', { body: { model: 'nobody', messages } });
    expect(answer.status).toBe(404);
  });

  it('is in the lists of both, also one that only its provider lists', async () => {
    upstream.always(({ path }) => json({ data: path === '/v1/models' ? [{ id: 'gpt-9' }] : [] }));
    for (const headers of [{}, { 'anthropic-version': '2023-06-01' }]) {
      const { data } = (await (await gateway.call('/v1/models', { headers })).json()) as {
        readonly data: readonly { readonly id: string }[];
      };
      expect(data.map(({ id }) => id).toSorted()).toEqual(['claude', 'gpt-9', 'test-model']);
    }
  });
});
