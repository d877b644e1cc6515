import { existsSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import {
  checkPages,
  explainOpening,
  migrationsFolder,
  refuseForeign,
  refuseLost,
  refuseNewer,
  refuseOldSqlite,
} from '../open-database.ts';
import { failureKind } from '../query.ts';

/** What was found: nothing yet, a file that another process holds, or a good one. */
export interface ExaminedDatabase {
  readonly state: 'absent' | 'in-use' | 'good';
  /** Size of a good one; 0 otherwise. */
  readonly bytes: number;
}

/**
 * Opens the file without changing it. Without a log next to it, no process has it open, and it is read as immutable. With
 * one, the log is read too, and a process that holds the lock refuses the first statement.
 */
function openToRead(path: string): DatabaseSync {
  const url = pathToFileURL(path);
  if (!existsSync(`${path}-wal`)) url.searchParams.set('immutable', '1');
  return new DatabaseSync(url, { readOnly: true, timeout: 0 });
}

function examineFile(path: string): void {
  const database = openToRead(path);
  try {
    refuseForeign(database, path);
    checkPages(database, path);
    refuseNewer(database, migrationsFolder);
  } finally {
    database.close();
  }
}

/** Reading a log needs an index of it in shared memory, which SQLite leaves behind where it may not write the file. */
function withoutTrace(path: string, action: () => void): void {
  const index = `${path}-shm`;
  const wasThere = existsSync(index);
  try {
    action();
  } finally {
    if (!wasThere) rmSync(index, { force: true });
  }
}

/**
 * Looks at a database file as a start does, and leaves it as it is.
 *
 * @throws {StoreError} empty, damaged, another program's, from a newer release, unreadable, or SQLite is too old
 */
export function examineDatabase(path: string): ExaminedDatabase {
  refuseOldSqlite();
  try {
    refuseLost(path);
    if (!existsSync(path)) return { state: 'absent', bytes: 0 };
    withoutTrace(path, () => examineFile(path));
    return { state: 'good', bytes: statSync(path).size };
  } catch (cause) {
    if (failureKind(cause) === 'busy') return { state: 'in-use', bytes: 0 };
    throw explainOpening(path, cause);
  }
}
