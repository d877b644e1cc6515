import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatCall } from '../fakes/sample-calls.ts';
import { json, sse } from '../fakes/script.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const origin = 'https://app.example.com';
const wanted = 'authorization,content-type,x-stainless-lang,anthropic-dangerous-direct-browser-access';
const corsHeaders = (response: Response): readonly string[] =>
  [...response.headers.keys()].filter((name) => name.startsWith('access-control-'));
const preflight = (gateway: TestGateway, path: string, from = origin): Promise<Response> =>
  fetch(`${gateway.url}${path}`, {
    method: 'OPTIONS',
    headers: { origin: from, 'access-control-request-method': 'POST', 'access-control-request-headers': wanted },
  });

const stream = sse([
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'test-model', choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }], usage: null })}\n\n`,
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'test-model', choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } })}\n\n`,
  'data: [DONE]\n\n',
]);

describe('calls of a page in a browser', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ corsOrigins: [origin, 'http://localhost:5173'] });
  });
  afterAll(() => gateway.close());

  it.each(['/v1/chat/completions', '/v1/messages', '/v1/files/f', '/openai/v1/models'])(
    'the preflight of %s is answered, without a key',
    async (path) => {
      const response = await preflight(gateway, path);
      expect([response.status, await response.text()]).toEqual([204, '']);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': expect.stringContaining('DELETE') as string,
        'access-control-allow-headers': wanted,
        vary: 'Origin',
      });
      expect(response.headers.has('access-control-allow-credentials')).toBe(false);
    },
  );

  it.each([
    ['an answer', '/v1/chat/completions', { body: chatCall.request }, 200],
    ['a stream', '/v1/chat/completions', { body: { ...chatCall.request, stream: true } }, 200],
    ['a refusal of the body', '/v1/chat/completions', { body: {} }, 400],
    ['a refusal of the key', '/v1/models', { headers: { authorization: 'Bearer none-such' } }, 401],
    ['an unknown address', '/v1/nothing', {}, 404],
    ['a list', '/v1/models', {}, 200],
    ['a page', '/docs', {}, 200],
  ] as const)('%s can be read, with its headers', async (_name, path, init, status) => {
    const isStream = 'body' in init && 'stream' in init.body;
    gateway.upstream.next(isStream ? stream : json(chatCall.answer));
    const headers = { origin, ...('headers' in init && init.headers) };
    const response = await gateway.call(path, { ...init, headers });
    await response.arrayBuffer();
    gateway.upstream.forget();
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': '*',
    });
    expect(response.headers.get('vary')).toMatch(/\bOrigin\b/);
    expect(response.headers.has('access-control-allow-credentials')).toBe(false);
  });

  it.each(['https://evil.example', 'https://app.example.com.evil.example', 'null', 'http://app.example.com'])(
    'a page of %s is let read nothing',
    async (other) => {
      const facts = await preflight(gateway, '/v1/chat/completions', other);
      expect([facts.status, corsHeaders(facts), facts.headers.get('vary')]).toEqual([405, [], 'Origin']);
      const called = await gateway.call('/v1/models', { headers: { origin: other } });
      expect([called.status, corsHeaders(called), called.headers.get('vary')]).toEqual([200, [], 'Origin']);
    },
  );

  it('answers OPTIONS that is no preflight as before, and keeps the control API out', async () => {
    const options = await gateway.call('/v1/models', { method: 'OPTIONS', headers: { origin } });
    expect(options.status).toBe(405);
    const control = await preflight(gateway, '/console/api/keys');
    expect(corsHeaders(control)).toEqual([]);
  });

  it('repeats no header names that are none', async () => {
    const headers = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x y' };
    const response = await fetch(`${gateway.url}/v1/models`, { method: 'OPTIONS', headers });
    expect([response.status, response.headers.has('access-control-allow-headers')]).toEqual([204, false]);
  });
});

describe('a gateway without origins', () => {
  it('says nothing of CORS', async () => {
    const gateway = await startGateway();
    const response = await gateway.call('/v1/models', { headers: { origin } });
    expect([response.status, corsHeaders(response), response.headers.get('vary')]).toEqual([200, [], null]);
    expect((await preflight(gateway, '/v1/models')).status).toBe(405);
    await gateway.close();
  });
});
