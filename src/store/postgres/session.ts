import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { GatewayError } from '../../errors/gateway-error.ts';
import { storeFailure, type Failure } from '../shared/batch-queue.ts';
import type { Value as SharedValue } from '../shared/repository.ts';

type Value = SharedValue | boolean;

/** Runs statements: on a connection inside a transaction, or on any of the pool. Placeholders are `$1`, or `?` in order. */
export interface Session {
  readonly all: <Row>(sql: string, ...values: readonly Value[]) => Promise<readonly Row[]>;
  readonly one: <Row>(sql: string, ...values: readonly Value[]) => Promise<Row | undefined>;
  /** @returns how many rows it changed */
  readonly run: (sql: string, ...values: readonly Value[]) => Promise<number>;
}

const numericOids: readonly number[] = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC, pg.types.builtins.INT4];

/** Integers, and their sums, are read as `bigint`: amounts can be larger than a `number` holds exactly. */
export const integersAsBigint: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    numericOids.includes(oid)
      ? (text: string) => BigInt(text)
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** PostgreSQL has no NUL in texts. */
const storableText = (value: Value): unknown => (typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value);

/** `?` becomes `$1`, `$2`, …; a statement with `$1` in it stays as it is. */
function numbered(sql: string): string {
  if (/\$\d/.test(sql)) return sql;
  let place = 0;
  return sql.replaceAll('?', () => `$${(place += 1)}`);
}

/** The driver supports this member, but its types do not have it. */
export interface TimedQuery extends pg.QueryConfig {
  /** Milliseconds after which the answer is no longer awaited, and the connection is given up. */
  readonly query_timeout?: number;
}

/** @param statementMilliseconds for each statement; absent: the connection's own */
export function makeSession(
  client: Pick<pg.Pool | pg.Client | pg.PoolClient, 'query'>,
  statementMilliseconds?: number,
): Session {
  const time = statementMilliseconds === undefined ? {} : { query_timeout: statementMilliseconds };
  const send = (sql: string, values: readonly Value[]): Promise<pg.QueryResult> => {
    // Without values several statements may be sent as one text.
    const query: TimedQuery =
      values.length === 0 ? { text: sql, ...time } : { text: numbered(sql), values: values.map(storableText), ...time };
    return client.query(query);
  };
  return {
    all: async <Row>(sql: string, ...values: readonly Value[]) => (await send(sql, values)).rows as Row[],
    one: async <Row>(sql: string, ...values: readonly Value[]) => (await send(sql, values)).rows[0] as Row | undefined,
    run: async (sql, ...values) => (await send(sql, values)).rowCount ?? 0,
  };
}

/**
 * A kind of failure that the gateway handles. `again`: another transaction interfered. `constraint` and `value`: the statement is
 * refused for its content, and would be again. `away`: the database cannot be reached, or is stopping. `locked`: another transaction
 * kept a lock for too long. `busy`: other requests kept all connections of the pool for too long.
 */
type FailureKind = 'again' | 'constraint' | 'value' | 'full' | 'away' | 'locked' | 'busy' | 'other';

/** Error codes and classes of PostgreSQL, the first that fits. https://www.postgresql.org/docs/15/errcodes-appendix.html */
const kindsOfCodes: readonly (readonly [start: string, kind: FailureKind])[] = [
  ['40001', 'again'],
  ['40P01', 'again'],
  // The transaction was left open too long, and was rolled back.
  ['25P03', 'again'],
  ['55P03', 'locked'],
  ['22', 'value'],
  ['23', 'constraint'],
  // A limit of the program, such as the length of what an index takes.
  ['54', 'value'],
  ['53300', 'away'],
  ['53', 'full'],
  ['58', 'full'],
  ['08', 'away'],
  ['57P', 'away'],
  ['25006', 'away'],
];

/**
 * Whether the server takes no writes at all until it has been vacuumed: it has run out of numbers for transactions, and says so with a
 * code of class 54.
 */
const lacksNumbers = ({ code, routine = '' }: pg.DatabaseError): boolean =>
  code === '54000' && /^GetNew(?:Transaction|MultiXact)Id$/.test(routine);

/** What the pool says of a request that waited for one of its connections. It says something else of a new connection. */
const poolIsFull = 'timeout exceeded when trying to connect';

/** Errors from elsewhere than the database, such as `EPIPE`, come from the connection to it. */
export function failureKind(cause: unknown): FailureKind {
  if (cause instanceof GatewayError || cause instanceof TypeError || cause instanceof RangeError) return 'other';
  if (cause instanceof Error && cause.message === poolIsFull) return 'busy';
  if (!(cause instanceof pg.DatabaseError)) return 'away';
  if (lacksNumbers(cause)) return 'full';
  const code = cause.code ?? '';
  return kindsOfCodes.find(([start]) => code.startsWith(start))?.[1] ?? 'other';
}

/** Whether the statement would be refused whenever it is sent. All other failures pass, or can be mended. */
export const isRefusal = (cause: unknown): boolean => ['constraint', 'value'].includes(failureKind(cause));

const meanings: Readonly<Record<FailureKind, Parameters<typeof storeFailure>[0]>> = {
  again: 'not written',
  constraint: 'taken',
  value: 'unexplained',
  full: 'not written',
  away: 'not written',
  locked: 'not written',
  busy: 'not written',
  other: 'unexplained',
};

/** A failure as an error of the gateway. */
export const failureOf = (cause: unknown): Failure => storeFailure(meanings[failureKind(cause)], cause);

/** How often a transaction is tried if others interfere. */
const mostTries = 20;

const begin = {
  write: 'begin isolation level read committed read write',
  /** Everything that it reads is from one moment. */
  snapshot: 'begin isolation level repeatable read read only',
} as const;

const isRolledBack = (session: Session): Promise<boolean> =>
  session.run('rollback').then(
    () => true,
    () => false,
  );

/** Where a transaction runs, and how. */
interface Mode {
  readonly pool: pg.Pool;
  readonly kind: keyof typeof begin;
  /** For each statement; absent: as the connection has it. */
  readonly statementMilliseconds?: number | undefined;
  /** Milliseconds for which it waits for what another transaction has locked; absent: as the connection has it. */
  readonly lockWait?: number | undefined;
}

async function attempt<Result>(
  { pool, kind, statementMilliseconds, lockWait }: Mode,
  action: (session: Session) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  const session = makeSession(client, statementMilliseconds);
  let broken: Error | undefined;
  try {
    await session.run(lockWait === undefined ? begin[kind] : `${begin[kind]}; set local lock_timeout = ${lockWait}`);
    const result = await action(session);
    await session.run('commit');
    return result;
  } catch (cause) {
    // A connection that does not answer is not used again.
    if (failureKind(cause) === 'away' || !(await isRolledBack(session)))
      broken = new Error('The connection is not used again.');
    throw cause;
  } finally {
    client.release(broken);
  }
}

/** Runs `action` in a transaction; again if another transaction interfered. */
export async function transaction<Result>(mode: Mode, action: (session: Session) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(mode, action);
    } catch (cause) {
      if (failureKind(cause) !== 'again' || tries === mostTries) throw cause;
      await setTimeout(Math.random() * 2 ** Math.min(tries, 6));
    }
  }
}

/**
 * Milliseconds for which a request waits for a row that another transaction has locked, while other requests wait behind it:
 * longer than instances that share a busy account keep each other waiting. At first it is also longer than a migration waits for a table
 * while requests wait behind that.
 */
const lockWaits = { first: 2_500, again: 1_000 } as const;

/**
 * Milliseconds for which what asks for a locked account is refused at once: twice as long each time, up to the most. So an account that
 * stays locked takes a sixth of the time from requests for others.
 */
const lockedRest = { first: lockWaits.again, most: 5 * lockWaits.again } as const;

/** Remembers rows that other transactions have locked, so that requests wait for none of them again and again. */
export function makeLockMemory(now: () => number) {
  const locked = new Map<string, { readonly until: number; readonly rest: number }>();
  return {
    /** @param names null: of no accounts, and it waits as long as the connection has it */
    waitFor: (names: readonly string[] | null): number | undefined => {
      if (names === null) return undefined;
      return names.some((name) => locked.has(name)) ? lockWaits.again : lockWaits.first;
    },
    isKnown: (names: readonly string[]): boolean => names.some((name) => (locked.get(name)?.until ?? 0) > now()),
    note: (names: readonly string[], isLocked: boolean): void => {
      for (const name of names) {
        const before = locked.get(name)?.rest;
        const rest = before === undefined ? lockedRest.first : Math.min(2 * before, lockedRest.most);
        if (isLocked) locked.set(name, { until: now() + rest, rest });
        else locked.delete(name);
      }
    },
  };
}
