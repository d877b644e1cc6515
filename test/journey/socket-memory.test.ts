import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectRealtime, type RealtimeClient } from './realtime-client.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';
import { startRealtime } from './start-realtime.ts';

const mebibyte = 1_048_576;

describe('the memory of messages over a WebSocket', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ limits: { bodyMemoryBytes: 16 * mebibyte, keyBodyMemoryBytes: 6 * mebibyte } });
  });
  beforeEach(() => gateway.upstream.forget());
  afterAll(() => gateway.close());

  const connect = (path: string): Promise<RealtimeClient> => connectRealtime(gateway.url, { path });

  /** Sends the first part of a message, and waits until the gateway has read it. */
  const begin = async ({ socket, ended }: RealtimeClient): Promise<void> => {
    socket.send(Buffer.alloc(4 * mebibyte, ' '), { fin: false, binary: false });
    socket.ping();
    await Promise.race([once(socket, 'pong'), ended]);
  };

  it('is that of request bodies while they come, and is free again afterwards', async () => {
    const first = await connect('/v1/responses');
    await begin(first);
    const second = await connect('/v1/responses');
    await begin(second);
    const { code, reason } = await second.ended;
    expect([code, reason]).toEqual([1013, expect.stringContaining('memory')]);
    expect(first.socket.readyState).toBe(first.socket.OPEN);
    first.socket.send('{}', { fin: true, binary: false });
    expect(await first.event('error')).toMatchObject({ status: 400 });
    const third = await connect('/v1/responses');
    await begin(third);
    expect(third.socket.readyState).toBe(third.socket.OPEN);
    for (const { socket } of [first, third]) socket.terminate();
  });

  it('is not taken by pings, whose last is answered', async () => {
    const client = await connect('/v1/responses');
    const answered = new Promise<void>((resolve) => {
      client.socket.on('pong', (data: Buffer) => {
        if (data.toString() === 'last') resolve();
      });
    });
    for (let sent = 0; sent < 60_000; sent += 1) client.socket.ping(Buffer.alloc(125));
    client.socket.ping('last');
    expect(await Promise.race([answered, client.ended])).toBeUndefined();
    client.socket.terminate();
  });

  it('is that of request bodies while they wait for their turn', async () => {
    gateway.upstream.always([{ kind: 'stall' }]);
    const client = await connect('/v1/responses');
    const request = { type: 'response.create', model: 'test-model', input: 'x'.repeat(mebibyte) };
    for (let sent = 0; sent < 8; sent += 1) client.send(request);
    expect(await client.event('error')).toMatchObject({ status: 503, error: { code: 'overloaded' } });
    client.socket.terminate();
  });
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of values that are alive. */
const heap = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};

describe('the memory of a session', () => {
  const events = 100_000;
  /** A promise that is left behind has at least this many bytes. */
  const bytesOfPromise = 100;

  it('does not grow with the events that have passed', async () => {
    const gateway = await startRealtime();
    const { socket } = await gateway.connect();
    const session = await gateway.upstream.session();
    let received = 0;
    const passed = Promise.withResolvers<void>();
    socket.removeAllListeners('message').on('message', () => {
      received += 1;
      if (received % events === 0) passed.resolve();
    });
    const before = heap();
    const event = JSON.stringify({ type: 'input_audio_buffer.cleared', event_id: 'event_2' });
    for (let sent = 0; sent < events; sent += 1) {
      session.send(event);
      if (session.socket.bufferedAmount > 65_536) await new Promise(setImmediate);
    }
    await passed.promise;
    expect(heap() - before).toBeLessThan(events * bytesOfPromise);
    socket.terminate();
    await gateway.close();
  });
});
