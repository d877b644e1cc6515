import { isUtf8 } from 'node:buffer';
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { codeOf } from '../shared/make-folder.ts';
import { nearestName } from '../shared/text/names.ts';
import { ConfigError, type Problem } from './problems.ts';
import { settingsSchema } from './schema/settings-schema.ts';
import { membersOf, readScalar, scalarType, schemaAt } from './schema/walk-schema.ts';

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
const otherVariables = {
  DIGLOT_CONFIG: 'configuration file; default: diglot.yaml in the working directory, if it exists',
  DIGLOT_DATA: 'data folder; default: .diglot',
  DIGLOT_ADMIN_KEY: 'administrator key of the control API; default: one created in the data folder at the first start',
  DIGLOT_OPENAI_BASE_URL: 'address of the provider that OPENAI_API_KEY adds',
  DIGLOT_ANTHROPIC_BASE_URL: 'address of the provider that ANTHROPIC_API_KEY adds',
  DIGLOT_URL: 'address of the running server, for try, env and the administration commands',
  DIGLOT_API_KEY: 'key that try, env and whoami use; default: the demo key, unless a gateway is named',
} as const;

type OtherVariable = keyof typeof otherVariables;

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
export const mostBytes = { configuration: 16_777_216, secret: 65_536 } as const;

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
    return codeOf(error);
  }
}

/** Why bytes are no text in UTF-8, as a clause; null: they are. Windows PowerShell writes UTF-16 by default. */
function unreadableText(bytes: Buffer): string | null {
  if (bytes.includes(0)) return 'it is UTF-16 or no text at all; save it as UTF-8, and random bytes as Base64';
  if (isUtf8(bytes)) return null;
  const lines = bytes.toString('latin1').split('\n');
  const wrong = lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1')));
  return `line ${wrong + 1} has bytes that are not UTF-8; save it as UTF-8`;
}

/** The text of a file, or why it cannot be read. */
export function readText(file: string, most: number): { readonly text: string } | { readonly unreadable: string } {
  const unreadable = unreadableBecause(file, most);
  if (unreadable !== null) return { unreadable };
  try {
    const bytes = readFileSync(file);
    const wrong = unreadableText(bytes);
    return wrong === null ? { text: bytes.toString('utf8') } : { unreadable: wrong };
  } catch (error) {
    return { unreadable: codeOf(error) };
  }
}

/** What a configuration was made from: another process that is given it makes the same one, whatever the files have become. */
export interface ConfigTexts {
  /** The content of the configuration file; null: there is no file. */
  readonly text: string | null;
  /** The contents of the files that it and variables name, by path. They are secrets. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Reads the files that settings name, each once. The known content of one counts, even if the file is gone.
 *
 * @returns `files` has the contents of all that were read so far
 */
export function makeFileReader(known: ConfigTexts['files'] = new Map()) {
  const files = new Map<string, string>();
  const read: typeof readText = (file, most) => {
    const text = files.get(file) ?? known.get(file);
    const found = text === undefined ? readText(file, most) : { text };
    if ('text' in found) files.set(file, found.text);
    return found;
  };
  return { read, files };
}

/** `${NAME}`, `${file:PATH}`, or `$${NAME}` for the literal text; without an end, a mistake. */
export const reference = /\$?\$\{[^}]*\}?/g;

/** What a reference stands for: a variable, or the content of a file without its last line break. */
export function readReference(
  written: string,
  environment: Environment,
  readFile: typeof readText,
): { readonly value: string } | { readonly value?: never; readonly problem: string } {
  const name = written.slice('${'.length, -1);
  if (!written.endsWith('}') || name.includes('${'))
    return { problem: 'has ${ without its }. Write ${NAME}, or $${ for the literal text' };
  const file = name.startsWith('file:') ? name.slice('file:'.length) : null;
  const value = file === null ? environment[name] : undefined;
  if (value !== undefined) return { value };
  if (file === null) return { problem: unsetProblem(name) };
  const read = readFile(file, mostBytes.secret);
  if ('text' in read) return { value: read.text.replace(/\r?\n$/, '') };
  return { problem: `names a file that cannot be read: ${file} (${read.unreadable})` };
}

function unsetProblem(name: string): string {
  if (name === '') return '${} names no variable. Write ${NAME}, or $${} for the literal text';
  const [, plain] = /^(\w+):[-=?+]/.exec(name) ?? [];
  if (plain !== undefined)
    return `\${${plain}:…} has a default as in a shell, which is not read. Write \${${plain}} and set ${plain}, or write the value itself`;
  return `\${${name}} is not set in the environment. Set ${name}, or write $\${${name}} for the literal text`;
}

const fileSuffix = '_FILE';

/** The names of the program's own variables. */
const ownVariable = /^DIGLOT_/;

/** Variables whose value is a path. */
const pathVariables = { DIGLOT_CONFIG: true, DIGLOT_DATA: true } as const;

/**
 * Replaces every `DIGLOT_X_FILE` by `DIGLOT_X` with the content of that file (without its last line break), as is common for
 * container secrets. Variables whose value is a path have no such form.
 */
export function readVariableFiles(
  environment: Environment,
  readFile = readText,
): {
  readonly environment: Environment;
  readonly problems: readonly Problem[];
} {
  const read: Record<string, string | undefined> = { ...environment };
  const problems: Problem[] = [];
  const problem = (place: string, message: string, suggestion: string | null = null): void => {
    problems.push({ place: `environment ${place}`, path: '', message, suggestion });
  };
  for (const [name, file] of Object.entries(environment)) {
    if (!ownVariable.test(name) || !name.endsWith(fileSuffix) || !file) continue;
    const target = name.slice(0, -fileSuffix.length);
    delete read[name];
    if (target in pathVariables) {
      problem(name, 'is unknown: the path itself is the value', target);
      continue;
    }
    if (environment[target]) {
      problem(name, `is set together with ${target}; remove one of the two`);
      continue;
    }
    const found = readFile(file, mostBytes.secret);
    if ('unreadable' in found) problem(name, `names a file that cannot be read: ${file} (${found.unreadable})`);
    else if (found.text.trim() === '')
      problem(name, `names a file that is empty: ${file}. Write the value into it, or remove the variable`);
    else read[target] = found.text.replace(/\r?\n$/, '');
  }
  return { environment: read, problems };
}

/**
 * The value of a variable, or the content of the file that its `_FILE` form names; null if both are unset, or the variable is empty.
 *
 * @throws {ConfigError} if the file cannot be read or is empty, or there is no such form
 */
export function readVariable(environment: Environment, name: OtherVariable | 'NO_COLOR'): string | null {
  const fileName = `${name}${fileSuffix}`;
  const { environment: read, problems } = readVariableFiles({
    [name]: environment[name],
    [fileName]: environment[fileName],
  });
  if (problems.length > 0) throw new ConfigError(problems);
  return read[name] || null;
}

/** A setting from a flag or a variable. */
export interface OutsideSetting {
  readonly path: readonly string[];
  readonly value: string | number | boolean;
  readonly origin: string;
}

/** Variables that Kubernetes sets in every pod if there is a service named `diglot`. */
const isServiceLink = (name: string, value: string): boolean =>
  /^DIGLOT_(SERVICE_(HOST|PORT)|PORT_\d+_)/.test(name) || (name === 'DIGLOT_PORT' && value.includes('://'));

/** Settings from variables, and a notice for every unknown `DIGLOT_` variable. */
export function readVariables(environment: Environment): {
  readonly settings: readonly OutsideSetting[];
  readonly notices: readonly string[];
} {
  const settings: OutsideSetting[] = [];
  const notices: string[] = [];
  for (const [name, text] of Object.entries(environment)) {
    if (!ownVariable.test(name) || !text || Object.hasOwn(otherVariables, name) || isServiceLink(name, text)) continue;
    const path = environmentNames.get(name);
    if (path)
      settings.push({ path, value: readScalar(schemaAt(settingsSchema, path), text), origin: `environment ${name}` });
    else {
      const nearest = nearestName(name, [...environmentNames.keys(), ...Object.keys(otherVariables)]);
      notices.push(`${name} is unknown and ignored.${nearest ? ` Did you mean ${nearest}?` : ''}`);
    }
  }
  return { settings, notices };
}

/** Sections whose settings can come from the environment, with the prefix of their variables. */
const variablePrefixes = { server: 'DIGLOT', storage: 'DIGLOT', limits: 'DIGLOT_LIMITS', log: 'DIGLOT_LOG' } as const;

type Members = NonNullable<ReturnType<typeof membersOf>>;

function namesBelow(
  members: Members,
  prefix: string,
  path: readonly string[],
): readonly (readonly [string, readonly string[]])[] {
  return Object.entries(members).flatMap(([name, member]) => {
    const variable = `${prefix}_${name.toUpperCase()}`;
    const place = [...path, name];
    if (scalarType(member)) return [[variable, place] as const];
    return namesBelow(membersOf(member) ?? {}, variable, place);
  });
}

/**
 * Paths of settings by variable: `DIGLOT_PORT` is `server.port`,
 * `DIGLOT_METRICS_PORT` is `server.metrics.port`, `DIGLOT_LIMITS_VOICE_SECONDS` is `limits.voice_seconds`.
 */
export const environmentNames: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(variablePrefixes).flatMap(([section, prefix]) =>
    namesBelow(membersOf(settingsSchema.shape[section as keyof typeof variablePrefixes]) ?? {}, prefix, [section]),
  ),
);
