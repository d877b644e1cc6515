import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatCall, chatStream, messagesCall } from '../fakes/sample-calls.ts';
import { rawExchange, rawRequest } from '../fakes/raw-client.ts';
import { json, sse } from '../fakes/script.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const page = 'https://app.example.com';

type Beside = [target: string, status: number, headers?: readonly string[]];

/** Answers that no operation of a document gives: `GET`, unless it says otherwise. */
const beside: readonly Beside[] = [
  ['/livez', 200],
  ['/readyz', 200],
  ['POST /livez', 405],
  ['/llms.txt', 200],
  ['/docs', 200],
  ['/docs/spec-a.md', 200],
  ['/docs/none', 404],
  ['/openapi/spec-b.json', 200],
  ['/errors', 200],
  ['/errors/unknown_url', 200],
  ['/errors/none', 404],
  ['/', 404],
  ['/console', 308],
  ['/console/', 200],
  ['/console/assets/none.js', 404],
  ['/console/api/none', 404],
  ['POST /v1/models', 405],
  ['OPTIONS /v1/models', 405],
  ['OPTIONS /v1/chat/completions', 204, [`origin: ${page}`, 'access-control-request-method: POST']],
  ['/v1/models/%ZZ', 400],
  ['/v1/realtime?model=test-model', 401, ['connection: upgrade', 'upgrade: websocket', 'sec-websocket-version: 12']],
  ['BREW /v1/models', 400],
  ['/v1/models', 400, ['x-a : 1']],
];

describe('the request id', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ corsOrigins: [page] });
  });
  afterAll(() => gateway.close());

  const idsOf = ({ headers }: Response): readonly (string | null)[] => [
    headers.get('x-request-id'),
    headers.get('request-id'),
  ];

  it.each([chatCall, messagesCall])(
    'is the caller’s own, under both names: $name',
    async ({ path, request, answer }) => {
      gateway.upstream.next(json(answer));
      const response = await gateway.call(path, { body: request, headers: { 'X-Request-Id': 'order-66/~!' } });
      expect(idsOf(response)).toEqual(['order-66/~!', 'order-66/~!']);
    },
  );

  it.each([chatCall, messagesCall])(
    'is made up where the caller sends none: $name',
    async ({ path, request, answer }) => {
      gateway.upstream.always(json(answer));
      const ids = new Set<string | null>();
      for (let index = 0; index < 3; index += 1) {
        const [first, second] = idsOf(await gateway.call(path, { body: request }));
        expect(first).toBe(second);
        expect(first).toMatch(/^req_\w{24}$/);
        ids.add(first ?? null);
      }
      expect(ids.size).toBe(3);
    },
  );

  it('stands on streams, on errors and on paths that do not exist', async () => {
    gateway.upstream.next(sse(chatStream));
    const headers = { 'x-request-id': 'r1' };
    const stream = await gateway.call(chatCall.path, { body: { ...chatCall.request, stream: true }, headers });
    expect(idsOf(stream)).toEqual(['r1', 'r1']);
    await stream.text();
    expect(idsOf(await gateway.call('/v1/nowhere', { headers }))).toEqual(['r1', 'r1']);
    const unauthorised = await gateway.call(chatCall.path, {
      body: {},
      headers: { ...headers, authorization: 'Bearer no' },
    });
    expect([unauthorised.status, ...idsOf(unauthorised)]).toEqual([401, 'r1', 'r1']);
  });

  it('is in the body of an error of Spec B', async () => {
    const response = await gateway.call('/v1/messages', { body: {}, headers: { 'x-request-id': 'r2' } });
    expect(await response.json()).toMatchObject({ type: 'error', request_id: 'r2' });
  });

  it.each(['a'.repeat(129), 'a b', 'ä', ''])('is refused when it is %j', async (id) => {
    const response = await gateway.call('/v1/models', { headers: { 'x-request-id': id } });
    const body = (await response.json()) as { error: { message: string } };
    expect(response.status).toBe(id === '' ? response.status : 400);
    if (id !== '') expect(body.error.message).toContain('1 to 128 visible ASCII characters');
  });

  it('may have 128 characters', async () => {
    const id = 'x'.repeat(128);
    expect(idsOf(await gateway.call('/v1/models', { headers: { 'x-request-id': id } }))).toEqual([id, id]);
  });

  it.each<Beside>(beside)('stands on %s: %i', async (target, status, headers = []) => {
    const line = target.startsWith('/') ? `GET ${target}` : target;
    const send = (own: readonly string[]) =>
      rawExchange(gateway.url, rawRequest(line, ['host: a', 'connection: close', ...own, ...headers]));
    const [made, sent] = [await send([]), await send(['X-Request-Id: mine'])];
    expect([made.status, made.headers['request-id']]).toEqual([status, made.headers['x-request-id']]);
    expect(made.headers['request-id']).toMatch(/^req_\w{24}$/);
    expect([sent.status, sent.headers['x-request-id'], sent.headers['request-id']]).toEqual([status, 'mine', 'mine']);
  });

  it('stands on the answer to a body that is no longer HTTP', async () => {
    const head = ['host: a', `authorization: Bearer ${gateway.key}`, 'content-type: application/json'];
    const sent = rawRequest('POST /v1/chat/completions', [...head, 'transfer-encoding: chunked', 'x-request-id: mine']);
    const { status, headers } = await rawExchange(gateway.url, `${sent}zz\r\n\r\n`);
    expect([status, headers['x-request-id'], headers['request-id']]).toEqual([400, 'mine', 'mine']);
  });
});
