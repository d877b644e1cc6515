import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeMessageSocket } from '../../../src/shared/message-socket.ts';

/** A connection whose other side answers no ping. */
class MuteSocket extends EventEmitter {
  readonly readyState = 1;
  readonly calls: string[] = [];
  readonly ping = (): void => void this.calls.push('ping');
  readonly pause = (): void => void this.calls.push('pause');
  readonly resume = (): void => undefined;
  readonly close = (): void => undefined;
  readonly terminate = (): void => void this.calls.push('terminate');
  readonly send = (): void => undefined;
  readonly pongs: { readonly data: string; readonly taken: () => void }[] = [];
  readonly pong = (data: Buffer, _: undefined, taken: () => void): void =>
    void this.pongs.push({ data: data.toString(), taken });
}

describe('a connection whose pings are not answered', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is cut after the second', () => {
    const socket = new MuteSocket();
    makeMessageSocket(socket);
    vi.advanceTimersByTime(30_000);
    expect(socket.calls).toEqual(['ping']);
    vi.advanceTimersByTime(30_000);
    expect(socket.calls).toEqual(['ping', 'terminate']);
  });

  it('is kept while nothing is read from it, and gets a whole interval after that', async () => {
    const socket = new MuteSocket();
    const { read } = makeMessageSocket(socket);
    vi.advanceTimersByTime(30_000);
    socket.emit('message', Buffer.from('{}'), false);
    vi.advanceTimersByTime(60_000);
    expect(socket.calls).toEqual(['ping', 'pause', 'ping', 'ping']);
    await read();
    vi.advanceTimersByTime(30_000);
    expect(socket.calls.at(-1)).toBe('ping');
    vi.advanceTimersByTime(30_000);
    expect(socket.calls.at(-1)).toBe('terminate');
  });
});

describe('pings of the other side', () => {
  it('are answered one at a time, the last of those that came in the meantime for all of them', () => {
    const socket = new MuteSocket();
    makeMessageSocket(socket);
    for (const data of ['one', 'two', 'three']) socket.emit('ping', Buffer.from(data));
    expect(socket.pongs.map(({ data }) => data)).toEqual(['one']);
    socket.pongs[0]?.taken();
    socket.pongs[1]?.taken();
    expect(socket.pongs.map(({ data }) => data)).toEqual(['one', 'three']);
    socket.emit('ping', Buffer.from('four'));
    expect(socket.pongs.at(-1)?.data).toBe('four');
  });
});
