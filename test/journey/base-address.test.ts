import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chatCall, messagesCall } from '../fakes/sample-calls.ts';
import { json } from '../fakes/script.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

describe('base addresses', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => gateway.upstream.forget());
  afterAll(() => gateway.close());

  it.each(['/v1', '/openai/v1'])('Spec A lives under %s', async (base) => {
    gateway.upstream.next(json(chatCall.answer));
    const response = await gateway.call(`${base}/chat/completions`, { body: chatCall.request });
    expect([response.status, gateway.upstream.requests[0]?.path]).toEqual([200, '/v1/chat/completions']);
  });

  it.each(['', '/anthropic'])('Spec B lives under %j', async (base) => {
    gateway.upstream.next(json(messagesCall.answer));
    const response = await gateway.call(`${base}/v1/messages`, { body: messagesCall.request });
    expect([response.status, gateway.upstream.requests[0]?.path]).toEqual([200, '/v1/messages']);
  });

  it.each([
    ['anthropic-version', '/v1/models', { 'anthropic-version': '2023-06-01' }],
    ['anthropic-beta', '/v1/models', { 'anthropic-beta': 'x' }],
    ['limit', '/v1/models?limit=10', {}],
    ['after_id', '/v1/models?after_id=test-model', {}],
    ['before_id', '/v1/models?before_id=test-model', {}],
    ['its own mount', '/anthropic/v1/models', {}],
  ])('the models are Spec B’s by %s', async (_name, path, headers) => {
    const body = (await (await gateway.call(path, { headers })).json()) as object;
    expect(body).toHaveProperty('has_more');
    expect(body).not.toHaveProperty('object');
  });

  it.each(['after_id=x', 'before_id=x', 'ids[]=x'])('the files are Spec B’s by %s', async (query) => {
    const response = await gateway.call(`/v1/files?${query}`);
    expect(await response.json()).not.toHaveProperty('object');
  });

  it.each(['/v1/models', '/openai/v1/models', '/v1/models?x=1'])('the models are Spec A’s at %s', async (path) => {
    expect(await (await gateway.call(path)).json()).toMatchObject({ object: 'list' });
  });

  it.each(['/v1', '/openai/v1', '/anthropic/v1'])(
    'deleting a model is no operation of %s, as any other that is not served',
    async (base) => {
      for (const headers of [{}, { 'anthropic-version': '2023-06-01' }]) {
        const response = await gateway.call(`${base}/models/test-model`, { method: 'DELETE', headers });
        const { error } = (await response.json()) as { readonly error: { readonly message: string } };
        const isKnown = base === '/anthropic/v1';
        expect([response.status, error.message]).toEqual([
          isKnown ? 405 : 404,
          expect.stringContaining(isKnown ? 'GET, HEAD' : 'does not exist'),
        ]);
      }
    },
  );

  const mistakes = [
    ['POST', '/v1/v1/chat/completions', '/v1, or '],
    ['POST', '/chat/completions', '/v1.'],
    ['POST', '/openai/chat/completions', '/openai/v1.'],
    ['POST', '/v1/openai/v1/responses', '/v1, or '],
    ['POST', '/messages', '/v1.'],
    ['POST', '/anthropic/messages', '/anthropic/v1.'],
    ['POST', '/v1/v1/messages', ', or '],
    ['POST', '/v1/v1/messages/count_tokens', ', or '],
  ] as const;

  it.each(mistakes)('%s %s names the right one', async (method, path, right) => {
    const response = await gateway.call(path, { method, body: {} });
    const { error } = (await response.json()) as { error: { message: string; type: string } };
    expect(response.status).toBe(404);
    expect(error.message).toContain(`use ${gateway.url}${right}`);
    expect(error.type).toBe(path.includes('messages') ? 'not_found_error' : 'invalid_request_error');
    expect(gateway.upstream.requests).toHaveLength(0);
  });

  it('answers an unknown path in JSON, in the caller’s spec', async () => {
    const a = await gateway.call('/v1/teapots');
    expect(a.status).toBe(404);
    expect(await a.json()).toMatchObject({
      error: { type: 'invalid_request_error', code: 'unknown_url', param: null },
    });
    const b = await gateway.call('/v1/teapots', { headers: { 'anthropic-version': '2023-06-01' } });
    expect(await b.json()).toMatchObject({ type: 'error', error: { type: 'not_found_error' } });
  });

  it('names the methods that a path has', async () => {
    const response = await gateway.call('/v1/chat/completions', { method: 'PUT', body: {} });
    expect([response.status, response.headers.get('allow')?.includes('POST')]).toEqual([405, true]);
    expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining('POST') } });
  });
});
