import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/** Environment variables by name, as a snapshot. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A snapshot of the process's environment. Nothing else reads it. */
export const processEnvironment = (): Environment => ({ ...process.env });

/**
 * Lets threads keep their compiled code between starts, as the main thread does: they only look for its folder in the environment.
 * Node adds the name of its version to that folder.
 */
export function nameCompileCache(): void {
  const folder = getCompileCacheDir();
  if (folder !== undefined) process.env['NODE_COMPILE_CACHE'] ||= dirname(folder);
}

/**
 * Variables that are not settings of diglot.yaml. The variables of `server`, `storage` and `limits` are derived from the names
 * of their settings, in `environmentNames`.
 */
export const otherVariables = {
  DIGLOT_CONFIG: 'configuration file; default: diglot.yaml in the working directory, if it exists',
  DIGLOT_DATA: 'data folder; default: .diglot',
  DIGLOT_ADMIN_KEY: 'administrator key of the control API; default: one created in the data folder at the first start',
  DIGLOT_OPENAI_BASE_URL: 'address of the provider that OPENAI_API_KEY adds',
  DIGLOT_ANTHROPIC_BASE_URL: 'address of the provider that ANTHROPIC_API_KEY adds',
  DIGLOT_URL: 'address of the running server, for try, env and the administration commands',
  DIGLOT_API_KEY: 'key that try and env use; default: the demo key',
} as const;

type OtherVariable = keyof typeof otherVariables;

/** The value of a variable; null if it is unset or empty. */
export const readVariable = (environment: Environment, name: OtherVariable | 'NO_COLOR'): string | null =>
  environment[name] || null;

/** The default configuration file. */
export const usualFile = 'diglot.yaml';

/** The default data folder. */
export const usualDataFolder = '.diglot';

/** Path of the configuration file: the flag's, else the environment's, else `diglot.yaml` if it exists, else null. */
export const findConfigFile = (flag: string | undefined, environment: Environment): string | null =>
  flag ?? readVariable(environment, 'DIGLOT_CONFIG') ?? (existsSync(usualFile) ? usualFile : null);

/** The data folder: the flag's, else the environment's, else `.diglot`. */
export const findDataFolder = (flag: string | undefined, environment: Environment): string =>
  flag ?? readVariable(environment, 'DIGLOT_DATA') ?? usualDataFolder;

/** Most bytes of a configuration file, and of a file with one secret. */
export const longest = { configuration: 16_777_216, secret: 65_536 } as const;

/**
 * Why a file cannot be read, as a clause or the code of the system; null: it can. A pipe or a device is refused, because reading it
 * might never end.
 */
export function unreadableBecause(file: string, most: number): string | null {
  try {
    const stats = statSync(file);
    if (stats.isDirectory()) return 'it is a folder';
    if (!stats.isFile()) return 'it is a pipe or a device; write its content to a file';
    if (stats.size > most) return `it has more than ${most} bytes`;
    accessSync(file, constants.R_OK);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

/** The text of a file, or why it cannot be read. */
export function readText(file: string, most: number): { readonly text: string } | { readonly unreadable: string } {
  const unreadable = unreadableBecause(file, most);
  if (unreadable !== null) return { unreadable };
  try {
    return { text: readFileSync(file, 'utf8') };
  } catch (error) {
    return { unreadable: (error as NodeJS.ErrnoException).code ?? String(error) };
  }
}
