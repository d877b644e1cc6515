import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of the repository: its path from the root, with `/`, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** All TypeScript and JavaScript files below a folder, sorted by path. */
export function sourceFiles(folder: string): readonly SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .filter((path) => /\.(ts|tsx|js)$/.test(path))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

/** The text of a file without its comments: rules speak of what the code does. Strings stay as they are. */
export const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|(?<=^|[\s;{}(),])\/\/[^\n]*/g, '');

/** Paths of the files whose code (without comments) matches. */
export const pathsMatching = (files: readonly SourceFile[], pattern: RegExp): readonly string[] =>
  files.filter(({ text }) => pattern.test(withoutComments(text))).map(({ path }) => path);
