import { randomUUID } from 'node:crypto';
import { mkdirSync, statSync, type Stats } from 'node:fs';
import { chmod, chown, open, readlink, realpath, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** A folder cannot be made. `message` is a clause that says which one and why. */
export class FolderError extends Error {
  override readonly name = 'FolderError';
}

/** The code of an error of the file system, such as `ENOENT`; what has none, in words. */
export const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

/** Passes over an error that says a file or folder is not there. @throws any other */
export function ignoreAbsent(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}

/** A name is durable when its folder is. If folders cannot be opened (Windows), the system takes care of it. */
export async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle | null = null;
  try {
    handle = await open(folder, 'r');
    await handle.sync();
  } catch (error) {
    if (process.platform !== 'win32') throw error;
  } finally {
    await handle?.close();
  }
}

/** Where a file is or would be, behind all links to it. */
async function placeOf(path: string): Promise<string> {
  const place = await realpath(path).catch(ignoreAbsent);
  if (place !== undefined) return place;
  const target = await readlink(path).catch(ignoreAbsent);
  return target === undefined ? path : placeOf(resolve(await realpath(dirname(path)), target));
}

/** Codes for a file that can be written, but not replaced: of another owner, in a folder that takes no new file, or a mount. */
const inPlaceCodes: readonly string[] = ['EPERM', 'EACCES', 'EBUSY', 'EROFS'];

/**
 * Gives a file another text, whole or not at all; written in place where the file cannot be replaced. A link to it stays, and so do
 * its mode and its owner.
 *
 * @throws an error of the file system; then the file is as it was, unless it was written in place
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const place = await placeOf(path);
  const before = await stat(place).catch(ignoreAbsent);
  const draft = `${place}.${randomUUID()}`;
  try {
    await writeFile(draft, text, { flag: 'wx', flush: true, mode: before?.mode ?? 0o666 });
    if (before) await chown(draft, before.uid, before.gid);
    if (before) await chmod(draft, before.mode);
    await rename(draft, place);
  } catch (error) {
    // What failed first is what is reported.
    await rm(draft, { force: true }).catch(() => undefined);
    if (!inPlaceCodes.includes(codeOf(error))) throw error;
    return writeFile(place, text, { flush: true });
  }
  await syncFolder(dirname(place));
}

function look(path: string): Stats | null {
  try {
    return statSync(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return null;
    throw new FolderError(`${path} cannot be read (${codeOf(error)})`, { cause: error });
  }
}

/**
 * Makes a folder that only its owner can read, and its parents. Existing folders do not change. Makes one at a time, because Node's
 * `recursive` never returns on a file system that answers ENOENT to `mkdir` (`/proc`).
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
    // Another process that started at the same time has made it.
    if (codeOf(error) === 'EEXIST' && look(path)?.isDirectory()) return;
    throw new FolderError(`${path} cannot be made: ${parent} does not accept new folders (${codeOf(error)})`, {
      cause: error,
    });
  }
}
