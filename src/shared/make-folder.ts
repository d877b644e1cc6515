import { mkdirSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';

/** A folder that cannot be had. `message` is a clause for people: which one, and why. */
export class FolderError extends Error {
  override readonly name = 'FolderError';
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

function look(path: string): Stats | null {
  try {
    return statSync(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return null;
    throw new FolderError(`${path} cannot be looked at (${codeOf(error)})`, { cause: error });
  }
}

/**
 * Makes a folder that only its owner can read, with those above it; what exists is left alone. Step by step, because Node's
 * own recursive way never ends where a file system takes no folders and says ENOENT (`/proc`).
 *
 * @throws {FolderError}
 */
export function makeFolder(path: string): void {
  const found = look(path);
  if (found?.isDirectory()) return;
  if (found) throw new FolderError(`${path} is a file, not a folder`);
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Two processes that start at once make the same one.
    if (codeOf(error) === 'EEXIST' && look(path)?.isDirectory()) return;
    throw new FolderError(`${path} cannot be made: ${parent} takes no new folder (${codeOf(error)})`, { cause: error });
  }
}
