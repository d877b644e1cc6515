import type { TextWire } from '../../src/catalog/catalog.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chatCall, chatStream, messagesCall } from '../fakes/sample-calls.ts';
import { json, sse } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { makeConfig, makeModel, makeProvider } from '../fakes/make-config.ts';
import { lastRecorded, usageOf } from './recorded-calls.ts';
import { startWith } from './start-gateway.ts';

const path = '/v1/chat/completions';
const messages = [{ role: 'user', content: 'Say hello' }];
const response = { id: 'resp_1', object: 'response', created_at: 1 };
const usage = { input_tokens: 11, output_tokens: 7, total_tokens: 18 };
const said = {
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  content: [{ type: 'output_text', text: 'hello', annotations: [] }],
};
/** An item that only Responses has. */
const drawn = { type: 'image_generation_call', id: 'ig_1', status: 'failed' };
const whole = (...output: readonly object[]) => ({ ...response, status: 'completed', output, usage });
const hello = json(whole(said));

const event = (type: string, members: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;
const delta = (text: string): string =>
  event('response.output_text.delta', { item_id: 'msg_1', output_index: 0, content_index: 0, delta: text });
const events = [
  event('response.created', { response: { ...response, status: 'in_progress', output: [] } }),
  delta('hel'),
  delta('lo'),
  event('response.completed', { response: whole(said) }),
] as const;

describe('a call whose provider takes another wire format', () => {
  let upstream: ScriptedUpstream;
  let gateway: Awaited<ReturnType<typeof startWith>>;
  const provider = (id: string, served: readonly TextWire[]) => ({
    ...makeProvider(id, 'a', upstream.url),
    wires: served,
  });
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    const providers = [
      provider('answers', ['responses']),
      provider('both', ['responses', 'chat-completions']),
      { ...makeProvider('other-spec', 'b', upstream.url), wires: ['messages'] as const },
    ];
    const models = [
      ...providers.map(({ id }) => makeModel(`${id}-model`, [id])),
      makeModel('mixed-model', ['answers', 'both']),
      { ...makeModel('lenient-model', ['answers']), mayLose: true },
    ];
    gateway = await startWith(makeConfig({ providers, models }));
  });
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });
  beforeEach(() => upstream.forget());

  const ask = (body: object, headers: Readonly<Record<string, string>> = {}) =>
    gateway.call(path, { body: { model: 'answers-model', messages, ...body }, headers });
  const sent = (): unknown => JSON.parse(upstream.requests.at(-1)?.body.toString() ?? 'null');

  it('is sent in that format, answered in its own, and charged by what the upstream counts', async () => {
    upstream.always(hello);
    const answer = await ask({}, { 'openai-beta': 'assistants=v2, x' });
    expect(answer.headers.get('x-diglot-dropped')).toBe('openai-beta.assistants_v2, openai-beta.x');
    expect(await answer.json()).toMatchObject({
      id: expect.stringMatching(/^chatcmpl_\w{24}$/),
      object: 'chat.completion',
      model: 'answers-model',
      choices: [{ message: { role: 'assistant', content: 'hello' } }],
      usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
    });
    expect(upstream.requests[0]?.path).toBe('/v1/responses');
    expect(upstream.requests[0]?.headers['openai-beta']).toBeUndefined();
    expect(sent()).toEqual({
      model: 'answers-model',
      store: false,
      input: [{ role: 'user', content: 'Say hello' }],
    });
    expect(answer.headers.get('x-diglot-charge')).toBe('0.000000019');
    expect(usageOf(await lastRecorded(gateway))).toEqual({ input_tokens: 11, output_tokens: 7 });
  });

  it('streams in its own format, event by event, and is in the ledger when it has ended', async () => {
    upstream.always(sse(events));
    const answer = await ask({ stream: true, stream_options: { include_usage: true } });
    const text = await answer.text();
    const contents = [...text.matchAll(/"delta":\{"content":"(\w+)"\}/g)].map(([, content]) => content);
    expect(contents).toEqual(['hel', 'lo']);
    expect(text).toContain('"usage":{"prompt_tokens":11,"completion_tokens":7,"total_tokens":18,');
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    expect(usageOf(await lastRecorded(gateway))).toEqual({ input_tokens: 11, output_tokens: 7 });
  });

  it.each([
    ['whole', false, hello],
    ['streamed', true, sse(events)],
  ])('is stored as its caller got it: %s', async (_, stream, script) => {
    upstream.always(script);
    const text = await (await ask({ stream, store: true })).text();
    const [, id = ''] = /"id":"(chatcmpl_\w+)"/.exec(text) ?? [];
    const stored = await gateway.call(`${path}/${id}`);
    expect(await stored.json()).toMatchObject({ id, choices: [{ message: { content: 'hello' } }] });
  });

  it('never looks whole where its upstream stopped', async () => {
    upstream.always(sse(events.slice(0, 3)));
    const text = await (await ask({ stream: true })).text();
    expect(text).toContain('"content":"lo"');
    expect(text).toContain('data: {"error":');
    expect(text).not.toContain('[DONE]');
    expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'upstream_cut' });
  });

  it('gets a failure in its own format, whichever side reports it', async () => {
    const error = { code: 'server_error', message: 'Too tired.' };
    const failed = event('response.failed', { response: { ...response, status: 'failed', error } });
    upstream.always(sse([...events.slice(0, 2), failed]));
    const text = await (await ask({ stream: true })).text();
    expect(text).toMatch(/data: \{"error":\{"message":"Too tired\."/);
    expect(text).not.toContain('response.failed');
    upstream.always(json({ error: { message: 'No such voice.' } }, { status: 400 }));
    const refused = await ask({});
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: { message: 'No such voice.' } }]);
  });

  it('is refused for a loss of meaning, before anything is sent, and free', async () => {
    const answer = await ask({ stop: ['x'] });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error: { code: 'invalid_value', param: 'stop' } },
    ]);
    expect(upstream.requests).toEqual([]);
    expect(usageOf(await lastRecorded(gateway))).toEqual({});
    upstream.always(hello);
    const warned = await ask({ stop: ['x'], seed: 1 }, { 'x-diglot-on-loss': 'warn' });
    expect([warned.status, warned.headers.get('x-diglot-dropped')]).toEqual([200, 'stop, seed']);
  });

  it('loses what its model may lose, unless the caller says otherwise', async () => {
    upstream.always(hello);
    const lenient = await ask({ model: 'lenient-model', stop: ['x'] });
    expect([lenient.status, lenient.headers.get('x-diglot-dropped')]).toEqual([200, 'stop']);
    expect((await ask({ model: 'lenient-model', stop: ['x'] }, { 'x-diglot-on-loss': 'error' })).status).toBe(400);
  });

  it('goes to the first format of its provider on which nothing of meaning is lost', async () => {
    upstream.always(({ path: at }) => (at === path ? json(chatCall.answer) : hello));
    const message = { model: 'both-model', messages, max_tokens: 50 };
    for (const body of [message, { ...message, stop_sequences: ['x'] }])
      expect((await gateway.call('/v1/messages', { body })).status).toBe(200);
    expect(upstream.requests.map(({ path: at }) => at)).toEqual(['/v1/responses', path]);
  });

  it('reports losses in the head, and those of a stream in a comment before its last event', async () => {
    upstream.always(json(whole(drawn, said)));
    const answer = await ask({ seed: 1, max_completion_tokens: 9 });
    expect(answer.headers.get('x-diglot-dropped')).toBe('seed, answer[0]');
    expect(answer.headers.get('x-diglot-approximated')).toBe('max_completion_tokens');
    upstream.always(sse([...events.slice(0, 3), event('response.completed', { response: whole(said, drawn) })]));
    const stream = await ask({ stream: true, seed: 1 });
    expect(stream.headers.get('x-diglot-dropped')).toBe('seed');
    expect(await stream.text()).toMatch(/\n\n: x-diglot-dropped: answer\[1\]\n\ndata: \[DONE\]\n\n$/);
  });

  it('keeps its own format, and every byte, where the provider or another one of its model has it', async () => {
    upstream.always(json(chatCall.answer));
    for (const model of ['both-model', 'mixed-model']) {
      const body = JSON.stringify({ model, messages, seed: 1, stop: ['x'] });
      const answer = await ask(JSON.parse(body) as object);
      expect(await answer.text()).toBe(JSON.stringify(chatCall.answer));
      expect(answer.headers.get('x-diglot-dropped')).toBeNull();
      expect(upstream.requests.at(-1)?.path).toBe(path);
    }
    upstream.always(sse(chatStream));
    const stream = await ask({ model: 'both-model', stream: true, stream_options: { include_usage: true } });
    expect(await stream.text()).toBe(chatStream.join(''));
  });

  it('reaches a provider of the other specification, whose model is in the list of this one', async () => {
    upstream.always(json(messagesCall.answer));
    expect((await ask({ model: 'other-spec-model' })).status).toBe(200);
    expect(upstream.requests[0]).toMatchObject({ path: '/v1/messages' });
    const { data } = (await (await gateway.call('/v1/models')).json()) as { data: readonly { id: string }[] };
    expect(data.map(({ id }) => id)).toContain('other-spec-model');
  });
});

it('is 404 where the formats cannot be translated', async () => {
  const upstream = await startScriptedUpstream();
  const provider = { ...makeProvider('up', 'a', upstream.url), wires: ['responses'] as const };
  const gateway = await startWith(makeConfig({ providers: [provider] }));
  const body = { model: 'test-model', prompt: '\n\nHuman: Hi\n\nAssistant:', max_tokens_to_sample: 9 };
  const answer = await gateway.call('/v1/complete', { body });
  expect([answer.status, await answer.json()]).toMatchObject([404, { error: { type: 'not_found_error' } }]);
  expect(upstream.requests).toEqual([]);
  await gateway.close();
  await upstream.close();
});
