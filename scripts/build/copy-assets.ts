import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Copies what the compiler does not: SQL, plain JavaScript, and all other files next to the sources. */
export function copyAssets(source: string, output: string): void {
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.tsx?$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const target = join(output, relative(source, file));
    mkdirSync(dirname(target), { recursive: true });
    cpSync(file, target);
  }
}
