import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Log } from '../shared/log.ts';
import type { Clock } from '../shared/time/clock.ts';
import { writeError } from './answer-error.ts';
import { marksOf, surfaceOf } from './request-head.ts';

/** Milliseconds between two looks at the event loop while calls arrive. */
const tick = 20;

/** Milliseconds for which the loop must be late all the time before calls are refused, and for which none was when that ends. */
const patience = 1_000;

/** Milliseconds for which a refused connection is not read at most. */
const longestRest = 1_000;

/**
 * Milliseconds of processor time that a turn of the loop should take while calls are refused: so long a refusal waits. It is met on
 * average over an interval.
 */
const turnTarget = 5;
const interval = 100;

/** Milliseconds for which a turn begins calls, and how that changes with the turns before. Any turn begins one call. */
const budgets = { first: 5, least: 0.1, mostShrink: 0.25, mostGrow: 2 };

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

/** Connections on which a call was refused. They are not read for a while; those that have waited longest are read first. */
function makeResting({ monotonic }: Pick<Clock, 'monotonic'>) {
  const since = new Map<Connection, number>();
  const wake = (connection: Connection): void => {
    since.delete(connection);
    connection.resume();
  };
  return {
    add: (connection: Connection): void => {
      connection.pause();
      since.set(connection, monotonic());
    },
    /** Reads this many again, and those that have waited long enough. */
    next: (most: number): void => {
      let left = most;
      const due = monotonic() - longestRest;
      for (const [connection, added] of since) {
        if (left <= 0 && added > due) return;
        left -= 1;
        wake(connection);
      }
    },
    wakeAll: (): void => [...since.keys()].forEach(wake),
  };
}

/**
 * Looks at how late the event loop is, every few milliseconds while calls arrive: by the processor time that it spends between two
 * looks. A process that has to wait for a processor is late too, but it has no more work than it can do.
 */
function watchLoop({ clock, seen }: { clock: Clock; seen: (now: number, late: number) => 'busy' | 'idle' }) {
  const { monotonic, after, spent = monotonic } = clock;
  let arriving = false;
  let looking = false;
  const look = (): void => {
    looking = true;
    arriving = false;
    const from = spent();
    after(tick, () => {
      looking = seen(monotonic(), Math.max(0, spent() - from - tick)) === 'busy' || arriving;
      if (looking) look();
    });
  };
  return (): void => {
    arriving = true;
    if (!looking) look();
  };
}

interface TurnParts extends Required<Pick<Parts, 'clock' | 'endOfTurn'>> {
  /** Called when a turn in which calls came has ended, with the number of calls for which the next one may have time. */
  readonly ended: (fitting: number) => void;
}

/** Bounds the calls that a turn of the loop begins, so that turns are short: fewer after turns that were long, else more. */
function makeTurns({ clock, endOfTurn, ended }: TurnParts) {
  const { monotonic, spent = monotonic } = clock;
  let budget = budgets.first;
  /** When the current turn stops to begin calls, in processor time, which Linux counts in steps of some milliseconds; null: no call has come in it. */
  let closes: number | null = null;
  let measured = { began: spent(), turns: 0, ends: 0 };
  /** Calls that the current turn has begun, and whether it had no time for others. */
  let current = { begun: 0, isFull: false };

  const newInterval = (): void => {
    measured = { began: spent(), turns: 0, ends: monotonic() + interval };
  };
  const end = (): void => {
    closes = null;
    ended(current.isFull ? current.begun : current.begun + 1);
    current = { begun: 0, isFull: false };
    measured.turns += 1;
    if (monotonic() < measured.ends) return;
    const average = (spent() - measured.began) / measured.turns;
    const change = Math.min(Math.max(turnTarget / average, budgets.mostShrink), budgets.mostGrow);
    budget = Math.max(budgets.least, budget * change);
    newInterval();
  };
  const beginWith = (milliseconds: number): void => {
    budget = milliseconds;
    newInterval();
  };

  return {
    /** Calls are refused from now on. */
    begin: (): void => beginWith(budgets.first),
    /** @param most milliseconds for which a turn may begin calls at most */
    hasTime: (most: number): boolean => {
      const now = spent();
      if (closes === null) {
        // No call came for a while: nothing says that the loop still has too much to do.
        if (monotonic() > measured.ends + interval) beginWith(most);
        budget = Math.min(budget, most);
        closes = now + budget;
        endOfTurn(end);
      }
      if (now < closes) current.begun += 1;
      else current.isFull = true;
      return now < closes;
    },
  };
}

/**
 * Refuses calls while the event loop has had more work than time for a second: it is late by more than the limit, again and again.
 * Meanwhile each turn of the loop begins as many calls as keep the turns short. Without that, a gateway with too many calls would
 * begin them all and finish none in time.
 */
export function makeLoadGate(parts: Parts): LoadGate {
  const { clock, log, mostLate, endOfTurn = setImmediate } = parts;
  const resting = makeResting(clock);
  const turns = makeTurns({ clock, endOfTurn, ended: resting.next });
  /** Since when the loop has been late at each look. */
  let lateSince: number | null = null;
  /** When a call was refused, or the loop was too busy, for the last time; null while all calls begin. */
  let busyAt: number | null = null;
  let refused = 0;

  const begin = (late: number): void => {
    log.warn('calls are refused: the event loop is late', { milliseconds: Math.round(late) });
    turns.begin();
  };
  const seen = (now: number, late: number): 'busy' | 'idle' => {
    const limit = mostLate() ?? Infinity;
    if (late <= limit) lateSince = null;
    else lateSince ??= now - late;
    if (lateSince !== null && now - lateSince >= patience) {
      if (busyAt === null) begin(late);
      busyAt = now;
    } else if (busyAt !== null && now - busyAt >= patience) {
      log.warn('all calls are taken again', { refused });
      busyAt = null;
      refused = 0;
    }
    if (busyAt === null) resting.wakeAll();
    // Where no call comes, no turn says for how many there is time.
    else resting.next(1);
    return busyAt === null ? 'idle' : 'busy';
  };
  const arrived = watchLoop({ clock, seen });

  return {
    admits: () => {
      const limit = mostLate();
      if (limit === null) return true;
      arrived();
      if (busyAt === null || turns.hasTime(limit)) return true;
      busyAt = clock.monotonic();
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
    const failed = { request, response, surface, requestId: newRequestId() };
    // By then a short body that came with its head has been parsed: the refusal of a whole request costs half.
    process.nextTick(() => {
      if (socket.writable) writeError(tooBusy, failed, clock);
    });
  };
}
