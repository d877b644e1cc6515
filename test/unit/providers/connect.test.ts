import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeRegistry } from '../../../src/shared/collections.ts';
import { dialUpstream } from '../../../src/providers/connect.ts';

describe('a refusal of a connection whose body does not end', () => {
  let server: Server;
  let connection: Socket;
  let leave = (): void => undefined;
  beforeEach(async () => {
    server = createServer();
    server.on('upgrade', (_request, socket: Socket) => {
      connection = socket;
      socket.on('error', () => undefined).resume();
      socket.write('HTTP/1.1 503 Service Unavailable\r\ncontent-length: 100\r\n\r\nbusy');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    connection.destroy();
    server.close();
  });

  const dial = async () => {
    const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const onLeave = (action: () => void) => {
      leave = action;
      return () => undefined;
    };
    const open = makeRegistry<() => void>();
    const opened = await dialUpstream({
      url,
      headers: {},
      handshakeMilliseconds: 60_000,
      secrets: () => [],
      onLeave,
      open,
    });
    if (!('refusal' in opened)) throw new Error('The connection was opened.');
    expect((await opened.refusal.read())?.toString()).toBe('busy');
    return opened.refusal;
  };

  it('ends when the client leaves', async () => {
    const refusal = await dial();
    const ended = once(connection, 'end');
    leave();
    await expect(refusal.read()).rejects.toMatchObject({ reason: 'upstream_cut' });
    await ended;
  });

  it('ends after the time of an error, which is shorter than that of a handshake', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const refusal = await dial();
    const ended = once(connection, 'end');
    vi.advanceTimersByTime(5_000);
    vi.useRealTimers();
    await expect(refusal.read()).rejects.toMatchObject({ reason: 'upstream_cut' });
    await ended;
  });
});
