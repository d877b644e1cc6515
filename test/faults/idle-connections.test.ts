import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Hold } from '../../src/metering/hold.ts';
import { systemClock } from '../../src/shared/time/clock.ts';
import { BrokenUpstream } from '../../src/providers/upstream.ts';
import { makeUpstreams, type Upstreams } from '../../src/providers/egress.ts';
import { makeProvider } from '../fakes/make-config.ts';

const hold: Hold = {
  callId: 'call_1',
  isOpen: () => true,
  progress: () => undefined,
  settle: async () => 0n,
};
const limits = { firstByte: 10_000, idle: 10_000, total: null };

/** What an upstream does with idle connections. */
interface Habit {
  /** Milliseconds until it closes them. */
  readonly idle: number;
  /** What it says of that in its answers. */
  readonly hint?: string;
  /** What it does with the second request on one connection, instead of an answer. */
  readonly second?: (socket: Socket) => unknown;
}

/** Milliseconds that bytes and the news of a closed connection are on their way to us: who sends meanwhile sends into the void. */
const latency = 50;

/** Milliseconds by which a timer may be late in a race that counts. */
const mostLate = 300;

/** Does work; resolves with its result, and by how many milliseconds a timer of this process was late meanwhile at most. */
async function watchTimers<Result>(work: () => Promise<Result>) {
  const every = 50;
  let lateness = 0;
  let last = performance.now();
  const look = (): void => {
    const now = performance.now();
    lateness = Math.max(lateness, now - last - every);
    last = now;
  };
  const timer = setInterval(look, every);
  try {
    const result = await work();
    look();
    return { result, lateness };
  } finally {
    clearInterval(timer);
  }
}

interface Upstream {
  readonly origin: string;
  /** How often each call has come, by its name. */
  readonly received: ReadonlyMap<string, number>;
  readonly connections: () => number;
  readonly close: () => void;
}

async function start({ idle, hint, second }: Habit): Promise<Upstream> {
  const received = new Map<string, number>();
  const sockets = new Set<Socket>();
  const header = hint === undefined ? '' : `keep-alive: ${hint}\r\n`;
  let connections = 0;
  const server = createServer({ noDelay: true }, (socket) => {
    let onThis = 0;
    let isOver = false;
    connections += 1;
    sockets.add(socket);
    socket
      .on('error', () => undefined)
      .on('close', () => {
        clearTimeout(resting);
        sockets.delete(socket);
      });
    const rest = (): NodeJS.Timeout =>
      setTimeout(() => {
        isOver = true;
        setTimeout(() => socket.destroy(), latency);
      }, idle);
    let resting = rest();
    socket.on('data', (bytes) => {
      // Each request is one small write, so it arrives as one.
      const name = /x-call: (\S+)/.exec(bytes.toString('latin1'))?.[1];
      if (name === undefined) return;
      received.set(name, (received.get(name) ?? 0) + 1);
      onThis += 1;
      if (isOver) socket.resetAndDestroy();
      else if (second && onThis === 2) second(socket);
      else {
        clearTimeout(resting);
        resting = rest();
        setTimeout(() => socket.write(`HTTP/1.1 200 OK\r\n${header}content-length: 2\r\n\r\n{}`), latency);
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', 4_096, resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    connections: () => connections,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

describe('connections that an upstream closes when they are idle', () => {
  /** Makes one call; resolves with its status, or what broke it. */
  const call = async (upstreams: Upstreams, origin: string, name: string, method = 'POST'): Promise<string> => {
    try {
      const answer = await upstreams.send(hold, {
        provider: makeProvider('up', 'a', origin),
        method,
        path: '/chat/completions',
        headers: { 'x-call': name },
        body: method === 'GET' ? null : Buffer.from('{"a":1}'),
        limits,
        onLeave: () => () => undefined,
      });
      while (await answer.read());
      return String(answer.status);
    } catch (error) {
      return error instanceof BrokenUpstream ? error.reason : String(error);
    }
  };

  /**
   * Lanes with connections of their own, each of which waits another time between its calls: an even spread from `from`
   * to `to` milliseconds. Gives back how many calls ended in which way.
   */
  const race = async (habit: Habit, [from, to]: readonly [number, number]) => {
    const lanes = 300;
    const rounds = 2;
    const upstream = await start(habit);
    const ends = new Map<string, number>();
    await Promise.all(
      Array.from({ length: lanes }, async (_, lane) => {
        const upstreams = makeUpstreams(systemClock);
        for (let round = 0; round <= rounds; round += 1) {
          const end = await call(upstreams, upstream.origin, `${lane}-${round}`);
          ends.set(end, (ends.get(end) ?? 0) + 1);
          if (round < rounds) await wait(from + ((to - from) * lane) / lanes);
        }
        await upstreams.close(0);
      }),
    );
    upstream.close();
    return { upstream, calls: lanes * (rounds + 1), lanes, ends: Object.fromEntries(ends) };
  };

  const expectOnce = ({ upstream, calls, lanes, ends }: Awaited<ReturnType<typeof race>>): void => {
    expect([...upstream.received.values()].filter((times) => times !== 1)).toEqual([]);
    expect(upstream.received.size).toBe(calls);
    // Some calls have used a connection again, and some have found theirs closed: both sides of the limit were met.
    expect(upstream.connections()).toBeGreaterThan(lanes);
    expect(upstream.connections()).toBeLessThan(calls);
    expect(ends).toEqual({ 200: calls });
  };

  it('no call meets the end of a connection, whatever pause came before', async () => {
    const raceBoth = async () => {
      const untold = race({ idle: 5_000 }, [3_900, 5_100]);
      const reported = race({ idle: 3_000, hint: 'timeout=3' }, [900, 3_100]);
      return Promise.all([untold, reported]);
    };
    let { result, lateness } = await watchTimers(raceBoth);
    // The upstream is in this process: where that stood still, news of the end came later than from any other machine.
    for (let tries = 1; tries < 3 && lateness > mostLate; tries += 1)
      ({ result, lateness } = await watchTimers(raceBoth));
    for (const each of result) expectOnce(each);
  });

  it('a connection that was closed meanwhile is replaced before anything is sent', async () => {
    const upstreams = makeUpstreams(systemClock);
    const { origin, connections, close } = await start({ idle: 100 });
    const ends: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      ends.push(await call(upstreams, origin, name));
      await wait(300);
    }
    await upstreams.close(0);
    expect([ends, connections()]).toEqual([['200', '200', '200'], 3]);
    close();
  });

  it.each([
    ['POST', 'closed', (socket: Socket) => socket.end()],
    ['GET', 'closed', (socket: Socket) => socket.end()],
    ['POST', 'reset', (socket: Socket) => socket.resetAndDestroy()],
    ['GET', 'reset', (socket: Socket) => socket.resetAndDestroy()],
  ] as const)(
    'a %s on a used connection that is then %s is reported, and not sent again',
    async (method, _how, second) => {
      const upstreams = makeUpstreams(systemClock);
      const { origin, received, connections, close } = await start({ idle: 10_000, second });
      const ends: string[] = [];
      for (const name of ['a', 'b', 'c']) {
        ends.push(await call(upstreams, origin, name, method));
        // Until the connection is known to be free.
        await wait(20);
      }
      await upstreams.close(0);
      expect([ends, connections()]).toEqual([['200', 'upstream_cut', '200'], 2]);
      expect(Object.fromEntries(received)).toEqual({ a: 1, b: 1, c: 1 });
      close();
    },
  );
});
