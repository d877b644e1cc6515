import { readFileSync } from 'node:fs';

/** Version of the package that this file belongs to, from the nearest package.json above it. */
export function programVersion(): string {
  let folder = new URL('.', import.meta.url);
  for (let levels = 0; levels < 6; levels++, folder = new URL('..', folder)) {
    try {
      const { version } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as { version?: string };
      if (version !== undefined) return version;
    } catch {
      continue;
    }
  }
  return 'unknown';
}
