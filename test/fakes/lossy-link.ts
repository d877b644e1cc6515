import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** What a link does to bytes, as TCP over a bad network shows it to its two ends. */
export interface LinkQuality {
  /** Milliseconds one way. */
  readonly delay: number;
  /** Of every thousand segments so many are lost, and come when they are sent again. Nothing behind them comes earlier. */
  readonly lostPermille: number;
  /** Milliseconds until a lost segment is sent again. */
  readonly resendAfter: number;
  /** Bytes that may be on their way in one direction. */
  readonly window: number;
}

/** A way to a server of this machine that is slow and loses segments. */
export interface LossyLink {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const segmentBytes = 1_448;

/** Numbers from 0 to 999, the same for the same seed. */
function makeDice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * 1_000);
  };
}

/** Opens a link to a server. A reset overtakes what is still on its way, as it does where the bytes before it are lost. */
export async function openLossyLink(target: string, quality: LinkQuality, seed: number): Promise<LossyLink> {
  const dice = makeDice(seed);
  const port = Number(new URL(target).port);
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const far = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    for (const socket of [client, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => sockets.delete(socket));
    }
    void carry(client, far, quality, dice);
    void carry(far, client, quality, dice);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** Carries one direction to its end; where it breaks, the other side is reset. */
async function carry(from: Socket, to: Socket, quality: LinkQuality, dice: () => number): Promise<void> {
  const { delay, lostPermille, resendAfter, window } = quality;
  let last: Promise<void> = Promise.resolve();
  let lastDue = 0;
  let underWay = 0;
  const deliver = async (segment: Buffer, due: number, before: Promise<void>): Promise<void> => {
    await wait(Math.max(0, due - performance.now()));
    await before;
    underWay -= segment.length;
    if (!to.destroyed) to.write(segment);
  };
  try {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      for (let at = 0; at < chunk.length; at += segmentBytes) {
        const segment = chunk.subarray(at, at + segmentBytes);
        const lost = dice() < lostPermille ? resendAfter : 0;
        lastDue = Math.max(lastDue, performance.now() + delay + lost);
        underWay += segment.length;
        last = deliver(segment, lastDue, last);
      }
      if (underWay > window) await last;
      if (to.writableNeedDrain) await new Promise((resolve) => to.once('drain', resolve).once('close', resolve));
    }
    await last;
    to.end();
  } catch {
    to.resetAndDestroy();
  }
}
