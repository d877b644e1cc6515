import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeProvider, testKey, upstreamKey } from '../fakes/make-config.ts';
import { chatCall, messagesCall } from '../fakes/sample-calls.ts';
import { bytes, fin, head, json, reset, sse } from '../fakes/script.ts';
import { startScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

/** What clients and proxies put in and no upstream needs to know. */
const nosy = {
  cookie: 'session=CANARY-cookie',
  forwarded: 'for=10.1.2.3',
  'x-forwarded-for': '10.1.2.3',
  'x-real-ip': '10.1.2.3',
  'user-agent': 'OpenAI/JS 7.55.0',
  'x-stainless-lang': 'js',
  'x-stainless-os': 'Linux',
  'openai-organization': 'org-CANARY',
  origin: 'https://example.com',
  referer: 'https://example.com/CANARY',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  'x-product-sku': 'test',
  'x-region-code': 'global',
  'x-request-id': 'mine-1',
};

describe('headers on their way to the upstream', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => gateway.upstream.forget());
  afterAll(() => gateway.close());

  const sent = async (call: typeof chatCall, headers: Readonly<Record<string, string>> = {}) => {
    gateway.upstream.next(json(call.answer));
    await (await gateway.call(call.path, { body: call.request, headers })).text();
    return gateway.upstream.requests.at(-1);
  };

  it('are these and no others on Spec A', async () => {
    const request = await sent(chatCall, { ...nosy, accept: 'application/json', 'openai-beta': 'assistants=v2' });
    const { host, connection, ...headers } = request?.headers ?? {};
    expect(host).toBe(new URL(gateway.upstream.url).host);
    expect(connection ?? 'keep-alive').toBe('keep-alive');
    expect(headers).toEqual({
      accept: 'application/json',
      'accept-encoding': 'identity',
      authorization: `Bearer ${upstreamKey}`,
      'content-length': String(JSON.stringify(chatCall.request).length),
      'content-type': 'application/json',
      'openai-beta': 'assistants=v2',
      'x-diglot-hop': '1',
    });
  });

  it('are these and no others on Spec B', async () => {
    const beta = 'a-2026-01-01, b-2026-02-02';
    const request = await sent(messagesCall, { ...nosy, 'anthropic-version': '2026-10-21', 'anthropic-beta': beta });
    const { host: _host, connection: _connection, accept: _accept, ...headers } = request?.headers ?? {};
    expect(headers).toEqual({
      'accept-encoding': 'identity',
      'anthropic-beta': beta,
      'anthropic-version': '2026-10-21',
      'content-length': String(JSON.stringify(messagesCall.request).length),
      'content-type': 'application/json',
      'x-api-key': upstreamKey,
      'x-diglot-hop': '1',
    });
  });

  it('name the version 2023-06-01 where the caller names none, and no beta', async () => {
    const request = await sent(messagesCall);
    expect(request?.headers).toMatchObject({ 'anthropic-version': '2023-06-01' });
    expect(request?.headers).not.toHaveProperty('anthropic-beta');
  });

  it.each([
    ['X-API-Key', { authorization: '', 'x-api-key': testKey }],
    ['Authorization without Bearer', { authorization: testKey }],
  ])('never carry the caller’s key: %s', async (_name, headers) => {
    const request = await sent(messagesCall, headers);
    expect(request?.rawHeaders.flat().join('\n')).not.toContain(testKey);
    expect(request?.headers).toMatchObject({ 'x-api-key': upstreamKey });
  });

  it('carry the idempotency key as a digest: the same for a repetition, another one for another workspace', async () => {
    for (const call of [chatCall, messagesCall]) {
      const keys = [];
      for (const key of ['order-1', 'order-1', 'order-2'])
        keys.push((await sent(call, { 'idempotency-key': key }))?.headers['idempotency-key']);
      expect(keys[0]).toMatch(/^[\w-]{43}$/);
      expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
    }
  });

  it.each(['', 'x'.repeat(256), 'é'])('carry no idempotency key that is none: %j', async (key) => {
    const headers = { 'idempotency-key': key };
    const response = await gateway.call(chatCall.path, { body: chatCall.request, headers });
    expect([response.status, gateway.upstream.requests.length]).toEqual([400, 0]);
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_value', param: 'idempotency-key' } });
  });

  it('carry the trace where the provider may see it', async () => {
    const upstream = await startScriptedUpstream();
    const provider = { ...makeProvider('up-a', 'a', upstream.url), forwardTrace: true };
    const traced = await startGateway({ providers: [provider] });
    upstream.next(json(chatCall.answer));
    await traced.call(chatCall.path, { body: chatCall.request, headers: { traceparent: nosy.traceparent } });
    expect(upstream.requests[0]?.headers['traceparent']?.slice(0, 35)).toBe(nosy.traceparent.slice(0, 35));
    await traced.close();
    await upstream.close();
  });
});

describe('headers on their way to the client', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.close());

  const talkative = {
    'set-cookie': ['a=CANARY', 'b=CANARY'],
    server: 'CANARY-server',
    via: '1.1 CANARY',
    'openai-organization': 'CANARY-org',
    'openai-processing-ms': '12',
    'x-ratelimit-remaining-requests': '3',
    'anthropic-ratelimit-tokens-remaining': '3',
    'strict-transport-security': 'max-age=1',
    'content-security-policy': "default-src 'none'",
    'cf-ray': 'CANARY-ray',
    'x-powered-by': 'CANARY',
    'access-control-allow-origin': '*',
    'retry-after': '7',
    'x-request-id': 'req_theirs',
    trailer: 'x-late',
  };

  it('are these and no others on an answer', async () => {
    gateway.upstream.next(json(chatCall.answer, { headers: talkative }));
    const { headers } = await gateway.call(chatCall.path, { body: chatCall.request });
    const names = [...headers.keys()].filter((name) => !['connection', 'keep-alive', 'date'].includes(name));
    expect(names.toSorted()).toEqual([
      'content-length',
      'content-type',
      'request-id',
      'x-diglot-charge',
      'x-diglot-product-sku',
      'x-diglot-provider',
      'x-diglot-upstream-request-id',
      'x-request-id',
    ]);
    expect(headers.get('x-diglot-upstream-request-id')).toBe('req_theirs');
    expect(headers.get('x-diglot-provider')).toBe('up-a');
    expect(headers.get('x-diglot-product-sku')).toBe('test');
    expect(headers.get('x-diglot-charge')).toBe('0.000000019'); // 11 + 7 tokens and the request itself
  });

  it('tell of limits where the provider’s row says so, also of an error', async () => {
    const upstream = await startScriptedUpstream();
    const provider = { ...makeProvider('up-a', 'a', upstream.url), forwardRateLimits: true };
    const open = await startGateway({ providers: [provider] });
    const limits = { 'x-ratelimit-remaining-requests': '3', 'anthropic-ratelimit-tokens-remaining': '3' };
    for (const script of [
      json(chatCall.answer, { headers: talkative }),
      json(
        { error: { message: 'Slow down' } },
        { status: 429, headers: { ...talkative, 'x-ratelimit-key': upstreamKey } },
      ),
    ]) {
      upstream.next(script);
      const { headers } = await open.call(chatCall.path, { body: chatCall.request });
      const reported = [...headers].filter(([name]) => name.includes('ratelimit'));
      expect(Object.fromEntries(reported)).toEqual(limits);
      expect([...headers].join('\n')).not.toContain('CANARY');
    }
    await open.close();
    await upstream.close();
  });

  it('tell a client of an error when to come back, and nothing else of the upstream', async () => {
    const error = { error: { message: 'Slow down', type: 'x' } };
    const later = { ...talkative, 'retry-after': '17', 'retry-after-ms': '17000', 'x-should-retry': 'true' };
    gateway.upstream.next(json(error, { status: 429, headers: later }));
    const { headers, status } = await gateway.call(chatCall.path, { body: chatCall.request });
    expect(status).toBe(429);
    expect([...headers].join('\n')).not.toContain('CANARY');
    expect(headers.get('retry-after')).toBe('17');
    expect(headers.get('retry-after-ms')).toBe('17000');
    expect(headers.get('x-should-retry')).toBe('true');
    expect(headers.get('x-diglot-error-source')).toBe('upstream');
  });

  const busy = json({ error: { message: 'Slow down' } }, { status: 429, headers: talkative });
  const emptyHead = head(200, { ...talkative, 'content-type': 'application/json', 'content-length': '99' });

  it.each([
    ['refuses', busy, 429],
    ['redirects', json({}, { status: 302, headers: talkative }), 502],
    ['reports a failure as a success', json({ error: { message: 'No' } }, { headers: talkative }), 502],
    ['reports a failure in a stream', sse(['data: {"error":{"message":"No"}}\n\n'], { headers: talkative }), 502],
    ['breaks off', [emptyHead, bytes('{"id":'), fin], 502],
  ])('name who answered, and their id, where an upstream %s', async (what, script, status) => {
    gateway.upstream.next(script);
    const answer = await gateway.call(chatCall.path, {
      body: { ...chatCall.request, stream: what.endsWith('stream') },
    });
    await answer.text();
    expect([answer.status, answer.headers.get('x-diglot-provider')]).toEqual([status, 'up-a']);
    expect(answer.headers.get('x-diglot-upstream-request-id')).toBe('req_theirs');
  });

  it('name no provider where none answered, and never hold the credential', async () => {
    gateway.upstream.next([reset]);
    const cut = await gateway.call(chatCall.path, { body: chatCall.request });
    expect([cut.status, cut.headers.get('x-diglot-provider')]).toEqual([502, null]);
    gateway.upstream.next(
      json({ error: { message: 'No' } }, { status: 400, headers: { 'x-request-id': upstreamKey } }),
    );
    const echoed = await gateway.call(chatCall.path, { body: chatCall.request });
    expect([echoed.status, echoed.headers.get('x-diglot-provider')]).toEqual([400, 'up-a']);
    expect([...echoed.headers].join('\n')).not.toContain(upstreamKey);
    const refused = await gateway.call(chatCall.path, { body: { ...chatCall.request, model: 'none' } });
    expect([refused.status, refused.headers.get('x-diglot-provider')]).toEqual([404, null]);
  });
});
