import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import { Secret } from '../../src/shared/secret.ts';
import { makeProduct, testKey, type ConfigDraft, makeWorkspaceRow } from '../fakes/make-config.ts';
import { rawClient, type RawClient, type RawResponse } from '../fakes/raw-client.ts';
import { chatCall } from '../fakes/sample-calls.ts';
import { bytes, head, json, sse, stall } from '../fakes/script.ts';
import { startGateway, type TestGateway } from '../journey/start-gateway.ts';

const mebibyte = 1_048_576;
const otherKey = 'sk-test-of-another';
const poorKey = 'sk-test-of-the-poor';

const bootstrap: ConfigDraft['bootstrap'] = {
  workspaces: [makeWorkspaceRow('acme'), makeWorkspaceRow('poor', 0n)],
  keys: [
    { workspace: 'acme', name: 'ci', secret: new Secret(testKey) },
    { workspace: 'acme', name: 'other', secret: new Secret(otherKey) },
    { workspace: 'poor', name: 'poor', secret: new Secret(poorKey) },
  ],
};

const clients: RawClient[] = [];
let gateway: TestGateway;

afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.destroy();
  await gateway.close();
});

interface Sent {
  readonly key?: string;
  readonly path?: string;
  readonly type?: string;
  readonly headers?: readonly string[];
}

/** Sends the head of a call, and of its body nothing. */
async function begin({ key = testKey, path = chatCall.path, type = 'application/json', headers = [] }: Sent = {}) {
  const client = await rawClient(gateway.url);
  clients.push(client);
  const lines = [`POST ${path} HTTP/1.1`, 'host: x', `x-api-key: ${key}`, `content-type: ${type}`, ...headers];
  client.send(`${lines.join('\r\n')}\r\n\r\n`);
  return client;
}

const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
const chunked = 'transfer-encoding: chunked';
const codeIn = ({ body }: RawResponse): unknown => (JSON.parse(body) as { error: { code: unknown } }).error.code;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of values that are alive. */
const heap = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};

/** The same, with bytes outside of the heap. */
const allBytes = (): number => heap() + process.memoryUsage().arrayBuffers;

const sized = (length: number): string =>
  JSON.stringify({ ...chatCall.request, messages: [{ role: 'user', content: 'x'.repeat(length) }] });

/** Bodies may take 64 KiB in all, those of one key half of that. */
const start = async (limits: ConfigDraft['limits'] = {}): Promise<void> => {
  gateway = await startGateway({
    bootstrap,
    limits: { bodyMemoryBytes: 65_536, keyBodyMemoryBytes: 32_768, ...limits },
  });
  gateway.upstream.always(json(chatCall.answer));
};

/** Makes a whole call, again and again where it is polled: a test cannot see when the gateway has read what was sent. */
const statusOf =
  (body: unknown, key = testKey) =>
  async (): Promise<number> => {
    const response = await gateway.call(chatCall.path, { body, headers: { authorization: `Bearer ${key}` } });
    await response.arrayBuffer();
    return response.status;
  };

describe('the memory that bodies take', () => {
  it.each([
    ['with a length', 'content-length: 6000'],
    ['in chunks', chunked],
  ])('is refused before a byte of a body is read, where a key has none left: %s', async (_, framing) => {
    await start();
    const holding = await begin({ headers: [chunked] });
    holding.send(chunk('{"model":"'.padEnd(32_768, 'x')));
    await expect.poll(statusOf(chatCall.request)).toBe(503);
    gateway.upstream.forget();
    gateway.upstream.always(json(chatCall.answer));
    const refused = await (await begin({ headers: [framing] })).response();
    expect([refused.status, codeIn(refused), refused.headers['retry-after']]).toEqual([503, 'overloaded', '2']);
    expect(gateway.upstream.requests).toHaveLength(0);
    expect(await statusOf(chatCall.request, otherKey)()).toBe(200);
    holding.socket.destroy();
    await expect.poll(statusOf(chatCall.request)).toBe(200);
  });

  it('is counted as chunks come, also without a Content-Length', async () => {
    await start();
    const [first, second] = [await begin({ headers: [chunked] }), await begin({ headers: [chunked] })];
    const piece = chunk(' '.repeat(8_192));
    for (let turn = 0; turn < 3; turn += 1) for (const client of [first, second]) client.send(piece);
    const ended = await Promise.race([first.response(), second.response()]);
    expect([ended.status, codeIn(ended)]).toEqual([503, 'overloaded']);
  });

  it('is given back with the end of every call, however it ends', async () => {
    await start();
    for (let turn = 0; turn < 12; turn += 1) {
      const client = await begin({ headers: ['content-length: 6000'] });
      client.send('{"model":"'.padEnd(3_000, 'x'));
      if (turn % 2 === 0) client.socket.destroy();
      else client.send('}'.padEnd(3_000, '!'));
      if (turn % 2 === 1) expect([400, 503]).toContain((await client.response()).status);
    }
    gateway.upstream.forget();
    gateway.upstream.always(json(chatCall.answer));
    const stalled = await begin({ headers: ['content-length: 0'] });
    expect((await stalled.response()).status).toBe(400);
    const nearlyAll = { messages: [{ role: 'user', content: 'x'.repeat(6_000) }], model: 'test-model' };
    await expect.poll(statusOf(nearlyAll)).toBe(200);
    // The same beside a call that holds a little.
    const holding = await begin({ headers: [chunked] });
    holding.send(chunk('{"model":"'.padEnd(3_000, 'x')));
    await expect.poll(statusOf(nearlyAll)).toBe(503);
  });

  it.each<[string, Sent, number, string]>([
    ['without credits', { key: poorKey }, 403, 'insufficient_credits'],
    ['of a batch without credits', { key: poorKey, path: '/v1/batches' }, 403, 'insufficient_credits'],
    ['to a region that does not exist', { headers: ['x-region-code: mars'] }, 400, 'region_unknown'],
    ['on a Product that does not exist', { headers: ['x-product-sku: none'] }, 404, 'product_not_found'],
    [
      'without a Product where one is wanted',
      { path: '/v1/audio/translations', type: 'multipart/form-data; boundary=x' },
      400,
      'product_required',
    ],
    [
      'with a query that is not valid',
      { path: '/v1/chat/completions?product_sku=a&product_sku=b' },
      400,
      'invalid_value',
    ],
  ])('is not taken by a call %s: its body is not waited for', async (_, sent, status, code) => {
    await start();
    const client = await begin({ ...sent, headers: ['content-length: 30000', ...(sent.headers ?? [])] });
    const response = await client.response();
    expect([response.status, codeIn(response)], response.body).toEqual([status, code]);
  });

  it('may be a call’s without credits where a Product costs nothing', async () => {
    gateway = await startGateway({ bootstrap, products: [{ ...makeProduct('test'), free: true, prices: [] }] });
    gateway.upstream.always(json(chatCall.answer));
    expect(await statusOf(chatCall.request, poorKey)()).toBe(200);
  });

  it('holds no parsed body while an upstream is waited for', async () => {
    gateway = await startGateway({ bootstrap });
    gateway.upstream.always([stall]);
    const before = heap();
    const calls = Array.from({ length: 8 }, () =>
      begin({ headers: [`content-length: ${Buffer.byteLength(sized(4 * mebibyte))}`] }).then((client) => {
        client.send(sized(4 * mebibyte));
      }),
    );
    await Promise.all(calls);
    await gateway.upstream.request(8);
    expect(heap() - before).toBeLessThan(16 * mebibyte);
  });

  it.each([
    ['served', 200, sized(4 * mebibyte)],
    ['refused', 400, JSON.stringify({ model: 'test-model', messages: 'x'.repeat(4 * mebibyte) })],
  ])('is free on a connection that waits for its next call: the one before was %s', async (_, status, body) => {
    gateway = await startGateway({ bootstrap });
    gateway.upstream.always(json(chatCall.answer));
    const before = allBytes();
    for (let count = 0; count < 8; count += 1) {
      const client = await begin({ headers: [`content-length: ${body.length}`] });
      client.send(body);
      expect((await client.response()).status).toBe(status);
    }
    gateway.upstream.forget();
    await expect.poll(() => allBytes() - before).toBeLessThan(8 * mebibyte);
  });
});

const objects = (size: number): string => `{},`.repeat(size / 3);

describe('what an upstream sends', () => {
  it('is not parsed where its structure is too much, in an answer that is kept', async () => {
    await start({ bodyMemoryBytes: null, keyBodyMemoryBytes: null });
    const text = `{"id":"x","object":"chat.completion","choices":[${objects(24 * mebibyte)}{}]}`;
    gateway.upstream.next([
      head(200, { 'content-type': 'application/json', 'content-length': String(text.length) }),
      bytes(text),
    ]);
    const response = await gateway.call(chatCall.path, { body: { ...chatCall.request, store: true } });
    expect([response.status, await response.json()]).toMatchObject([502, { error: { code: 'upstream_invalid' } }]);
  });

  it('is not parsed where its structure is too much, in an event', async () => {
    await start({ bodyMemoryBytes: null, keyBodyMemoryBytes: null });
    const event = `data: {"choices":[${objects(24 * mebibyte)}{}]}\n\n`;
    gateway.upstream.next(sse([event, 'data: [DONE]\n\n']));
    const response = await gateway.call(chatCall.path, { body: { ...chatCall.request, stream: true } });
    const text = await response.text();
    expect(text).not.toContain('{},{}');
    expect(text).toContain('"error"');
  });

  it('counts as memory of its call where it is held to be kept', async () => {
    await start({ bodyMemoryBytes: 4 * mebibyte, keyBodyMemoryBytes: 3 * mebibyte });
    const held = await begin({ headers: [chunked] });
    held.send(chunk('{"model":"'.padEnd(mebibyte, 'x')));
    await expect.poll(statusOf(JSON.parse(sized(500_000)))).toBe(503);
    gateway.upstream.forget();
    const text = `{"id":"x","object":"chat.completion","choices":["${'x'.repeat(5 * mebibyte)}"]}`;
    gateway.upstream.next([
      head(200, { 'content-type': 'application/json', 'content-length': String(text.length) }),
      bytes(text),
    ]);
    const response = await gateway.call(chatCall.path, { body: { ...chatCall.request, store: true } });
    expect([response.status, await response.json()]).toMatchObject([503, { error: { code: 'overloaded' } }]);
  });
});
