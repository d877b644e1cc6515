import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/** A statement whose integers are read as `bigint`: amounts can be larger than a `number` holds exactly. */
export function big(database: DatabaseSync, sql: string): StatementSync {
  const statement = database.prepare(sql);
  statement.setReadBigInts(true);
  return statement;
}

/** The first row. The tables are strict, so the shape is what the statement selects. */
export const get = <Row>(statement: StatementSync, ...parameters: SQLInputValue[]): Row | undefined =>
  statement.get(...parameters) as Row | undefined;

/** All rows. */
export const all = <Row>(statement: StatementSync, ...parameters: SQLInputValue[]): readonly Row[] =>
  statement.all(...parameters) as unknown as readonly Row[];
