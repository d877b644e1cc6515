import { readFileSync } from 'node:fs';
import { objectOf, parseJson, stringOf } from './json/json.ts';

/** Version of the package that this file belongs to, from the nearest package.json above it. */
export function programVersion(): string {
  let folder = new URL('./', import.meta.url);
  for (let levels = 0; levels < 6; levels++, folder = new URL('..', folder)) {
    try {
      const version = stringOf(objectOf(parseJson(readFileSync(new URL('package.json', folder), 'utf8')))['version']);
      if (version !== null) return version;
    } catch {
      continue;
    }
  }
  return 'unknown';
}
