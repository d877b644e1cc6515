import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Log } from '../shared/log.ts';
import type { Clock } from '../shared/time/clock.ts';
import { writeError } from './answer-error.ts';
import { marksOf, surfaceOf } from './choose-spec.ts';

/** Milliseconds between two looks at the event loop while calls arrive. */
const tick = 20;

/** Milliseconds for which the loop must be late all the time before calls are refused, and for which none was when that ends. */
const patience = 1_000;

/** Milliseconds for which a refused connection is not read while calls are refused. */
const restOfRefused = 1_000;

/** The share of the limit for which a turn of the loop begins calls in any case. */
const leastShare = 0.25;

/** Seconds after which a refused client should try again. */
const retryAfter = '1';

type Connection = Pick<Socket, 'pause' | 'resume'>;

/** Decides which calls begin. */
export interface LoadGate {
  /** Called for each call, before anything is done for it. False: it must be refused. */
  readonly admits: () => boolean;
  /** Takes a connection on which a call was refused: it is read again in a second, or when calls are no longer refused. */
  readonly rest: (connection: Connection) => void;
}

interface Parts {
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds by which the loop may be late; null: calls are never refused. */
  readonly mostLate: () => number | null;
  /** Runs an action when the current turn of the event loop ends. */
  readonly endOfTurn?: (action: () => void) => void;
}

/** Connections on which a call was refused. They are not read until the loop is on time, or for a second, so that clients that send again at once cost little. */
function makeResting({ monotonic }: Pick<Clock, 'monotonic'>) {
  const since = new Map<Connection, number>();
  return {
    add: (connection: Connection): void => {
      connection.pause();
      since.set(connection, monotonic());
    },
    /** Reads those again that were added before. */
    wake: (before: number): void => {
      for (const [connection, added] of since) {
        if (added > before) return;
        since.delete(connection);
        connection.resume();
      }
    },
  };
}

/** Looks at how late the event loop is, every few milliseconds while calls arrive. */
function watchLoop({ clock: { monotonic, after } }: Parts, seen: (now: number, late: number) => 'busy' | 'idle') {
  let arriving = false;
  let looking = false;
  const look = (): void => {
    looking = true;
    arriving = false;
    const due = monotonic() + tick;
    after(tick, () => {
      const now = monotonic();
      looking = seen(now, now - due) === 'busy' || arriving;
      if (looking) look();
    });
  };
  return (): void => {
    arriving = true;
    if (!looking) look();
  };
}

/**
 * Refuses calls while the event loop has had more work than time for a second: a timer that is late by more than the limit, again
 * and again, shows that. Meanwhile each turn of the loop begins calls for as long as the limit exceeds what the loop was late before.
 * Without that, a gateway with too many calls would begin them all and finish none in time.
 */
export function makeLoadGate(parts: Parts): LoadGate {
  const { clock, log, mostLate, endOfTurn = setImmediate } = parts;
  const resting = makeResting(clock);
  /** Since when the loop has been late at each look. */
  let lateSince: number | null = null;
  /** When a call was refused, or the loop was too busy, for the last time; null while all calls begin. */
  let busyAt: number | null = null;
  let refused = 0;
  /** How late the loop was at the last look. */
  let before = 0;
  /** When the current turn of the loop stops to begin calls. */
  let turnCloses: number | null = null;

  const arrived = watchLoop(parts, (now, late) => {
    const limit = mostLate() ?? Infinity;
    if (late <= limit) lateSince = null;
    else lateSince ??= now - late;
    if (lateSince !== null && now - lateSince >= patience) {
      if (busyAt === null) log.warn('calls are refused: the event loop is late', { milliseconds: Math.round(late) });
      busyAt = now;
    } else if (busyAt !== null && now - busyAt >= patience) {
      log.warn('all calls are taken again', { refused });
      busyAt = null;
      refused = 0;
    }
    before = late;
    resting.wake(late <= limit ? Infinity : now - restOfRefused);
    return busyAt === null ? 'idle' : 'busy';
  });

  return {
    admits: () => {
      const limit = mostLate();
      if (limit === null) return true;
      arrived();
      if (busyAt === null) return true;
      const now = clock.monotonic();
      if (turnCloses === null) {
        turnCloses = now + Math.max(limit - before, limit * leastShare);
        endOfTurn(() => {
          turnCloses = null;
        });
      }
      if (now < turnCloses) return true;
      busyAt = now;
      refused += 1;
      return false;
    },
    rest: (connection) => {
      if (busyAt !== null) resting.add(connection);
    },
  };
}

const tooBusy = new GatewayError(
  'overloaded',
  'The gateway has more calls than it can serve. Send the request again in a moment.',
  { headers: { 'retry-after': retryAfter } },
);

interface RefusalParts {
  readonly newRequestId: () => string;
  readonly clock: Clock;
  /** Counts a refused call. It is not logged, because a line would cost more than the refusal. */
  readonly onRefused: () => void;
}

/** Answers 503 to calls that the gate does not admit, before anything else of them is read. Pages and the control API pass. */
export function refuseExcess(gate: LoadGate, { newRequestId, clock, onRefused }: RefusalParts): RequestHandler {
  return (request, response, next) => {
    if (request.method !== 'POST' || request.url.startsWith('/console/') || gate.admits()) return next();
    onRefused();
    const { socket } = request;
    response.once('finish', () => request.complete && !socket.destroyed && gate.rest(socket));
    const surface = surfaceOf(marksOf(request));
    writeError(tooBusy, { request, response, surface, requestId: newRequestId() }, clock);
  };
}
