import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testKey } from '../fakes/make-config.ts';
import { chatCall, messagesCall } from '../fakes/sample-calls.ts';
import { json } from '../fakes/script.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

/** The security schemes of both documents: header form, accepted on Spec A, accepted on Spec B. */
const forms = [
  ['X-API-Key: <key>', { 'X-API-Key': testKey }, true, true],
  ['x-api-key: <key>', { 'x-api-key': testKey }, true, true],
  ['Authorization: Bearer <key>', { authorization: `Bearer ${testKey}` }, true, true],
  ['authorization: bearer <key>', { authorization: `bearer ${testKey}` }, true, true],
  ['Authorization: <key>', { authorization: testKey }, false, true],
  ['the same key in both', { authorization: `Bearer ${testKey}`, 'x-api-key': testKey }, true, true],
] as const;

describe('a key', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => gateway.upstream.forget());
  afterAll(() => gateway.close());

  const ask = async (call: typeof chatCall, headers: Readonly<Record<string, string>>): Promise<Response> => {
    // A call that was refused has left its answer behind.
    gateway.upstream.forget();
    gateway.upstream.next(json(call.answer));
    const sent = { 'content-type': 'application/json', ...headers };
    return fetch(`${gateway.url}${call.path}`, { method: 'POST', headers: sent, body: JSON.stringify(call.request) });
  };

  it.each(forms)('as %s', async (...[, headers, onA, onB]) => {
    expect((await ask(chatCall, headers)).status).toBe(onA ? 200 : 401);
    expect((await ask(messagesCall, headers)).status).toBe(onB ? 200 : 401);
  });

  it('verifies itself on the model list of either spec', async () => {
    for (const headers of [{}, { 'anthropic-version': '2023-06-01' }]) {
      expect((await gateway.call('/v1/models', { headers })).status).toBe(200);
      expect((await gateway.call('/v1/models', { headers: { ...headers, authorization: 'Bearer no' } })).status).toBe(
        401,
      );
    }
  });

  it('that is missing is 401 and says so, in the caller’s spec', async () => {
    const a = await ask(chatCall, {});
    expect(a.status).toBe(401);
    expect(await a.json()).toEqual({
      error: {
        message: 'An API key is required. Send `Authorization: Bearer <key>` or `X-API-Key: <key>`.',
        type: 'invalid_request_error',
        param: null,
        code: 'missing_api_key',
      },
    });
    const b = await ask(messagesCall, {});
    expect(b.status).toBe(401);
    expect(await b.json()).toMatchObject({ type: 'error', error: { type: 'authentication_error' } });
    expect(a.headers.get('x-should-retry')).toBe('false');
  });

  it('that differs from another one in the same request is 400', async () => {
    for (const call of [chatCall, messagesCall]) {
      const response = await ask(call, { authorization: `Bearer ${testKey}`, 'x-api-key': 'another' });
      expect(response.status).toBe(400);
      expect(gateway.upstream.requests).toHaveLength(0);
    }
  });

  it('in the query is refused and never repeated', async () => {
    const response = await fetch(`${gateway.url}/v1/models?api_key=${encodeURIComponent(testKey)}`);
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain('CANARY');
  });

  it('is decided before a byte of the body is read', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
      socket.write(
        'POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nx-api-key: wrong\r\ncontent-length: 100000\r\n\r\n',
      );
      socket.once('data', (data) => {
        socket.destroy();
        resolve(data.toString());
      });
      socket.once('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });
});
