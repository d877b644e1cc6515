import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import type { Limits } from '../config/config.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Log } from '../shared/log.ts';
import type { Clock } from '../shared/time/clock.ts';
import { writeError } from './answer-error.ts';
import { isRequestId, marksOf, surfaceOf } from './request-head.ts';

/** Milliseconds between two checks of the event loop while calls arrive. */
const tick = 20;

/** Milliseconds for which the loop must be late at every check before calls are refused, and without a refusal before that ends. */
const sustainedMilliseconds = 1_000;

/** The most milliseconds for which a refused connection is not read. */
const longestRest = 1_000;

/**
 * Milliseconds of processor time that a turn of the loop should take while calls are refused: a refusal waits that long. The target is
 * met on average over an interval.
 */
const turnTarget = 5;
const interval = 100;

/** Milliseconds for which a turn begins calls, and how far one interval may change that. Every turn begins at least one call. */
const budgets = { first: 5, least: 0.1, mostShrink: 0.25, mostGrow: 2 };

/** Seconds after which a refused client should retry. */
const retryAfter = '1';

type Connection = Pick<Socket, 'pause' | 'resume'>;

/** Decides which calls begin. */
export interface LoadGate {
  /** Called for each call, before any work for it. False: it must be refused. */
  readonly admits: () => boolean;
  /** Stops reading a connection on which a call was refused, for a second or until calls are no longer refused. */
  readonly rest: (connection: Connection) => void;
}

interface LoadGateParts {
  readonly clock: Clock;
  readonly log: Log;
  /** The settings in force. Null or absent, calls are never refused. */
  readonly limits: () => Pick<Limits, 'eventLoopDelayMilliseconds'>;
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
    /** Resumes this many connections, and those that have waited long enough. */
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
 * Checks how late the event loop is, every few milliseconds while calls arrive, by the processor time that it spends between two
 * checks. A process that waits for a processor is late too, but does not have more work than it can do.
 */
function watchLoop({ clock, seen }: { clock: Clock; seen: (now: number, late: number) => 'busy' | 'idle' }) {
  const { monotonic, after, cpuTime = monotonic } = clock;
  let arriving = false;
  let looking = false;
  const look = (): void => {
    looking = true;
    arriving = false;
    const from = cpuTime();
    after(tick, () => {
      looking = seen(monotonic(), Math.max(0, cpuTime() - from - tick)) === 'busy' || arriving;
      if (looking) look();
    });
  };
  return (): void => {
    arriving = true;
    if (!looking) look();
  };
}

interface TurnParts extends Required<Pick<LoadGateParts, 'clock' | 'endOfTurn'>> {
  /** Called at the end of a turn in which calls arrived, with the number of calls that the next turn may have time for. */
  readonly ended: (fitting: number) => void;
}

/** Bounds the calls that a turn of the loop begins, so that turns stay short: fewer after long turns, else more. */
function makeTurns({ clock, endOfTurn, ended }: TurnParts) {
  const { monotonic, cpuTime = monotonic } = clock;
  let budget = budgets.first;
  /**
   * When the current turn stops beginning calls, in processor time, which Linux counts in steps of some milliseconds; null: no call
   * has arrived in this turn.
   */
  let closes: number | null = null;
  let measured = { began: cpuTime(), turns: 0, ends: 0 };
  /** The calls that the current turn has begun, and whether it refused others. */
  let current = { begun: 0, isFull: false };

  const newInterval = (): void => {
    measured = { began: cpuTime(), turns: 0, ends: monotonic() + interval };
  };
  const end = (): void => {
    closes = null;
    ended(current.isFull ? current.begun : current.begun + 1);
    current = { begun: 0, isFull: false };
    measured.turns += 1;
    if (monotonic() < measured.ends) return;
    const average = (cpuTime() - measured.began) / measured.turns;
    const change = Math.min(Math.max(turnTarget / average, budgets.mostShrink), budgets.mostGrow);
    budget = Math.max(budgets.least, budget * change);
    newInterval();
  };
  const beginWith = (milliseconds: number): void => {
    budget = milliseconds;
    newInterval();
  };

  return {
    /** Begins to bound turns: calls are refused from now on. */
    begin: (): void => beginWith(budgets.first),
    /** @param most the most milliseconds for which a turn may begin calls */
    hasTime: (most: number): boolean => {
      const now = cpuTime();
      if (closes === null) {
        // No call has come for a while, so the loop may no longer have too much to do.
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
 * Refuses calls once the event loop has been late by more than the limit at every check for a second. From then on, each turn of the
 * loop begins only as many calls as keep turns short. Without that, an overloaded gateway would begin all calls and finish none in
 * time.
 */
export function makeLoadGate(parts: LoadGateParts): LoadGate {
  const { clock, log, limits, endOfTurn = setImmediate } = parts;
  /** Milliseconds by which the loop may be late; null: no call is refused for that. */
  const mostLate = (): number | null => limits().eventLoopDelayMilliseconds ?? null;
  const resting = makeResting(clock);
  const turns = makeTurns({ clock, endOfTurn, ended: resting.next });
  /** Since when the loop has been late at every check. */
  let lateSince: number | null = null;
  /** When a call was last refused, or the loop was last too late; null while all calls are admitted. */
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
    if (lateSince !== null && now - lateSince >= sustainedMilliseconds) {
      if (busyAt === null) begin(late);
      busyAt = now;
    } else if (busyAt !== null && now - busyAt >= sustainedMilliseconds) {
      log.warn('calls are no longer refused', { refused });
      busyAt = null;
      refused = 0;
    }
    if (busyAt === null) resting.wakeAll();
    // While no calls arrive, no turn reports how many it has time for.
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

/** Answers 503 to calls that the gate does not admit, before reading any more of them. Pages and the control API pass. */
export function refuseExcess(gate: LoadGate, { newRequestId, clock, onRefused }: RefusalParts): RequestHandler {
  return (request, response, next) => {
    if (request.method !== 'POST' || request.url.startsWith('/console/') || gate.admits()) return next();
    onRefused();
    const { socket } = request;
    response.once('finish', () => request.complete && !socket.destroyed && gate.rest(socket));
    const surface = surfaceOf(marksOf(request));
    const sent = request.headers['x-request-id'];
    const failed = { request, response, surface, requestId: isRequestId(sent) ? sent : newRequestId() };
    // By then a short body that came with its head has been parsed, and refusing a complete request costs half as much.
    process.nextTick(() => {
      if (socket.writable) writeError(tooBusy, failed, clock);
    });
  };
}
