import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../../shared/make-folder.ts';
import { StoreError } from '../store-error.ts';
import { makeDatabaseFile } from './make-database-file.ts';
import { migrate } from './migrate.ts';
import { query } from './query.ts';
import { failureKind } from './sqlite-failure.ts';

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

const textOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

const damaged = (path: string): string =>
  `${path} is damaged and was left as it is. Restore it from a backup; nothing is repaired or made anew by itself.`;

/** What a failure to open means to the person who starts the program. */
function explain(path: string, cause: unknown): StoreError {
  if (cause instanceof StoreError) return cause;
  const message = {
    busy: `${path} is in use by another process. Stop the other diglot, or give this one its own folder with --data.`,
    corrupt: damaged(path),
    full: `The disk that holds ${path} is full. Free some space, then start again.`,
    constraint: `${path} holds a row that breaks a rule of its table. Restore it from a backup.`,
    broken: `${path} cannot be read or written: ${textOf(cause)}. Check the disk and the folder's permissions.`,
    other: `${path} cannot be opened: ${textOf(cause)}. Check that the folder exists and may be written to.`,
  }[failureKind(cause)];
  return new StoreError(message, { cause });
}

/** Names of the tables to look at; null: the whole file. */
function tablesToCheck(database: DatabaseSync): readonly (string | null)[] {
  const bytes = 'select page_count * page_size as size from pragma_page_count(), pragma_page_size()';
  const { size } = database.prepare(bytes).get() as { size: number };
  if (size <= mostCheckedBytes) return [null];
  const tables = query<{ name: string }>(database, `select name from sqlite_schema where type = 'table'`).all();
  return tables.map(({ name }) => name).filter((name) => !growing.includes(name));
}

/** The first fault is enough to refuse. */
function checkTable(database: DatabaseSync, { path, name }: { path: string; name: string | null }): void {
  const verdict = database.prepare(`pragma quick_check(${name ?? 1})`).get() as { quick_check: string };
  if (verdict.quick_check !== 'ok') throw new StoreError(damaged(path), { cause: verdict.quick_check });
}

function prepareDatabase(path: string, now: number): DatabaseSync {
  if (path !== ':memory:') {
    makeFolder(dirname(path));
    makeDatabaseFile(path);
  }
  const database = new DatabaseSync(path, { timeout: 0, enableForeignKeyConstraints: true });
  // Exclusive before WAL: then the WAL needs no shared memory, and a second process is refused at once.
  database.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = full;');
  database.exec('pragma cache_size = -16384; pragma temp_store = memory; pragma wal_autocheckpoint = 4000;');
  database.exec('begin immediate; commit;');
  for (const name of tablesToCheck(database)) checkTable(database, { path, name });
  migrate(database, new URL('../migrations/', import.meta.url), now);
  return database;
}

/**
 * Opens the database for this process alone, checks it and brings its tables up to date.
 *
 * @param path a file, made when absent, or `:memory:`
 * @throws {StoreError} in use, empty, damaged, full, from a newer release, or SQLite is too old
 */
export function openDatabase(path: string, now: number): DatabaseSync {
  const version = process.versions.sqlite ?? '0';
  if (!isRecentEnough(version)) {
    throw new StoreError(
      `SQLite ${version} is too old: ${oldestSqlite.join('.')} or later is needed. Use the Node version that package.json names.`,
    );
  }
  try {
    return prepareDatabase(path, now);
  } catch (cause) {
    throw explain(path, cause);
  }
}
