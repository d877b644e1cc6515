import {
  chmodSync,
  closeSync,
  copyFileSync,
  constants,
  existsSync,
  linkSync,
  openSync,
  rmSync,
  statSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../store-error.ts';

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

const lost = (path: string, what: string): StoreError =>
  new StoreError(
    `${what}: the ledger that was there is gone. Restore it from a backup. Only if you mean to begin a new ledger, delete ${path} and ${path}-wal, then start again.`,
  );

/**
 * Refuses what only a lost database leaves behind: SQLite itself would take it for a new one, and every credit would be gone
 * without a word.
 *
 * @throws {StoreError}
 */
export function refuseLost(path: string): void {
  if (existsSync(path)) {
    if (sizeOf(path) === 0) throw lost(path, `${path} is empty (0 bytes)`);
  } else if (sizeOf(`${path}-wal`) > 0) throw lost(path, `${path} is missing, but its log ${path}-wal is not`);
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

function makeFile(path: string, draft: string): void {
  closeSync(openSync(draft, 'a', 0o600));
  const database = new DatabaseSync(draft, { timeout: 0 });
  try {
    // Writes the first page.
    database.exec('pragma locking_mode = exclusive; pragma journal_mode = wal;');
  } finally {
    database.close();
  }
  nameFile(draft, path);
}

/**
 * Makes the file of a new database where there is none: under another name, then named as a whole. So a start that is killed
 * at any moment leaves a database or none, and one of 0 bytes is never a beginning. The file is its owner's alone before
 * anything is written; SQLite gives its log the same mode.
 *
 * @throws {StoreError} when the file is empty, or gone from beside its log
 */
export function makeDatabaseFile(path: string): void {
  refuseLost(path);
  const draft = `${path}.new`;
  if (!existsSync(path)) makeFile(path, draft);
  rmSync(draft, { force: true });
  for (const file of [path, `${path}-wal`]) if (existsSync(file)) chmodSync(file, 0o600);
}
