import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../store-error.ts';
import { migrate } from './migrate.ts';
import { failureKind } from './sqlite-failure.ts';

/** Older ones can lose committed rows when a WAL is reset while it is written (fixed in 3.51.3). */
const oldestSqlite = [3, 51, 3] as const;

/** Pages looked at by `quick_check` take about 1 s a GiB; the first fault is enough to refuse. */
const check = 'pragma quick_check(1)';

/** True where `version` is `oldest` or later, compared part by part. */
export function isRecentEnough(version: string, oldest: readonly number[] = oldestSqlite): boolean {
  const parts = version.split('.').map(Number);
  const first = oldest.findIndex((part, index) => (parts[index] ?? 0) !== part);
  return first === -1 || (parts[first] ?? 0) > (oldest[first] ?? 0);
}

const textOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** What a failure to open means to the person who starts the program. */
function explain(path: string, cause: unknown): StoreError {
  if (cause instanceof StoreError) return cause;
  const message = {
    busy: `${path} is in use by another process. Stop the other diglot, or give this one its own folder with --data.`,
    corrupt: `${path} is damaged and was left as it is. Restore it from a backup; nothing is repaired or made anew by itself.`,
    full: `The disk that holds ${path} is full. Free some space, then start again.`,
    constraint: `${path} holds a row that breaks a rule of its table. Restore it from a backup.`,
    broken: `${path} cannot be read or written: ${textOf(cause)}. Check the disk and the folder's permissions.`,
    other: `${path} cannot be opened: ${textOf(cause)}. Check that the folder exists and may be written to.`,
  }[failureKind(cause)];
  return new StoreError(message, { cause });
}

function prepareDatabase(path: string, now: number): DatabaseSync {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(path, { timeout: 0, enableForeignKeyConstraints: true });
  // Exclusive before WAL: then the WAL needs no shared memory, and a second process is refused at once.
  database.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = full;');
  database.exec('pragma cache_size = -65536; pragma temp_store = memory; pragma wal_autocheckpoint = 4000;');
  database.exec('begin immediate; commit;');
  if (path !== ':memory:') chmodSync(path, 0o600);
  const verdict = database.prepare(check).get() as { quick_check: string };
  if (verdict.quick_check !== 'ok') {
    throw new StoreError(explain(path, { errcode: 11 }).message, { cause: verdict.quick_check });
  }
  migrate(database, new URL('../migrations/', import.meta.url), now);
  return database;
}

/**
 * Opens the database for this process alone, checks it and brings its tables up to date.
 *
 * @param path a file, made when absent, or `:memory:`
 * @throws {StoreError} in use, damaged, full, from a newer release, or SQLite is too old
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
