import { closeSync, fdatasyncSync, openSync, realpathSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { PageQuery } from '../../objects/object-store.ts';
import { countSql, type ownedRows } from '../shared/key-rows.ts';
import { mapOperations, type Dialect, type Steps, type Synchronous, type Value } from '../shared/steps.ts';
import {
  cutPage,
  cutStep,
  firstWithin,
  restOf,
  spanBetween,
  stepOfSearch as step,
  type Found,
  type Larger,
  type Place,
  type RowPage,
  type Span,
  type UnknownCursor,
} from '../shared/object-rows.ts';

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

export const sqliteDialect: Dialect = {
  position: 'instr',
  lock: '',
  lockOwner: '',
  isOneOf: (column, placeholder) => `${column} in (select value from json_each(${placeholder}))`,
};

/** A list is one JSON text. */
const bound = (value: Value): SQLInputValue =>
  Array.isArray(value)
    ? `[${value.map((each) => (typeof each === 'bigint' ? each : JSON.stringify(each))).join()}]`
    : (value as SQLInputValue);

/** The operations of a repository over a database. Each statement is prepared once. */
export function operationsOver<Operations extends Parameters<typeof mapOperations>[0]>(
  database: DatabaseSync,
  operations: Operations,
): Synchronous<Operations> {
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const statement = prepared.get(sql) ?? database.prepare(sql.replaceAll(/\$(?=\d)/g, '?'));
    if (!prepared.has(sql)) statement.setReadBigInts(true);
    prepared.set(sql, statement);
    return statement;
  };
  const perform = <Result>(steps: Steps<Result>): Result => {
    let step = steps.next();
    while (!step.done) {
      const { sql, values, answers } = step.value;
      const statement = prepare(sql);
      const given = values.map(bound);
      step = steps.next(answers === 'rows' ? statement.all(...given) : Number(statement.run(...given).changes));
    }
    return step.value;
  };
  return mapOperations(
    operations,
    (operation) =>
      (...given: readonly unknown[]) =>
        perform(operation(...given)),
  ) as Synchronous<Operations>;
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

/** Says whether an owner has fewer than `most` rows of a table; absent: any number. The row is added in the same transaction. */
export function makeRoomCheck(database: DatabaseSync, table: keyof typeof ownedRows) {
  const rows = query<{ count: bigint }>(database, countSql(table).replaceAll('$', '?'));
  return (owner: string, most?: number): boolean =>
    most === undefined || Number(rows.get(owner, most)?.count ?? 0n) < most;
}

/** Makes the commits of an open database durable. */
export interface LogSync {
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
        throw Object.assign(new Error(cause instanceof Error ? cause.message : String(cause)), { errcode: notSynced });
      }
      synced = count;
    },
    close: () => closeSync(log),
  };
}

/** A list to read pages of, in SQL. */
interface PagedList {
  readonly table: string;
  readonly columns: string;
  /** The column that takes the space. */
  readonly text: string;
  /** Conditions with one placeholder each, or none. */
  readonly conditions: readonly string[];
  readonly values: readonly SQLInputValue[];
  /** The place (`seq`) of an entry of the list by its id; undefined when it never was one. */
  readonly placeOf: (id: string) => bigint | undefined;
}

function spanOf(list: PagedList, { order, ...ids }: PageQuery): Span<SQLInputValue> | UnknownCursor {
  const cursors: { after?: bigint; before?: bigint } = {};
  for (const name of ['after', 'before'] as const) {
    const id = ids[name] ?? null;
    if (id === null) continue;
    const place = list.placeOf(id);
    if (place === undefined) return { unknown: name };
    cursors[name] = place;
  }
  return spanBetween(list, order, cursors);
}

/** The first entries of a span. */
type Part = Span<SQLInputValue> & { readonly limit: number };

/** The places of the first entries of a span: reading the length of a text does not read the text. */
function placesIn(database: DatabaseSync, { table, text }: PagedList, span: Part): readonly Place[] {
  const { conditions, values, direction, limit } = span;
  const sql = `select seq, octet_length(${text}) as bytes from ${table} where ${conditions.join(' and ')} order by seq ${direction} limit ?`;
  return query<Place>(database, sql).all(...values, limit);
}

/** For `seq in (select value from json_each(?))`. */
const listed = (seqs: readonly bigint[]): string => `[${seqs.join()}]`;

/** Rows to be deleted step by step. */
interface Deletion {
  readonly table: 'object' | 'object_item';
  /** Finds rows and their bytes; its last parameter is how many. */
  readonly places: string;
}

/** Prepares one step of a deletion, which answers whether there may be more. */
export function prepareDeletion(database: DatabaseSync, { table, places }: Deletion) {
  const find = query<Place>(database, places);
  const remove = database.prepare(`delete from ${table} where seq in (select value from json_each(?))`);
  return (rows: number, ...values: readonly SQLInputValue[]): boolean => {
    const { seqs, hasMore } = cutStep(find.all(...values, rows), rows);
    remove.run(listed(seqs));
    return hasMore;
  };
}

/** Reads a page, unless it has more than `most` bytes. */
export function listPage<Row>(
  database: DatabaseSync,
  list: PagedList,
  wanted: PageQuery & { readonly most: number },
): RowPage<Row> | UnknownCursor | Larger {
  const span = spanOf(list, wanted);
  if ('unknown' in span) return span;
  const page = cutPage(placesIn(database, list, { ...span, limit: wanted.limit + 1 }), wanted.limit, wanted.most);
  if ('larger' in page) return page;
  const sql = `select ${list.columns} from ${list.table} where seq in (select value from json_each(?)) order by seq ${span.direction}`;
  const rows = query<Row>(database, sql).all(listed(page.seqs));
  return { rows: span.backwards ? rows.toReversed() : rows, hasMore: page.hasMore };
}

/** Looks for entries that meet conditions on their text, in as much of the list as one step takes. */
export function searchStep(
  database: DatabaseSync,
  list: PagedList,
  search: PageQuery & Pick<PagedList, 'conditions' | 'values'> & { readonly from: bigint | null },
): Found | UnknownCursor {
  const span = spanOf(list, search);
  if ('unknown' in span) return span;
  const { from, limit } = search;
  const places = placesIn(database, list, { ...restOf(span, from), limit: step.rows });
  const looked = firstWithin(places, step.bytes);
  const conditions = ['seq in (select value from json_each(?))', ...search.conditions].join(' and ');
  const sql = `select id from ${list.table} where ${conditions} order by seq ${span.direction} limit ?`;
  const found = query<{ id: string }>(database, sql).all(
    listed(looked.map(({ seq }) => seq)),
    ...search.values,
    limit + 1,
  );
  const isLast = looked.length === places.length && places.length < step.rows;
  return { ids: found.map(({ id }) => id), next: isLast ? null : (looked.at(-1)?.seq ?? null) };
}

/**
 * The kind of a failure, as far as it is handled. `busy`, `corrupt`, `full`: as SQLite reports. `constraint`: only the statement was
 * wrong and the database is fine. `broken`: the state of the disk is unknown.
 */
type FailureKind = 'busy' | 'corrupt' | 'full' | 'constraint' | 'broken' | 'other';

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
