import { readFileSync } from 'node:fs';
import type { Catalog } from '../catalog/catalog.ts';
import { checkFirstPrices } from '../catalog/check-first-prices.ts';
import { checkPriceChanges } from '../catalog/check-price-changes.ts';
import type { Finding } from '../catalog/finding.ts';
import { isObject, objectOf } from '../shared/json.ts';
import { Secret } from '../shared/secret.ts';
import { checkSettings } from './check-settings.ts';
import type { Config } from './config.ts';
import { addDefaults, type DefaultedDocument } from './defaults.ts';
import { readVariable, type Environment } from './environment.ts';
import { findPlace, type FindPlace } from './find-place.ts';
import { flagSettings, mergeSettings } from './merge-settings.ts';
import { ConfigError, problemsOf, writePath } from './problems.ts';
import { readLogLevel } from './read-log-level.ts';
import { readVariableFiles, readVariables } from './read-variables.ts';
import type { ReadDocument } from './read-yaml.ts';
import { refuseShortAdminKey } from './refuse-short-admin-key.ts';
import { explainIssue } from './schema-problems.ts';
import { settingsSchema, type Settings } from './schema/settings-schema.ts';
import { toConfig } from './to-config.ts';

/** Where settings come from: a flag wins over the environment, that over the file, that over the default. */
export interface ConfigSources {
  /** Path of diglot.yaml; null: there is none. */
  readonly file: string | null;
  /** Texts of flags by setting, for example `{ 'server.port': '9000' }`. */
  readonly flags?: Readonly<Record<string, string | undefined>>;
  readonly environment: Environment;
  /** Where the default database and drive are; `.diglot` when left out. */
  readonly dataFolder?: string;
  /** The catalogue in force, where a changed file is read: what it said of the past must stand. */
  readonly running?: Catalog;
  /** Epoch milliseconds. Without it nothing is said of what depends on the moment: prices to come, prices that have begun. */
  readonly now?: number;
}

/** A checked configuration and what people should know of it. */
export interface LoadedConfig {
  readonly config: Config;
  /** For the banner: what is free, what cannot be called, what is not used. */
  readonly notices: readonly string[];
  /** For `diglot check` besides: how the file is read. */
  readonly remarks: readonly string[];
}

const noFile: ReadDocument = { value: null, problems: [], placeOf: () => 'defaults' };

/** The YAML reader is loaded only where there is a file: a start without one is quicker. */
async function readDocument(file: string | null, environment: Environment): Promise<ReadDocument> {
  if (file === null) return noFile;
  const { readYaml } = await import('./read-yaml.ts');
  try {
    return readYaml({ name: file, text: readFileSync(file, 'utf8') }, environment);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new ConfigError([{ place: file, path: '', message: `the file cannot be read (${code})`, suggestion: null }]);
  }
}

function parseSettings(defaulted: DefaultedDocument, placeOf: FindPlace): Settings {
  const parsed = settingsSchema.safeParse(defaulted.document);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues
    .flatMap((issue) => explainIssue(issue, defaulted.document))
    .map(({ path, part, message, suggestion }) => ({
      place: placeOf(path, part),
      path: writePath(path),
      message,
      suggestion,
    }));
  throw new ConfigError(problems);
}

/** @throws {ConfigError} when a finding is an error */
function refuseErrors(findings: readonly Finding[], placeOf: FindPlace): void {
  const problems = findings
    .filter(({ severity }) => severity === 'error')
    .map(({ path, message, suggestion = null }) => ({
      place: placeOf(path),
      path: writePath(path),
      message,
      suggestion,
    }));
  if (problems.length > 0) throw new ConfigError(problems);
}

/** What the moment makes of a catalogue. */
function findingsOfNow(catalog: Catalog, { running, now }: ConfigSources): readonly Finding[] {
  if (now === undefined) return [];
  return [...checkFirstPrices(catalog, now), ...(running ? checkPriceChanges(running, catalog, now) : [])];
}

function readAdminKey(environment: Environment): Pick<Config, 'adminKey'> {
  const value = readVariable(environment, 'DIGLOT_ADMIN_KEY');
  if (value === null) return {};
  const adminKey = new Secret(value);
  refuseShortAdminKey(adminKey, 'environment DIGLOT_ADMIN_KEY');
  return { adminKey };
}

/**
 * Reads, merges and checks all settings.
 *
 * @throws {ConfigError} with everything that is wrong, each with its place
 */
export async function loadConfig(sources: ConfigSources): Promise<LoadedConfig> {
  const { environment, problems: unreadable } = readVariableFiles(sources.environment);
  const problems = [...unreadable, ...problemsOf(() => readLogLevel(environment))];
  const read = await readDocument(sources.file, environment);
  if (problems.length + read.problems.length > 0) throw new ConfigError([...problems, ...read.problems]);
  if (read.value !== null && !isObject(read.value)) {
    const message = 'the document must be a mapping of names to values, such as server:';
    throw new ConfigError([{ place: read.placeOf([]), path: '', message, suggestion: null }]);
  }
  const variables = readVariables(environment);
  const outside = [...variables.settings, ...flagSettings(sources.flags ?? {})];
  const document = mergeSettings(objectOf(read.value), outside, sources.dataFolder ?? '.diglot');
  const defaulted = addDefaults(document, environment);
  const placeOf = findPlace(read, outside, defaulted);
  const settings = parseSettings(defaulted, placeOf);
  const { catalog, findings } = checkSettings(settings);
  const all = [...findings, ...findingsOfNow(catalog, sources)];
  refuseErrors(all, placeOf);
  const told = (severity: Finding['severity']): readonly string[] =>
    all
      .filter((finding) => finding.severity === severity)
      .map(({ path, message }) => `${writePath(path)}: ${message}.`);
  return {
    config: { ...toConfig(settings, catalog), ...readAdminKey(environment) },
    notices: [...defaulted.notices, ...variables.notices, ...told('notice')],
    remarks: told('remark'),
  };
}
