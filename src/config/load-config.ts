import { readFileSync } from 'node:fs';
import type { DocumentPath, Finding } from '../catalog/finding.ts';
import { isObject, objectOf } from '../shared/json.ts';
import { Secret } from '../shared/secret.ts';
import type { Config } from './config.ts';
import { addDefaults } from './defaults.ts';
import { readVariable, type Environment } from './environment.ts';
import { findPlace } from './find-place.ts';
import { judgeDocument, type Circumstances } from './judge-document.ts';
import { flagSettings, mergeSettings } from './merge-settings.ts';
import { ConfigError, problemsOf, sayPlainly, writePath, type Remark } from './problems.ts';
import { readLogLevel } from './read-log-level.ts';
import { readVariableFiles, readVariables } from './read-variables.ts';
import type { ReadDocument } from './read-yaml.ts';
import { refuseShortAdminKey } from './refuse-short-admin-key.ts';
import { toConfig } from './to-config.ts';

/** Where settings come from: a flag wins over the environment, that over the file, that over the default. */
export interface ConfigSources extends Circumstances {
  /** Path of diglot.yaml; null: there is none. */
  readonly file: string | null;
  /** Texts of flags by setting, for example `{ 'server.port': '9000' }`. */
  readonly flags?: Readonly<Record<string, string | undefined>>;
  readonly environment: Environment;
  /** Where the default database and drive are; `.diglot` when left out. */
  readonly dataFolder?: string;
}

/** A checked configuration and what people should know of it. */
export interface LoadedConfig {
  readonly config: Config;
  /** For the banner: what is free, what cannot be called, what is not used. */
  readonly notices: readonly Remark[];
  /** For `diglot check` besides: how the file is read. */
  readonly remarks: readonly Remark[];
}

const noFile: ReadDocument = { value: null, problems: [], unset: [], placeOf: () => 'defaults' };

/** The YAML reader is loaded only where there is a file: a start without one is quicker. */
async function readDocument(file: string | null, environment: Environment): Promise<ReadDocument> {
  if (file === null) return noFile;
  const { readYaml } = await import('./read-yaml.ts');
  try {
    return readYaml({ name: file, text: readFileSync(file, 'utf8') }, environment);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const problem = { place: file, path: '', message: `the file cannot be read (${code})`, suggestion: null };
    return { ...noFile, problems: [problem] };
  }
}

function readAdminKey(environment: Environment): Pick<Config, 'adminKey'> {
  const value = readVariable(environment, 'DIGLOT_ADMIN_KEY');
  return value === null ? {} : { adminKey: new Secret(value) };
}

/** What is wrong with variables that are no settings. */
const variableProblems = (environment: Environment, { adminKey }: Pick<Config, 'adminKey'>) => [
  ...problemsOf(() => readLogLevel(environment)),
  ...problemsOf(() => adminKey && refuseShortAdminKey(adminKey, 'environment DIGLOT_ADMIN_KEY')),
];

/** Whether a path is one of these places or lies below one. */
const isAmong = (path: DocumentPath, places: readonly DocumentPath[]): boolean =>
  places.some((place) => place.every((step, index) => path[index] === step));

/**
 * Reads, merges and checks all settings.
 *
 * @throws {ConfigError} with everything that is wrong, each with its place
 */
export async function loadConfig(sources: ConfigSources): Promise<LoadedConfig> {
  const { environment, problems: unreadable } = readVariableFiles(sources.environment);
  const adminKey = readAdminKey(environment);
  const read = await readDocument(sources.file, environment);
  const early = [...unreadable, ...variableProblems(environment, adminKey), ...read.problems];
  if (read.value === null && read.problems.length > 0) throw new ConfigError(early);
  if (read.value !== null && !isObject(read.value)) {
    const message = 'the document must be a mapping of names to values, such as server:';
    throw new ConfigError([...early, { place: read.placeOf([]), path: '', message, suggestion: null }]);
  }
  const variables = readVariables(environment);
  const outside = [...variables.settings, ...flagSettings(sources.flags ?? {})];
  const document = mergeSettings(objectOf(read.value), outside, sources.dataFolder ?? '.diglot');
  const defaulted = addDefaults(document, environment);
  const placeOf = findPlace(read, outside, defaulted);
  const judged = judgeDocument(defaulted.document, sources);
  const wrong = judged.wrong
    .filter(({ path }) => !isAmong(path, read.unset))
    .map(({ path, part, ...words }) => ({ place: placeOf(path, part), path: writePath(path), ...words }));
  if (early.length + wrong.length > 0 || judged.read === null) throw new ConfigError([...early, ...wrong]);
  const { settings, catalog, findings } = judged.read;
  const told = (severity: Finding['severity']): readonly Remark[] =>
    findings
      .filter((finding) => finding.severity === severity)
      .map(({ path, message, suggestion = null }) => ({
        place: placeOf(path),
        path: writePath(path),
        message,
        suggestion,
      }));
  return {
    config: { ...toConfig(settings, catalog), ...adminKey },
    notices: [...[...defaulted.notices, ...variables.notices].map(sayPlainly), ...told('notice')],
    remarks: told('remark'),
  };
}
