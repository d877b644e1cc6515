import type { Response } from 'express';
import type { Reply } from '../shared/reply.ts';
import type { Clock } from '../shared/clock.ts';

/** Milliseconds after which a client that reads nothing is given up. */
const stalledReader = 60_000;

/** The way back to the client over an Express response. */
export function makeReply(response: Response, clock: Clock): Reply {
  // Who left while the body was read or judged has no `close` to come any more.
  let gone = response.destroyed;
  const leaving = new Set<() => void>();
  response.once('close', () => {
    gone = !response.writableFinished;
    if (gone) for (const action of leaving) action();
    leaving.clear();
  });

  return {
    left: () => gone,
    onLeave: (action) => {
      if (gone) action();
      leaving.add(action);
      return () => leaving.delete(action);
    },
    started: () => response.headersSent,
    head: (status, headers) => {
      if (gone) return;
      response.writeHead(status, headers);
      if (headers['content-length'] === undefined) response.flushHeaders();
    },
    write: (bytes) => gone || response.write(bytes),
    drained: () =>
      new Promise((resolve) => {
        if (gone || !response.writableNeedDrain) return resolve();
        const cancel = clock.after(stalledReader, () => response.destroy());
        const done = (): void => {
          cancel();
          response.off('drain', done);
          response.off('close', done);
          resolve();
        };
        response.once('drain', done);
        response.once('close', done);
      }),
    end: (bytes) => {
      if (!gone) response.end(bytes);
    },
    cut: () => {
      response.destroy();
    },
  };
}
