import { basename } from 'node:path';
import type { Environment } from '../config/environment.ts';

/** How this process was started. */
export interface Started {
  readonly environment: Environment;
  /** The script's path as it was called: through a link of the shell's PATH, or the file itself. */
  readonly script: string;
  /** Folder of the package. */
  readonly home: string;
  readonly workingFolder: string;
}

/** A word that every POSIX shell reads back as it is. */
export const quoted = (text: string): string =>
  /^[\w./:@=+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** What to type before a command so that a shell in this folder runs this program: `npx diglot`, `diglot`, or its file. */
export function programName({ environment, script, home, workingFolder }: Started): string {
  // npm says so in the environment of `npm start` and of `npx`, wherever npx found the program.
  if (environment['npm_command'] !== undefined || workingFolder === home) return 'npx diglot';
  return basename(script) === 'diglot' ? 'diglot' : `node ${quoted(script)}`;
}
