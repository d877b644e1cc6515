import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { storedItemId } from '../../shared/ids.ts';
import { makeFolder } from '../../shared/make-folder.ts';
import { causeMessage } from '../../shared/log.ts';
import { listMigrations, missingAfter } from '../shared/repository.ts';
import { StoreError } from '../store.ts';
import { failureKind, query } from './query.ts';

function prepareDatabase(path: string, now: number): DatabaseSync {
  if (path !== ':memory:') {
    makeFolder(dirname(path));
    makeDatabaseFile(path);
  }
  const database = new DatabaseSync(path, { timeout: 0, enableForeignKeyConstraints: true });
  // Exclusive before anything is read of a WAL: then it needs no shared memory, and a second process is refused at once.
  database.exec('pragma locking_mode = exclusive;');
  refuseForeign(database, path);
  if (path !== ':memory:') claimFiles(path);
  // Where the system is macOS, a plain fsync leaves pages in the memory of the drive.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma fullfsync = on;');
  database.exec('pragma cache_size = -16384; pragma temp_store = memory; pragma wal_autocheckpoint = 4000;');
  database.exec('begin immediate; commit;');
  checkPages(database, path);
  migrate(database, migrationsFolder, now);
  return database;
}

/**
 * Opens the database for this process alone, checks it and brings its tables up to date.
 *
 * @param path a file, made when absent, or `:memory:`
 * @throws {StoreError} in use, empty, damaged, full, another program's, from a newer release, or SQLite is too old
 */
export function openDatabase(path: string, now: number): DatabaseSync {
  refuseOldSqlite();
  try {
    return prepareDatabase(path, now);
  } catch (cause) {
    throw explainOpening(path, cause);
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

const lost = (path: string, what: string): StoreError =>
  new StoreError(
    `${what}: the ledger that was there is gone. Restore it from a backup. Only if you mean to begin a new ledger, delete ${path} and ${path}-wal, then start again.`,
  );

/**
 * Refuses what is no file, and what only a lost database leaves behind: SQLite itself would take that for a new one, and every
 * credit would be gone without a word.
 *
 * @throws {StoreError}
 */
export function refuseLost(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && !found.isFile()) throw new StoreError(`${path} is no file. Name the file of the database.`);
  if (found?.size === 0) throw lost(path, `${path} is empty (0 bytes)`);
  if (!found && sizeOf(`${path}-wal`) > 0) throw lost(path, `${path} is missing, but its log ${path}-wal is not`);
}

/** Gives a whole file its name, unless another process has made one meanwhile. */
function nameFile(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch {
    // Another process was quicker, or this file system knows no links.
    if (!existsSync(path)) copyFileSync(draft, path, constants.COPYFILE_EXCL);
  }
}

function makeFile(path: string): void {
  const draft = `${path}.${randomUUID()}.new`;
  closeSync(openSync(draft, 'wx', 0o600));
  try {
    const database = new DatabaseSync(draft, { timeout: 0 });
    try {
      // Writes the first page.
      database.exec('pragma locking_mode = exclusive; pragma journal_mode = wal;');
    } finally {
      database.close();
    }
    nameFile(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Makes the file of a new database if there is none: under a name of its own, then named as a whole. So a start that is
 * killed at any moment leaves a database or none, and perhaps its draft; one of 0 bytes is never a beginning.
 *
 * @throws {StoreError} when there is something else than a file, the file is empty, or it is missing while its log exists
 */
function makeDatabaseFile(path: string): void {
  refuseLost(path);
  if (!existsSync(path)) makeFile(path);
}

/** Makes the files of a database that is Diglot's readable to their owner only. SQLite gives its log the mode of the file. */
function claimFiles(path: string): void {
  for (const file of [path, `${path}-wal`]) if (existsSync(file)) chmodSync(file, 0o600);
}

const damaged = (path: string): string =>
  `${path} is damaged and was left as it is. Restore it from a backup; nothing is repaired or made anew by itself.`;

/** What it means that a page of the file is not as it must be. */
const damage = (path: string, cause: unknown): StoreError => new StoreError(damaged(path), { cause });

/** What a failure to open means to the person who starts the program. */
export function explainOpening(path: string, cause: unknown): StoreError {
  if (cause instanceof StoreError) return cause;
  const message = {
    busy: `${path} is in use by another process. Stop the other diglot, or name another file with storage.database, or another folder with --data.`,
    corrupt: damaged(path),
    full: `The disk that holds ${path} is full. Free some space, then start again.`,
    constraint: `${path} holds a row that breaks a rule of its table. Restore it from a backup.`,
    broken: `${path} cannot be read or written: ${causeMessage(cause)}. Check the disk and the folder's permissions.`,
    other: `${path} cannot be opened: ${causeMessage(cause)}. Check that the folder exists and may be written to.`,
  }[failureKind(cause)];
  return new StoreError(message, { cause });
}

/** Where our migrations are. */
export const migrationsFolder = new URL('../migrations/', import.meta.url);

/** The number of the migration that was applied last; 0 for none. */
function lastApplied(database: DatabaseSync): number {
  const table = database.prepare(`select 1 from sqlite_schema where type = 'table' and name = 'migration'`).get();
  if (!table) return 0;
  const { last } = database.prepare('select coalesce(max(number), 0) as last from migration').get() as { last: number };
  return last;
}

/** @throws {StoreError} when the database comes from a newer release */
export function refuseNewer(database: DatabaseSync, folder: URL): void {
  missingAfter(lastApplied(database), folder);
}

/** @throws {StoreError} when the tables are not up to date, for who only reads */
export function refuseOlder(database: DatabaseSync, folder: URL): void {
  const last = lastApplied(database);
  const newest = listMigrations(folder).at(-1)?.number ?? 0;
  if (last >= newest) return;
  throw new StoreError(
    `The database was last used by an earlier release (its tables are at ${last}, this program needs ${newest}). Start this release on it once, stop it, then try again.`,
  );
}

/** Runs the statements of a migration, which may call `stored_item_id`. */
export function runMigration(database: DatabaseSync, sql: string): void {
  database.function('stored_item_id', { deterministic: true }, (own) => storedItemId(String(own)));
  database.exec(sql);
}

/**
 * Brings the tables up to date: each missing migration in a transaction of its own, in order.
 *
 * @param now epoch milliseconds, stored with each migration
 * @returns names of the migrations that were applied
 * @throws {StoreError} when the database comes from a newer release
 */
export function migrate(database: DatabaseSync, folder: URL, now: number): readonly string[] {
  database.exec(
    'create table if not exists migration (number integer primary key, name text not null, applied_at integer not null) strict',
  );
  const missing = missingAfter(lastApplied(database), folder);
  for (const { number, name } of missing) {
    database.exec('begin immediate');
    runMigration(database, readFileSync(new URL(name, folder), 'utf8'));
    database.prepare('insert into migration values (?, ?, ?)').run(number, name, now);
    database.exec('commit');
  }
  return missing.map(({ name }) => name);
}

/** Older ones can lose committed rows when a WAL is reset while it is written (fixed in 3.51.3). */
const oldestSqlite = [3, 51, 3] as const;

/**
 * A whole check takes seconds a GiB. A larger file is checked without the tables that grow with every call: those are read
 * from end to end by the first check of the books, minutes after the start.
 */
const mostCheckedBytes = 192 * 1024 * 1024;
const growing = ['call', 'charge_line', 'usage_bucket'];

/** True if `version` is `oldest` or later, compared part by part. */
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
