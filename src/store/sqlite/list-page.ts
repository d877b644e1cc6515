import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { PageQuery } from '../../resources/object-store.ts';
import { query } from './query.ts';

/** A list of which a page is wanted, in SQL. */
export interface PagedList {
  readonly table: string;
  readonly columns: string;
  /** Conditions with one placeholder each, or none. */
  readonly conditions: readonly string[];
  readonly values: readonly SQLInputValue[];
  /** The place (`seq`) of an entry of the list by its id; undefined when it never was one. */
  readonly placeOf: (id: string) => bigint | undefined;
}

export interface RowPage<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

/** Which of the two cursors marks no place in the list. */
export interface UnknownCursor {
  readonly unknown: 'after' | 'before';
}

/** Reads a page. With both cursors: what lies between them, from `after` on. */
export function listPage<Row>(
  database: DatabaseSync,
  list: PagedList,
  { limit, order, after, before }: PageQuery,
): RowPage<Row> | UnknownCursor {
  const conditions = [...list.conditions];
  const values = [...list.values];
  for (const [name, id, beyond] of [
    ['after', after, order === 'asc' ? '>' : '<'],
    ['before', before, order === 'asc' ? '<' : '>'],
  ] as const) {
    if (id === null || id === undefined) continue;
    const place = list.placeOf(id);
    if (place === undefined) return { unknown: name };
    conditions.push(`seq ${beyond} ?`);
    values.push(place);
  }
  const backwards = (before ?? null) !== null && (after ?? null) === null;
  const direction = (order === 'asc') === backwards ? 'desc' : 'asc';
  const sql = `select ${list.columns} from ${list.table} where ${conditions.join(' and ')} order by seq ${direction} limit ?`;
  const found = query<Row>(database, sql).all(...values, limit + 1);
  const rows = found.slice(0, limit);
  return { rows: backwards ? rows.toReversed() : rows, hasMore: found.length > limit };
}
