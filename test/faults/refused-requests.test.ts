import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testKey } from '../fakes/make-config.ts';
import { rawClient, rawExchange, rawRequest, type RawResponse } from '../fakes/raw-client.ts';
import { chatCall } from '../fakes/sample-calls.ts';
import { json } from '../fakes/script.ts';
import { startGateway, type TestGateway } from '../journey/start-gateway.ts';

const key = `authorization: Bearer ${testKey}`;
const type = 'content-type: application/json';
const body = JSON.stringify(chatCall.request);
const post = 'POST /v1/chat/completions';

/** Requests that must never reach the upstream, with the status that says so. */
const refused: readonly (readonly [name: string, status: number, request: string])[] = [
  [
    'length and chunked',
    400,
    rawRequest(post, ['host: x', key, type, 'transfer-encoding: chunked', 'content-length: 4'], ''),
  ],
  [
    'two different lengths',
    400,
    `${post} HTTP/1.1\r\nhost: x\r\n${key}\r\n${type}\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
  ],
  [
    'the same length twice',
    400,
    `${post} HTTP/1.1\r\nhost: x\r\n${key}\r\n${type}\r\ncontent-length: 2\r\ncontent-length: 2\r\n\r\n{}`,
  ],
  ['a signed length', 400, `${post} HTTP/1.1\r\nhost: x\r\ncontent-length: +2\r\n\r\n{}`],
  ['a negative length', 400, `${post} HTTP/1.1\r\nhost: x\r\ncontent-length: -2\r\n\r\n{}`],
  ['a length in hex', 400, `${post} HTTP/1.1\r\nhost: x\r\ncontent-length: 0x2\r\n\r\n{}`],
  ['an unknown coding', 501, `${post} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: xchunked\r\n\r\n0\r\n\r\n`],
  [
    'gzip before chunked',
    501,
    `${post} HTTP/1.1\r\nhost: x\r\n${key}\r\n${type}\r\ntransfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    'chunked on HTTP/1.0',
    400,
    `POST /v1/chat/completions HTTP/1.0\r\nhost: x\r\n${key}\r\n${type}\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ['a blank before the colon', 400, `${post} HTTP/1.1\r\nhost: x\r\nx-a : 1\r\n\r\n`],
  ['a folded header', 400, `${post} HTTP/1.1\r\nhost: x\r\nx-a: 1\r\n 2\r\n\r\n`],
  ['NUL in a header', 400, `${post} HTTP/1.1\r\nhost: x\r\nx-a: \u0000\r\n\r\n`],
  [
    'a chunk size that is none',
    400,
    `${post} HTTP/1.1\r\nhost: x\r\n${key}\r\n${type}\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n\r\n`,
  ],
  ['a version that does not exist', 400, 'GET /v1/models HTTP/1.9\r\nhost: x\r\n\r\n'],
  ['the preface of HTTP/2', 400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an unknown method', 400, 'BREW /v1/models HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['no host', 400, 'GET /v1/models HTTP/1.1\r\n\r\n'],
  ['two hosts', 400, rawRequest('GET /v1/models', ['host: a', 'host: b', key])],
  ['two keys', 400, rawRequest('GET /v1/models', ['host: a', key, 'Authorization: Bearer other'])],
  ['the same X-API-Key twice', 400, rawRequest('GET /v1/models', ['host: a', 'x-api-key: a', 'X-Api-Key: a'])],
  ['two media types', 400, rawRequest(post, ['host: a', key, type, 'content-type: text/plain'], body)],
  ['two Products', 400, rawRequest(post, ['host: a', key, type, 'x-product-sku: a', 'X-Product-Sku: b'], body)],
  ['a whole address as target', 400, rawRequest('GET http://evil.example/v1/models', ['host: evil.example', key])],
  [
    '101 headers',
    431,
    rawRequest('GET /v1/models', ['host: a', key, ...Array.from({ length: 99 }, (_, index) => `x-${index}: 1`)]),
  ],
  ['17 KiB of headers', 431, rawRequest('GET /v1/models', ['host: a', key, `x-long: ${'a'.repeat(17_408)}`])],
  ['a URL of 8,193 bytes', 414, rawRequest(`GET /v1/models?${'a'.repeat(8_193 - 11)}`, ['host: a', key])],
  [
    'an expectation that no server can meet',
    417,
    rawRequest(post, ['host: a', key, type, 'expect: the-inquisition'], body),
  ],
  ['a percent sign that escapes nothing', 400, rawRequest('GET /v1/models/%ZZ', ['host: a', key])],
  [
    'chunk extensions without end',
    413,
    `${post} HTTP/1.1\r\nhost: x\r\n${key}\r\n${type}\r\ntransfer-encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\n{\r\n0\r\n\r\n`,
  ],
  ['TRACE', 405, rawRequest('TRACE /v1/models', ['host: a', key])],
  ['PUT', 405, rawRequest('PUT /v1/models', ['host: a', key])],
  ['a body in UTF-7', 415, rawRequest(post, ['host: a', key, 'content-type: application/json; charset=utf-7'], body)],
  [
    'a body that is a form',
    415,
    rawRequest(post, ['host: a', key, 'content-type: application/x-www-form-urlencoded'], 'a=b'),
  ],
  ['a body without a type', 415, rawRequest(post, ['host: a', key], body)],
  ['a compressed body', 415, rawRequest(post, ['host: a', key, type, 'content-encoding: gzip'], body)],
];

/** Strange, and still to be answered like any other. */
const accepted: readonly (readonly [name: string, request: string])[] = [
  [
    '100 headers',
    rawRequest('GET /v1/models', ['host: a', key, ...Array.from({ length: 98 }, (_, index) => `x-${index}: 1`)]),
  ],
  ['a URL of 8,192 bytes', rawRequest(`GET /v1/models?${'a'.repeat(8_192 - 11)}`, ['host: a', key])],
  ['headers of JavaScript’s own', rawRequest('GET /v1/models', ['host: a', key, '__proto__: x', 'constructor: y'])],
  ['an upgrade', rawRequest('GET /v1/models', ['host: a', key, 'connection: upgrade', 'upgrade: websocket'])],
  [
    'trailers that look like keys',
    `${post} HTTP/1.1\r\nhost: x\r\n${key}\r\n${type}\r\ntransfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\nauthorization: Bearer evil\r\n\r\n`,
  ],
  [
    'one byte a chunk',
    `${post} HTTP/1.1\r\nhost: x\r\n${key}\r\n${type}\r\ntransfer-encoding: chunked\r\n\r\n${[...body].map((byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`,
  ],
];

describe('what comes over the wire', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => {
    gateway.upstream.forget();
    gateway.upstream.always(json(chatCall.answer));
  });
  afterAll(() => gateway.close());

  const expectTidy = ({ status, headers, body: text }: RawResponse): void => {
    expect(headers['content-type']).toMatch(/^application\/json/);
    const reported = JSON.parse(text) as { error: { message: string; type: string; code: string } };
    expect(reported.error.message.length).toBeGreaterThan(10);
    expect(reported.error.code).toMatch(/^[a-z_]+$/);
    expect(text).not.toMatch(/node:|\.ts:|at [A-Z]\w+ \(/);
    expect(headers['x-request-id']).toBe(headers['request-id']);
    expect(headers['x-request-id']).toBeTruthy();
    expect(headers['x-powered-by']).toBeUndefined();
    expect(status).toBeGreaterThanOrEqual(400);
  };

  it.each(refused)('%s: %i', async (_name, status, request) => {
    const response = await rawExchange(gateway.url, request);
    expect(response.status).toBe(status);
    expectTidy(response);
    expect(gateway.upstream.requests).toHaveLength(0);
  });

  it('answers Spec B in its own shape, also for what the parser refuses', async () => {
    const response = await rawExchange(
      gateway.url,
      `POST /v1/messages HTTP/1.1\r\nhost: x\r\ncontent-length: -2\r\n\r\n`,
    );
    expect(JSON.parse(response.body)).toMatchObject({
      type: 'error',
      error: { type: 'invalid_request_error' },
      request_id: response.headers['request-id'],
    });
  });

  it.each(accepted)('%s: answered', async (_name, request) => {
    expect((await rawExchange(gateway.url, request)).status).toBe(200);
  });

  it('answers HEAD like GET, without the body', async () => {
    const headers = { authorization: `Bearer ${testKey}` };
    const response = await fetch(`${gateway.url}/v1/models`, { method: 'HEAD', headers });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  it.each(['close', 'keep-alive'])(
    'is read by a client that still sends, over a connection that it wants to %s',
    async (connection) => {
      const client = await rawClient(gateway.url);
      const errors: string[] = [];
      client.socket.on('error', (error: NodeJS.ErrnoException) => errors.push(error.code ?? ''));
      const length = 40 * 1_048_576;
      client.send(rawRequest(post, ['host: x', key, type, `connection: ${connection}`, `content-length: ${length}`]));
      const piece = Buffer.alloc(1_048_576, ' ');
      for (let sent = 0; sent < length; sent += piece.length) {
        await new Promise<void>((written) => {
          client.socket.write(piece, () => written());
        });
      }
      expect((await client.response()).status).toBe(413);
      expect(errors).toEqual([]);
      if (connection === 'close') await client.closed();
      client.socket.destroy();
    },
  );

  it('closes a tunnel at once', async () => {
    const client = await rawClient(gateway.url);
    client.send('CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example\r\n\r\n');
    await client.closed();
    client.socket.destroy();
  });

  it('answers what was pipelined before something malformed, and closes after it', async () => {
    const client = await rawClient(gateway.url);
    const fine = rawRequest('GET /v1/models', ['host: a', key, 'x-request-id: first']);
    client.send(`${fine}GARBAGE\r\n\r\n${fine}`);
    const first = await client.response();
    expect([first.status, first.headers['x-request-id']]).toEqual([200, 'first']);
    expect((await client.response()).status).toBe(400);
    await client.closed();
    expect(client.rest()).toBe('');
    client.socket.destroy();
  });

  describe('with Expect: 100-continue', () => {
    const ask = (headers: readonly string[]): string =>
      `${post} HTTP/1.1\r\nhost: x\r\n${type}\r\nexpect: 100-continue\r\n${headers.join('\r\n')}\r\n\r\n`;

    it('asks for the body of a caller who may send it', async () => {
      const client = await rawClient(gateway.url);
      client.send(ask([key, `content-length: ${body.length}`]));
      expect((await client.response()).status).toBe(100);
      client.send(body);
      expect((await client.response()).status).toBe(200);
      client.socket.destroy();
    });

    it.each([
      [401, ['authorization: Bearer nobody', `content-length: ${body.length}`]],
      [413, [key, 'content-length: 999999999']],
    ])('says %i without asking for the body first', async (status, headers) => {
      expect((await rawExchange(gateway.url, ask(headers))).status).toBe(status);
    });
  });

  it('cuts a head that does not come to its end', async () => {
    const client = await rawClient(gateway.url);
    client.send('GET /v1/models HTTP/1.1\r\nhost: a\r\nx-');
    expect((await client.response()).status).toBe(408);
    await client.closed();
    client.socket.destroy();
  });
});
