import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../store-error.ts';
import { damage } from './explain-opening.ts';
import { query } from './query.ts';

/** Older ones can lose committed rows when a WAL is reset while it is written (fixed in 3.51.3). */
const oldestSqlite = [3, 51, 3] as const;

/**
 * A whole check takes seconds a GiB. A larger file is checked without the tables that grow with every call: those are read
 * from end to end by the first check of the books, minutes after the start.
 */
const mostCheckedBytes = 192 * 1024 * 1024;
const growing = ['call', 'charge_line', 'usage_bucket'];

/** True where `version` is `oldest` or later, compared part by part. */
export function isRecentEnough(version: string, oldest: readonly number[] = oldestSqlite): boolean {
  const parts = version.split('.').map(Number);
  const first = oldest.findIndex((part, index) => (parts[index] ?? 0) !== part);
  return first === -1 || (parts[first] ?? 0) > (oldest[first] ?? 0);
}

/** @throws {StoreError} when this program's SQLite is too old to be trusted with a ledger */
export function refuseOldSqlite(): void {
  const version = process.versions.sqlite ?? '0';
  if (isRecentEnough(version)) return;
  throw new StoreError(
    `SQLite ${version} is too old: ${oldestSqlite.join('.')} or later is needed. Use the Node version that package.json names.`,
  );
}

const tablesOf = (database: DatabaseSync): readonly string[] =>
  query<{ name: string }>(database, `select name from sqlite_schema where type = 'table'`)
    .all()
    .map(({ name }) => name);

/** @throws {StoreError} when the tables are another program's: ours always have the list of migrations among them */
export function refuseForeign(database: DatabaseSync, path: string): void {
  const tables = tablesOf(database);
  if (tables.length === 0 || tables.includes('migration')) return;
  throw new StoreError(
    `${path} is the database of another program and was left as it is. Name another file with storage.database, or another folder with --data.`,
  );
}

/** Names of the tables to look at; null: the whole file. */
function tablesToCheck(database: DatabaseSync): readonly (string | null)[] {
  const bytes = 'select page_count * page_size as size from pragma_page_count(), pragma_page_size()';
  const { size } = database.prepare(bytes).get() as { size: number };
  return size <= mostCheckedBytes ? [null] : tablesOf(database).filter((name) => !growing.includes(name));
}

/**
 * Reads the pages of a database. The first fault is enough to refuse.
 *
 * @throws {StoreError}
 */
export function checkPages(database: DatabaseSync, path: string): void {
  for (const name of tablesToCheck(database)) {
    const verdict = database.prepare(`pragma quick_check(${name ?? 1})`).get() as { quick_check: string };
    if (verdict.quick_check !== 'ok') throw damage(path, verdict.quick_check);
  }
}
