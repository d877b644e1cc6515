import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../../shared/make-folder.ts';
import { checkPages, refuseForeign, refuseOldSqlite } from './check-database.ts';
import { explainOpening } from './explain-opening.ts';
import { makeDatabaseFile } from './make-database-file.ts';
import { migrate, migrationsFolder } from './migrate.ts';

function prepareDatabase(path: string, now: number): DatabaseSync {
  if (path !== ':memory:') {
    makeFolder(dirname(path));
    makeDatabaseFile(path);
  }
  const database = new DatabaseSync(path, { timeout: 0, enableForeignKeyConstraints: true });
  // Exclusive before anything is read of a WAL: then it needs no shared memory, and a second process is refused at once.
  database.exec('pragma locking_mode = exclusive;');
  refuseForeign(database, path);
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
