import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveHttp } from '../../../src/http/server.ts';
import { rawClient } from '../../fakes/raw-client.ts';

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

const get = (path: string | number): string => `GET /${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
const many = (count: number): string => Array.from({ length: count }, (_, index) => get(index)).join('');
const garbage = 'BREW /coffee HTTP/9.9\r\n\r\n';

/** A server whose answers a test writes, and a client. `begun` are the answers that have not been written. */
async function serve() {
  const begun: ServerResponse[] = [];
  let served = 0;
  const handle = (_request: IncomingMessage, response: ServerResponse): void => {
    begun.push(response);
    served += 1;
  };
  const server = await serveHttp(handle, { host: '127.0.0.1', port: 0 }, () => 'req_ours');
  onTestFinished(() => server.close({ delayMilliseconds: 0, graceMilliseconds: 0 }));
  const client = await rawClient(server.url);
  client.socket.on('error', () => undefined);
  return { begun, served: () => served, client };
}

describe('requests that do not wait for answers', () => {
  it('are served a few at a time, and all answered in order', async () => {
    const { begun, served, client } = await serve();
    client.send(many(100));
    let most = 0;
    for (let answered = 0; answered < 100; answered += 1) {
      await expect.poll(() => begun.length).toBeGreaterThan(0);
      await turn();
      most = Math.max(most, begun.length);
      const response = begun.shift();
      response?.end(response.req.url);
      expect((await client.response()).body).toBe(`/${answered}`);
    }
    expect([most, served()]).toEqual([9, 100]);
  });

  it('are answered in order also if the last of those that are served is ready first', async () => {
    const { begun, client } = await serve();
    client.send(many(20));
    await expect.poll(() => begun.length).toBe(9);
    for (const response of begun.splice(0).toReversed()) response.end(response.req.url);
    await expect.poll(() => begun.length).toBeGreaterThan(7);
    for (let answered = 0; answered < 20; answered += 1) {
      expect((await client.response()).body).toBe(`/${answered}`);
      for (const response of begun.splice(0)) response.end(response.req.url);
    }
  });

  it('end the connection where one packet has more than any client would send', async () => {
    const { served, client } = await serve();
    client.send(many(1_700));
    await client.closed();
    expect([served(), client.rest()]).toEqual([9, '']);
  });

  it('are no longer bounded by those before them when these have been answered', async () => {
    const { begun, client } = await serve();
    for (let round = 0; round < 20; round += 1) {
      client.send(many(9));
      await expect.poll(() => begun.length).toBe(9);
      for (const response of begun.splice(0)) response.end('x');
      for (let answered = 0; answered < 9; answered += 1) expect((await client.response()).body).toBe('x');
    }
  });
});

describe('an answer that is written to its end', () => {
  const long = Buffer.alloc(64 * 1_048_576);

  it('ends the connection if its client reads nothing for a minute', async () => {
    const { begun, client } = await serve();
    client.socket.pause();
    client.send(get('long'));
    await expect.poll(() => begun.length).toBe(1);
    const [response] = begun as [ServerResponse];
    response.end(long);
    // The socket's own clock: it begins anew whenever the client has read something.
    expect(response.socket?.timeout).toBe(60_000);
    response.emit('timeout');
    await once(response, 'close');
    expect(response.writableFinished).toBe(false);
  });

  it('ends it with a reset if the client would take the end of the connection for the end of the answer', async () => {
    const { begun, client } = await serve();
    client.socket.pause();
    client.send('GET /long HTTP/1.0\r\n\r\n');
    await expect.poll(() => begun.length).toBe(1);
    const [response] = begun as [ServerResponse];
    response.write('begun');
    response.end(long);
    response.emit('timeout');
    client.socket.removeAllListeners('data');
    expect(await client.ending()).toBe('ECONNRESET');
  });

  it('leaves no limit to the answer behind it', async () => {
    const { begun, client } = await serve();
    client.socket.pause();
    client.send(many(2));
    await expect.poll(() => begun.length).toBe(2);
    const [first, second] = begun as [ServerResponse, ServerResponse];
    first.end(long);
    expect(first.socket?.timeout).toBe(60_000);
    client.socket.removeAllListeners('data');
    client.socket.resume();
    await once(first, 'finish');
    expect(second.socket?.timeout).toBe(0);
  });

  it('limits the answer behind it too if that has been written to its end', async () => {
    const { begun, client } = await serve();
    client.socket.pause();
    client.send(many(2));
    await expect.poll(() => begun.length).toBe(2);
    const [first, second] = begun as [ServerResponse, ServerResponse];
    first.end(long);
    second.end(long);
    client.socket.removeAllListeners('data');
    // Takes the first answer, and not all of the second.
    client.socket.on('data', () => first.writableFinished && client.socket.pause());
    client.socket.resume();
    await once(first, 'finish');
    expect(second.writableFinished).toBe(false);
    expect(second.socket?.timeout).toBe(60_000);
  });

  it('has no limit if it was taken at once', async () => {
    const { begun, client } = await serve();
    client.send(get('short'));
    await expect.poll(() => begun.length).toBe(1);
    const [response] = begun as [ServerResponse];
    response.end('ok');
    expect(response.listenerCount('timeout')).toBe(0);
    expect(await client.response()).toMatchObject({ body: 'ok' });
  });
});

describe('bytes that are no HTTP, behind a call that still runs', () => {
  const running = async () => {
    const { begun, client } = await serve();
    client.send(get('call') + garbage);
    await expect.poll(() => begun.length).toBe(1);
    const [response] = begun as [ServerResponse];
    return { client, response };
  };

  it('are not kept, however many follow, and are refused once after its answer', async () => {
    const { client, response } = await running();
    await turn();
    const listeners = response.listenerCount('finish');
    const { socket } = response;
    const sent = client.socket.bytesWritten;
    for (let packet = 0; packet < 10; packet += 1) {
      const before = socket?.bytesRead ?? 0;
      client.send(Buffer.alloc(10_000, 'x'));
      await expect.poll(() => socket?.bytesRead ?? 0, { interval: 1 }).toBe(before + 10_000);
    }
    expect(socket?.bytesRead).toBe(sent + 100_000);
    expect(response.listenerCount('finish')).toBe(listeners);
    response.end('hello');
    expect(await client.response()).toMatchObject({ status: 200, body: 'hello' });
    expect(await client.response()).toMatchObject({ status: 400 });
    await client.closed();
    expect(client.rest()).toBe('');
  });

  it.each(['end', 'destroy', 'resetAndDestroy'] as const)('do not hide that the client leaves: %s', async (way) => {
    const { client, response } = await running();
    client.socket[way]();
    await once(response, 'close');
    expect(response.writableFinished).toBe(false);
  });
});
