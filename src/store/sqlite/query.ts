import { closeSync, fdatasyncSync, openSync, realpathSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { causeMessage } from '../../shared/log.ts';

/** A prepared statement that reads. The tables are strict, so `Row` is what the statement selects. */
interface Query<Row> {
  readonly get: (...values: readonly SQLInputValue[]) => Row | undefined;
  readonly all: (...values: readonly SQLInputValue[]) => readonly Row[];
  readonly iterate: (...values: readonly SQLInputValue[]) => Iterable<Row>;
}

/** Prepares a statement whose integers are read as `bigint`: amounts can be larger than a `number` holds exactly. */
export function query<Row>(database: DatabaseSync, sql: string): Query<Row> {
  const statement = database.prepare(sql);
  statement.setReadBigInts(true);
  return {
    get: (...values) => statement.get(...values) as Row | undefined,
    all: (...values) => statement.all(...values) as unknown as readonly Row[],
    iterate: (...values) => statement.iterate(...values) as unknown as Iterable<Row>,
  };
}

/** Runs `action` in a transaction. Inside another transaction it joins that one. */
export function transaction<Result>(database: DatabaseSync, action: () => Result): Result {
  if (database.isTransaction) return action();
  database.exec('begin immediate');
  try {
    const result = action();
    database.exec('commit');
    return result;
  } catch (cause) {
    // SQLite may have rolled back by itself when the disk was full.
    if (database.isTransaction) database.exec('rollback');
    throw cause;
  }
}

/** Makes the commits of an open database durable. */
interface LogSync {
  /** Returns when every commit so far is durable; at once if nothing was written since. @throws as a commit that cannot be synced */
  readonly sync: () => void;
  readonly close: () => void;
}

/** The result code of a commit that could not be synced (https://sqlite.org/rescode.html#ioerr_fsync). */
const notSynced = 1034;

/**
 * From here on a commit is durable only after `sync`, so that everything answered together waits for the disk once. It also waits
 * less: SQLite's own sync writes the times of the log with it (`fsync`), which takes about twice as long.
 *
 * @param path of the database; one in memory is never synced
 * @param flush for tests
 */
export function syncTogether(database: DatabaseSync, path: string, flush = fdatasyncSync): LogSync {
  if (path === ':memory:') return { sync: () => undefined, close: () => undefined };
  const log = openSync(`${realpathSync(path)}-wal`, 'r+');
  const changes = database.prepare('select total_changes() as count');
  const changed = (): unknown => changes.get()?.['count'];
  let synced = changed();
  // The log stays in order without it: SQLite syncs before and after it copies the log into the database.
  database.exec('pragma synchronous = normal');
  return {
    sync: () => {
      const count = changed();
      if (count === synced) return;
      try {
        flush(log);
      } catch (cause) {
        throw Object.assign(new Error(causeMessage(cause)), { errcode: notSynced });
      }
      synced = count;
    },
    close: () => closeSync(log),
  };
}

/**
 * The kind of a failure, as far as it is handled. `busy`, `corrupt`, `full`: as SQLite reports. `constraint`: only the statement was
 * wrong and the database is fine. `broken`: the state of the disk is unknown.
 */
export type FailureKind = 'busy' | 'corrupt' | 'full' | 'constraint' | 'broken' | 'other';

/** Primary result codes of https://sqlite.org/rescode.html */
const kinds: Readonly<Record<number, FailureKind>> = {
  5: 'busy',
  6: 'busy',
  8: 'broken',
  10: 'broken',
  11: 'corrupt',
  13: 'full',
  14: 'broken',
  19: 'constraint',
  26: 'corrupt',
};

export const failureKind = (cause: unknown): FailureKind =>
  typeof cause === 'object' && cause !== null && 'errcode' in cause && typeof cause.errcode === 'number'
    ? (kinds[cause.errcode & 0xff] ?? 'other')
    : 'other';

/** Whether one row was at fault, so that others of its transaction can be written without it. */
export const isOfOneRow = (cause: unknown): boolean => ['constraint', 'other'].includes(failureKind(cause));
