import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

/** A prepared statement that reads. The tables are strict, so `Row` is what the statement selects. */
export interface Query<Row> {
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
