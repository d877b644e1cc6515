import type pg from 'pg';
import type { StoreHealth } from '../../metering/ledger-records.ts';
import { runExclusive } from '../../shared/time/turns.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { reads, snapshots, type Operations } from '../operations/operations.ts';
import {
  databaseClosed,
  errorOf,
  notWritten,
  type Answer,
  type Connection,
  type Failure,
} from '../shared/batch-queue.ts';
import { locksOf, makeQueues, queued, reports, type AnswerTo, type LeftSettlements } from './scheduling.ts';
import { makeOperations, settleUnlockedCalls } from './operations/operations.ts';
import type { InstanceRow } from './operations/instances.ts';
import {
  failureKind,
  failureOf,
  isRefusal,
  makeLockMemory,
  makeSession,
  transaction,
  type Session,
} from './session.ts';
import { makeSettling, type SettlingParts } from './settling.ts';
import type { SettleSpool } from './spool.ts';

interface HealthParts {
  readonly clock: Clock;
  /** Milliseconds for which calls continue with leased credit; 0: not at all. */
  readonly offline: number;
  readonly onHealth: (health: StoreHealth) => void;
}

const seconds = (milliseconds: number): number => Math.round(milliseconds / 1000);

const well: StoreHealth = { state: 'ok', message: '' };
const away = 'The database does not answer. New calls are refused until it does; nothing that was charged is lost.';

/** The kinds of requests to the database. It counts as reachable if the last request of each kind was answered. */
type Area = 'settlements' | 'the rest';

/** Failures that mean that the database cannot be used. If a settlement fails, no caller is to blame, but one account may be locked. */
const troubles: Readonly<Record<Area, (cause: unknown) => boolean>> = {
  settlements: (cause) => !['again', 'locked'].includes(failureKind(cause)) && !isRefusal(cause),
  'the rest': (cause) => ['away', 'full'].includes(failureKind(cause)),
};

/** Whether the database answers, and whether the instance continues without it. The change feed asks four times a second, so this is never old. */
function makeHealth({ clock, offline, onHealth }: HealthParts) {
  const failedSince = new Map<Area, number>();
  let spoolTrouble: string | null = null;
  let noted: StoreHealth = well;

  const read = (): StoreHealth => {
    if (failedSince.size === 0) return well;
    const awayFor = clock.monotonic() - Math.min(...failedSince.values());
    if (offline === 0) return { state: 'full', message: away };
    if (spoolTrouble !== null)
      return {
        state: 'full',
        message: `${away} This instance cannot keep calls in its spool meanwhile; its log says why.`,
        cause: spoolTrouble,
      };
    if (awayFor >= offline)
      return { state: 'full', message: `The database has not answered for ${seconds(offline)} s. ${away}` };
    return {
      state: 'offline',
      awayFor,
      message: `The database does not answer. Calls go on for ${seconds(offline)} s with the credit that this instance has leased, and are kept in its spool.`,
    };
  };
  const health = (): StoreHealth => {
    if (failedSince.size === 0 && noted.state === 'ok') return well;
    const now = read();
    const isNews = now.state !== noted.state || (now.cause !== undefined && now.cause !== noted.cause);
    noted = now;
    if (isNews) onHealth(now);
    return now;
  };

  return {
    health,
    isThere: (): boolean => failedSince.size === 0,
    spool: (trouble: string | null): void => {
      spoolTrouble = trouble;
      health();
    },
    /** Runs an action on the database and notes whether it answered. */
    watch: async <Result>(area: Area, action: () => Promise<Result>): Promise<Result> => {
      try {
        const result = await action();
        failedSince.delete(area);
        return result;
      } catch (cause) {
        // Where no connection was free, the database was not asked.
        if (troubles[area](cause)) failedSince.set(area, failedSince.get(area) ?? clock.monotonic());
        else if (failureKind(cause) !== 'busy') failedSince.delete(area);
        throw cause;
      } finally {
        health();
      }
    },
  };
}

/** Milliseconds that a statement may take if calls or the change feed wait for it; then its connection is given up. */
const answerMilliseconds = 10_000;
/** Milliseconds for which the end of the process waits for them. */
const endMilliseconds = 10_000;
/** Nothing waits yet for what opens the books, which may have much to recover and reads much. */
const unhurried: ReadonlySet<keyof Operations> = new Set(['open', 'readBooks']);

function statementTimeOf(name: keyof Operations, parameters: readonly unknown[]): number | undefined {
  const isWaitedFor = queued.has(name) || locksOf(name, parameters) !== null;
  return isWaitedFor && !unhurried.has(name) ? answerMilliseconds : undefined;
}

/** @throws {GatewayError} the failure */
function valueOf(answer: Answer): unknown {
  if ('value' in answer) return answer.value;
  throw errorOf(answer.failure);
}

const lockedOutAnswer: Answer = { failure: failureOf(new Error('Another transaction keeps the row locked.')) };

/** Requests for one row that may wait for each other. */
const mostForRow = 1_000;

const rowIsBusy: Failure = { ...notWritten, detail: 'Requests before it have kept its row for too long.' };

/**
 * Requests for one row hold one connection: in the database they would wait for each other. While the database hangs, callers repeat
 * what is not answered, so only some wait, and those that have waited for too long are refused without asking it.
 */
export function makeOneByOne(now: () => number) {
  const bounds = { waiting: mostForRow, full: () => errorOf(rowIsBusy) };
  const owner = {};
  return (rows: readonly string[] | null, answer: () => Promise<Answer>): Promise<Answer> => {
    const [name] = rows ?? [];
    if (name === undefined) return answer();
    const since = now();
    return runExclusive({ owner, name, bounds }, async () =>
      now() - since > answerMilliseconds ? { failure: rowIsBusy } : answer(),
    );
  };
}

/** The connections of an instance, by purpose. */
export type Pools = Readonly<Record<'books' | 'reports' | 'others', pg.Pool>>;

interface Parts extends HealthParts, InstanceRow, Pick<SettlingParts, 'onRefused' | 'onDelayed'> {
  readonly pools: Pools;
  /** As in `hub.ts`, for the change feed, which decides how soon a revocation is in force. */
  readonly askHub: <Result>(action: (session: Session) => Promise<Result>) => Promise<Result>;
  /** The database's time. */
  readonly clock: Clock;
  /** Null: there is none, and answers wait for the database. */
  readonly spool: SettleSpool | null;
  readonly left: LeftSettlements;
}

/**
 * A database that several instances use: a pool of connections, a single settling statement in flight, and a spool for settlements
 * that the database does not take in time.
 */
export function makePostgresConnection(parts: Parts): Connection {
  const { askHub, instanceId, clock, pools, left } = parts;
  const operations = makeOperations(parts);
  /** A note of an open call that is written while the call is settled would stay in the database. */
  const alone = <Result>(action: () => Promise<Result>): Promise<Result> =>
    runExclusive({ owner: pools, name: 'open calls' }, action);
  const { health, isThere, watch, ...noted } = makeHealth(parts);
  const settling = makeSettling({
    ...parts,
    isThere,
    onSpool: noted.spool,
    send: (calls, locked) => {
      const session = makeSession(pools.books, answerMilliseconds);
      return alone(() => watch('settlements', () => settleUnlockedCalls(session, calls, instanceId, locked)));
    },
  });

  const [locks, oneByOne] = [makeLockMemory(clock.monotonic), makeOneByOne(clock.monotonic)];
  const perform = (name: keyof Operations, parameters: readonly unknown[]): Promise<unknown> => {
    const operation = operations[name] as (session: Session, ...values: readonly unknown[]) => Promise<unknown>;
    const statementMilliseconds = statementTimeOf(name, parameters);
    const pool = pools[queued.has(name) ? 'books' : reports.has(name) ? 'reports' : 'others'];
    // If reports wait for one another, the database is reachable all the same.
    const see = <Result>(action: () => Promise<Result>) => (reports.has(name) ? action() : watch('the rest', action));
    if (name === 'changesSince') return see(() => askHub((session) => operation(session, ...parameters)));
    if (reads.has(name)) return see(() => operation(makeSession(pool, statementMilliseconds), ...parameters));
    const kind = snapshots.has(name) ? 'snapshot' : 'write';
    const lockWait = locks.waitFor(locksOf(name, parameters));
    const mode = { pool, kind, statementMilliseconds, lockWait } as const;
    return see(() => transaction(mode, (session) => operation(session, ...parameters)));
  };
  const answerTo: AnswerTo = async (name, parameters) => {
    const names = locksOf(name, parameters) ?? [];
    if (locks.isKnown(names)) return lockedOutAnswer;
    try {
      const value = await (name === 'journal' ? alone(() => perform(name, parameters)) : perform(name, parameters));
      locks.note(names, false);
      return { value };
    } catch (cause) {
      if (failureKind(cause) === 'locked') locks.note(names, true);
      return { failure: failureOf(cause) };
    }
  };

  const queues = makeQueues({ settling, left, isThere, answerTo, now: clock.now });

  const ask = async (name: keyof Operations, parameters: readonly unknown[]): Promise<unknown> =>
    valueOf(await oneByOne(locksOf(name, parameters), () => answerTo(name, parameters)));

  return {
    ask: (name, ...parameters) =>
      (queued.has(name) ? queues.ask({ name, parameters }) : ask(name, parameters)) as Promise<
        ReturnType<Operations[typeof name]>
      >,
    settle: queues.settle,
    health,
    spooled: () => settling.spooled() + left.count(),
    close: async () => {
      await queues.drained();
      await settling.caughtUp(endMilliseconds);
      settling.end();
      queues.end(databaseClosed);
      await Promise.all(Object.values(pools).map((each) => each.end()));
    },
  };
}
