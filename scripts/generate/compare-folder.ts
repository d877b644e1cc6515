import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Files that a folder should contain: path relative to the folder (with `/`) → text. */
export type Files = ReadonlyMap<string, string>;

/** One file that is not as it should be. `missing`: not there yet; `stale`: other text; `extra`: should not be there. */
export interface Difference {
  readonly path: string;
  readonly difference: 'missing' | 'stale' | 'extra';
}

/** What would have to change in `folder` to hold exactly `files`, sorted by path. A missing folder counts as empty. */
export async function compareFolder(folder: string, files: Files): Promise<readonly Difference[]> {
  const present = new Set(await listFiles(folder));
  const differences: Difference[] = [];
  for (const [path, text] of files) {
    if (!present.has(path)) differences.push({ path, difference: 'missing' });
    else if ((await readFile(join(folder, path), 'utf8')) !== text) differences.push({ path, difference: 'stale' });
  }
  for (const path of present) if (!files.has(path)) differences.push({ path, difference: 'extra' });
  return differences.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** Every file below `folder`, relative to it, with `/` between names; none when there is no such folder. */
async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}
