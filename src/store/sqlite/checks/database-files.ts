import { existsSync, realpathSync, rmSync, statSync } from 'node:fs';
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

/** What became of the files. `log`: of the log alone, which is still open and whole. */
export type FileLoss = 'none' | 'log' | 'database';

/** Watches whether the path still leads to the files that are open, and whether this process alone writes into them. */
export interface DatabaseFileWatch {
  /** Once it is not `none` it stays so. Called before anything is done with the database, and between. */
  readonly loss: () => FileLoss;
  /** As `loss`, after something was done: what has changed since is this process's own doing. */
  readonly lossAfter: () => FileLoss;
}

/** Identifies a file, and its version: it changes when the file is replaced or written to. */
interface Seen {
  readonly file: string;
  readonly content: string;
}

interface Watched {
  readonly path: string;
  /** Null until the file is there: SQLite makes a log when it needs one. */
  seen: Seen | null;
}

function look(path: string): Seen | null {
  try {
    const { dev, ino, size, mtimeNs } = statSync(path, { bigint: true });
    return { file: `${dev}:${ino}`, content: `${size}:${mtimeNs}` };
  } catch {
    return null;
  }
}

/** For a database in memory. */
export const neverLost: DatabaseFileWatch = { loss: () => 'none', lossAfter: () => 'none' };

/**
 * Called when the database has just been opened. A process that has a file open can still write to it after
 * it was removed or replaced. Those writes are lost without an error.
 *
 * @param path of the database; `:memory:` cannot be lost
 * @param onLoss called once
 */
export function watchFiles(path: string, onLoss: (loss: Exclude<FileLoss, 'none'>) => void): DatabaseFileWatch {
  if (path === ':memory:') return neverLost;
  const database: Watched = { path, seen: look(path) };
  // SQLite creates the log next to the file itself, even if the path is a link.
  const logPath = `${realpathSync(path)}-wal`;
  const log: Watched = { path: logPath, seen: look(logPath) };
  let loss: FileLoss = 'none';

  const compare = (watched: Watched, mayHaveChanged: boolean): 'same' | 'gone' | 'changed' => {
    const found = look(watched.path);
    const { seen } = watched;
    if (found?.file !== seen?.file && seen !== null) return 'gone';
    if (found?.content !== seen?.content && seen !== null && !mayHaveChanged) return 'changed';
    watched.seen = found;
    return 'same';
  };

  const check = (mayHaveChanged: boolean): FileLoss => {
    if (loss !== 'none') return loss;
    const [ofDatabase, ofLog] = [compare(database, mayHaveChanged), compare(log, mayHaveChanged)];
    if (ofDatabase === 'same' && ofLog === 'same') return 'none';
    loss = ofDatabase === 'same' && ofLog === 'gone' ? 'log' : 'database';
    onLoss(loss);
    return loss;
  };

  return { loss: () => check(false), lossAfter: () => check(true) };
}

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
