import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { refusalOf, takeParserErrors } from '../../../src/http/answer-error.ts';
import { serveHttp, type HttpServer } from '../../../src/http/server.ts';
import { rawClient, rawExchange, rawRequest } from '../../fakes/raw-client.ts';

/** Closing without a delay. */
const within = (graceMilliseconds: number) => ({ delayMilliseconds: 0, graceMilliseconds });

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function serve(handler: Handler): Promise<HttpServer> {
  const server = await serveHttp(handler, { host: '127.0.0.1', port: 0 }, () => 'req_ours');
  onTestFinished(() => server.close(within(0)));
  return server;
}

const hello: Handler = (_request, response) => void response.end('hello');
const upgrade = rawRequest('GET /', ['host: x', 'connection: upgrade', 'upgrade: websocket']);
const garbage = 'BREW /coffee HTTP/9.9\r\n\r\n';

describe('a server', () => {
  it('answers what is no HTTP in JSON, with an id, and hangs up', async () => {
    const { url } = await serve(hello);
    const { status, headers, body } = await rawExchange(url, garbage);
    expect([status, headers['x-request-id'], headers['request-id'], headers['x-should-retry']]).toEqual([
      400,
      'req_ours',
      'req_ours',
      'false',
    ]);
    expect(JSON.parse(body)).toMatchObject({ error: { code: 'malformed_request', type: 'invalid_request_error' } });
  });

  it('answers first what was whole before it', async () => {
    const answering = Promise.withResolvers<ServerResponse>();
    const { url } = await serve((_request, response) => answering.resolve(response));
    const client = await rawClient(url);
    client.send(`GET / HTTP/1.1\r\nhost: x\r\n\r\n${garbage}`);
    const response = await answering.promise;
    response.end('hello');
    expect(await client.response()).toMatchObject({ status: 200, body: 'hello' });
    expect(await client.response()).toMatchObject({ status: 400 });
    await client.closed();
  });

  it('keeps no connection of a client that was refused and keeps its side open', async () => {
    const server = await serve(hello);
    const client = await rawClient(server.url);
    client.send(garbage);
    expect(await client.response()).toMatchObject({ status: 400 });
    // It closes when it has no connection left: this one is not idle.
    await server.close(within(600_000));
    client.socket.destroy();
  });

  it('outlives a WebSocket that is asked for behind a call that still runs, and cuts that connection', async () => {
    const { url } = await serve(({ method }, response) => void (method === 'GET' && response.end('hello')));
    const client = await rawClient(url);
    client.send(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n${upgrade}`);
    await client.closed();
    expect(client.rest()).toBe('');
    expect(await rawExchange(url, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n')).toMatchObject({ status: 200 });
  });

  it('keeps no connection on which a WebSocket was refused', async () => {
    const { url } = await serve(hello);
    const client = await rawClient(url);
    client.send(upgrade);
    expect(await client.response()).toMatchObject({ status: 200, body: 'hello' });
    await client.closed();
    // The client keeps its side open. Bytes to a connection that is gone are answered with a reset.
    const isGone = (): boolean => client.socket.destroyed || !client.socket.write('x');
    await expect.poll(isGone).toBe(true);
  });

  it('learns that a client which asked for a WebSocket has ended its side', async () => {
    const left = Promise.withResolvers<void>();
    const { url } = await serve((_request, response) => void response.once('close', left.resolve));
    const client = await rawClient(url);
    client.send(upgrade);
    client.socket.end();
    await left.promise;
  });

  it('puts no words into the middle of an answer, whatever its request goes on with', async () => {
    const { url } = await serve((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-length': '100' });
      response.write('half');
    });
    const client = await rawClient(url);
    client.send('POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n');
    await expect.poll(() => client.rest()).toContain('half');
    client.send('zz\r\n');
    await client.closed();
    expect(client.rest().split('HTTP/1.1')).toHaveLength(2);
  });

  it('lets running answers end within the grace when it closes, and no longer', async () => {
    const server = await serve((_request, response) => {
      response.write('half');
    });
    const client = await rawClient(server.url);
    client.send('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await expect.poll(() => client.rest()).toContain('half');
    const from = performance.now();
    await server.close(within(60));
    expect(performance.now() - from).toBeGreaterThan(50);
    await client.closed();
  });

  it.each([
    ['1.0', 'ECONNRESET'],
    ['1.1', 'end'],
  ])('cuts the others so that none looks whole: HTTP/%s', async (version, ending) => {
    const server = await serve((_request, response) => {
      response.write('half');
    });
    const client = await rawClient(server.url);
    client.send(`GET / HTTP/${version}\r\nhost: x\r\n\r\n`);
    await expect.poll(() => client.rest()).toContain('half');
    const closed = server.close(within(0));
    expect(await client.ending()).toBe(ending);
    client.socket.destroy();
    await closed;
    expect(client.rest()).not.toContain('0\r\n\r\n');
  });

  it('answers requests during the shutdown with Connection: close', async () => {
    const running = Promise.withResolvers<ServerResponse>();
    const server = await serve((request, response) => {
      if (request.url === '/long') running.resolve(response);
      else response.end('hello');
    });
    const client = await rawClient(server.url);
    client.send('GET /long HTTP/1.1\r\nhost: x\r\n\r\n');
    const long = await running.promise;
    const closed = server.close(within(5_000));
    client.send('GET /next HTTP/1.1\r\nhost: x\r\n\r\n');
    long.end('hello');
    expect((await client.response()).headers['connection']).toBe('keep-alive');
    expect((await client.response()).headers['connection']).toBe('close');
    await Promise.all([client.closed(), closed]);
  });

  it('still takes calls, over new connections too, until the delay is over', async () => {
    const server = await serve(hello);
    const closed = server.close({ delayMilliseconds: 300, graceMilliseconds: 5_000 });
    const client = await rawClient(server.url);
    client.send('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    expect(await client.response()).toMatchObject({ status: 200, headers: { connection: 'close' } });
    await closed;
    await expect(fetch(server.url)).rejects.toThrow('fetch failed');
  });

  it('says that its address is taken', async () => {
    const { url } = await serve(hello);
    const taken = serveHttp(hello, { host: '127.0.0.1', port: Number(new URL(url).port) }, () => 'x');
    await expect(taken).rejects.toThrow('EADDRINUSE');
  });
});

/** What is answered for an error of the parser. */
const refusal = (code: string, packet = 'GET / HTTP/1.1\r\n'): string =>
  refusalOf(Object.assign(new Error('x'), { code, rawPacket: Buffer.from(packet) }), 'req_ours');

describe('what Node’s parser refuses', () => {
  it.each([
    ['HPE_HEADER_OVERFLOW', 431, true],
    ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413, true],
    ['HPE_INVALID_METHOD', 400, true],
    ['ERR_HTTP_REQUEST_TIMEOUT', 408, false],
  ])('%s is a %i, final: %s', (code, status, isFinal) => {
    const text = refusal(code);
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z]`));
    expect(text.includes('x-should-retry: false')).toBe(isFinal);
    const [head = '', body = ''] = text.split('\r\n\r\n');
    expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`);
  });

  it.each([
    ['POST /v1/messages HTTP/1.1\r\n', true],
    ['GET /v1/models HTTP/1.1\r\nAnthropic-Version: x\r\n', true],
    ['GET /v1/models?limit=5 HTTP/1.1\r\n', true],
    ['GET /v1/models HTTP/1.1\r\n', false],
    ['', false],
    ['\u0016\u0003\u0001', false],
  ])('is answered in the shape of the spec that it seems to speak: %j', (packet, isSpecB) => {
    expect(refusal('HPE_INVALID_METHOD', packet).includes('"request_id"')).toBe(isSpecB);
  });

  it('is not answered on a closed socket', () => {
    const done: string[] = [];
    const socket = { writable: true, end: () => done.push('answered'), destroy: () => done.push('destroyed') };
    const take = takeParserErrors(
      () => undefined,
      () => 'req_ours',
    );
    take(Object.assign(new Error('x'), { code: 'ECONNRESET' }), socket as unknown as Socket);
    expect(done).toEqual(['destroyed']);
  });
});
