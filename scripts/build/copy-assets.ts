import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Copies what the compiler leaves behind: SQL, plain JavaScript, and whatever else stands beside the sources. */
export function copyAssets(source: string, output: string): void {
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.tsx?$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const target = join(output, relative(source, file));
    mkdirSync(dirname(target), { recursive: true });
    cpSync(file, target);
  }
}
