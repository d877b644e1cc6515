import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Difference, Files } from './compare-folder.ts';

/** Writes and removes only what differs, so that unchanged files keep their timestamps and watchers do not fire. */
export async function updateFolder(folder: string, files: Files, differences: readonly Difference[]): Promise<void> {
  for (const { path } of differences) {
    const target = join(folder, path);
    const text = files.get(path);
    if (text === undefined) {
      await rm(target);
    } else {
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, text);
    }
  }
}
