import type { ServerResponse } from 'node:http';
import type { Reply, ReplyHeaders } from '../shared/reply.ts';
import type { Clock } from '../shared/time/clock.ts';

/** The id of a request under both names that clients look for. */
export const idHeaders = (requestId: string): ReplyHeaders => ({ 'x-request-id': requestId, 'request-id': requestId });

/** Milliseconds after which a client that reads nothing is given up. */
const stalledReader = 60_000;

/** The way back to the client over Node's response; the request's id goes with every head. */
export function makeReply(response: ServerResponse, requestId: string, clock: Clock): Reply {
  // Who left while the body was read or validated has no `close` to come any more.
  let gone = response.destroyed;
  // Hardly anybody ever asks twice: one call has one upstream at a time.
  let leaving: readonly (() => void)[] = [];
  const leave = (): void => {
    gone = !response.writableFinished;
    if (gone) for (const action of leaving) action();
    leaving = [];
  };
  response.on('close', leave);
  // Whoever reads a body hears of its end from the request: that the client left is known before, whichever tells it first.
  if (!response.req.complete) response.req.on('aborted', leave);

  return {
    left: () => gone,
    onLeave: (action) => {
      if (gone) {
        action();
        return () => undefined;
      }
      leaving = [...leaving, action];
      return () => {
        leaving = leaving.filter((each) => each !== action);
      };
    },
    started: () => response.headersSent,
    head: (status, headers) => {
      if (gone) return;
      response.writeHead(status, { ...idHeaders(requestId), ...headers });
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
      if (gone) return;
      response.end(bytes);
      // What the system did not take at once waits for a reader whom nobody here waits for. The socket sees whether it reads on.
      if (response.writableLength > 0) response.setTimeout(stalledReader, () => response.destroy());
    },
    cut: () => {
      response.destroy();
    },
  };
}
