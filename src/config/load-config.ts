import type { Catalog } from '../catalog/catalog.ts';
import { fileOf } from '../catalog/credential.ts';
import type { DocumentPath, Finding } from '../catalog/finding.ts';
import type { IdentityProvider } from '../identity/people/identity-providers.ts';
import { isObject, objectOf } from '../shared/json/json.ts';
import { parseCredits } from '../shared/money.ts';
import { Secret } from '../shared/secret.ts';
import { camelMembers } from '../shared/text/names.ts';
import { checkDocument, type CheckContext } from './check-document.ts';
import type { Bootstrap, Config } from './config.ts';
import {
  addDefaults,
  type DefaultedDocument,
  flagSettings,
  isAmong,
  mergeSettings,
  obeyNull,
} from './complete-document.ts';
import {
  type ConfigTexts,
  type Environment,
  mostBytes,
  makeFileReader,
  type OutsideSetting,
  readText,
  readVariable,
  readVariableFiles,
  readVariables,
  unreadableBecause,
  usualFile,
} from './environment.ts';
import { ConfigError, plainRemark, problemAt, problemsOf, type Remark, shownPath, writePath } from './problems.ts';
import type { ReadDocument } from './read-yaml.ts';
import type { Settings } from './schema/settings-schema.ts';
import { refuseAdminKey } from './secret-file.ts';

/** Sources of settings. Flags take precedence over the environment, the environment over the file, the file over defaults. */
export interface ConfigSources extends CheckContext {
  /** Path of diglot.yaml; null: none. */
  readonly file: string | null;
  /** What it and the files that are named contain, if that is known; absent: they are read now. */
  readonly known?: ConfigTexts | undefined;
  /** Flags by setting, for example `{ 'server.port': '9000' }`. */
  readonly flags?: Readonly<Record<string, string | undefined>>;
  readonly environment: Environment;
  /** Folder of the default database and drive; default: `.diglot`. */
  readonly dataFolder?: string;
}

/** A checked configuration with notices and remarks, and what it was made from. */
export interface LoadedConfig extends ConfigTexts {
  readonly config: Config;
  /** Shown at start: what is free, cannot be called, or is unused. */
  readonly notices: readonly Remark[];
  /** Also shown by `diglot check`: how the file is interpreted. */
  readonly remarks: readonly Remark[];
}

const noFile: ReadDocument & Pick<LoadedConfig, 'text'> = {
  ...{ value: null, problems: [], unset: [], replaced: new Map(), text: null },
  isNull: () => false,
  placeOf: () => 'defaults',
};

/** Shorter values may be part of any word. A key or a password has more characters. */
const leastReplaced = 8;

/** A message with `${NAME}` for what it contains of the environment, so that no secret that is in the wrong place is shown. */
const asWritten = (message: string, { replaced }: Pick<ReadDocument, 'replaced'>): string =>
  [...replaced]
    .flatMap(([value, written]) =>
      typeof value === 'string' && value.length >= leastReplaced ? [{ value, written }] : [],
    )
    .toSorted((one, other) => other.value.length - one.value.length)
    .reduce((text, { value, written }) => text.replaceAll(value, () => written), message);

/** Loads the YAML parser only if there is a file, because a start without it is faster. */
async function readDocument({ file, known }: ConfigSources, environment: Environment, readFile: typeof readText) {
  // What is known counts, even if the file is gone.
  const text = known?.text;
  if (text === null || (text === undefined && file === null)) return noFile;
  const name = file ?? usualFile;
  const read = text === undefined ? readText(name, mostBytes.configuration) : { text };
  if ('unreadable' in read) {
    const message = `the file cannot be read (${read.unreadable})`;
    return { ...noFile, problems: [problemAt(name, message)] };
  }
  const { readYaml } = await import('./read-yaml.ts');
  return { ...(await readYaml({ name, text: read.text }, environment, readFile)), text: read.text };
}

function readAdminKey(environment: Environment): Pick<Config, 'adminKey'> {
  const value = readVariable(environment, 'DIGLOT_ADMIN_KEY');
  return value === null ? {} : { adminKey: new Secret(value) };
}

/** Problems of variables that are not settings. */
const variableProblems = (environment: Environment, { adminKey }: Pick<Config, 'adminKey'>) => [
  ...problemsOf(() => adminKey && refuseAdminKey(adminKey, 'environment DIGLOT_ADMIN_KEY')),
];

/** Returns the origin of the value (or the name) of a setting. */
type FindPlace = (path: DocumentPath, part?: 'name' | 'value') => string;

/** Makes a function that finds origins: a flag or variable first, else line and column of the file. */
function findPlace(read: ReadDocument, outside: readonly OutsideSetting[], defaulted: DefaultedDocument): FindPlace {
  const providers = defaulted.document['providers'];
  return (path, part) => {
    const name = writePath(path);
    const setting = outside.findLast((one) => one.path.join('.') === name);
    if (setting) return setting.origin;
    const [section, index, member] = path;
    const row = section === 'providers' && Array.isArray(providers) ? (providers[Number(index)] as unknown) : null;
    const id = isObject(row) ? row['id'] : null;
    const variables = typeof id === 'string' ? defaulted.variables.get(id) : undefined;
    if (!variables) return read.placeOf(path, part);
    return `environment ${member === 'base_url' ? variables.base_url : variables.credential}`;
  };
}

/** Credentials whose files cannot be read at the moment. Calls of their providers fail until they can. */
const unreadableCredentials = ({ providers }: Catalog): readonly Finding[] =>
  [...providers.values()].flatMap(({ credential }, index) => {
    const file = credential && fileOf(credential);
    const why = file && unreadableBecause(file.path, mostBytes.secret);
    if (!file || !why) return [];
    const message = `names a file that cannot be read: ${file.path} (${why}). Calls of this provider fail until it can`;
    return [{ severity: 'notice', path: ['providers', index, 'credential', file.member], message }];
  });

/**
 * Reads, merges and checks all settings.
 *
 * @throws {ConfigError} with all problems and their places
 */
export async function loadConfig(sources: ConfigSources): Promise<LoadedConfig> {
  const { read: readFile, files } = makeFileReader(sources.known?.files);
  const { environment, problems: unreadable } = readVariableFiles(sources.environment, readFile);
  const adminKey = readAdminKey(environment);
  const read = await readDocument(sources, environment, readFile);
  const early = [...unreadable, ...variableProblems(environment, adminKey), ...read.problems];
  if (read.value === null && read.problems.length > 0) throw new ConfigError(early);
  if (read.value !== null && !isObject(read.value)) {
    const message = 'the document must be a mapping of names to values, such as server:';
    throw new ConfigError([...early, problemAt(read.placeOf([]), message)]);
  }
  const variables = readVariables(environment);
  const flags = flagSettings(sources.flags ?? {});
  const written = objectOf(read.value);
  const obeyed = obeyNull(read, variables.settings, flags);
  const outside = [...obeyed.settings, ...flags];
  const document = mergeSettings(written, outside, sources.dataFolder ?? '.diglot');
  const defaulted = addDefaults(document, environment, read.text);
  const placeOf = findPlace(read, outside, defaulted);
  const validated = await checkDocument(defaulted.document, sources, read.replaced);
  const wrong = validated.wrong
    .filter(({ path }) => !isAmong(path, read.unset))
    .map(({ path, part, message, suggestion }) => ({
      ...{ place: placeOf(path, part), path: writePath(shownPath(path)), suggestion },
      message: asWritten(message, read),
    }));
  if (early.length + wrong.length > 0 || validated.read === null) throw new ConfigError([...early, ...wrong]);
  const { settings, catalog } = validated.read;
  const findings = [...validated.read.findings, ...unreadableCredentials(catalog)];
  const reported = (severity: Finding['severity']): readonly Remark[] =>
    findings
      .filter((finding) => finding.severity === severity)
      .map(({ path, message, suggestion = null }) => ({
        place: placeOf(path),
        path: writePath(shownPath(path)),
        message,
        suggestion,
      }));
  return {
    config: { ...toConfig(settings, catalog), ...adminKey },
    text: read.text,
    files,
    notices: [
      ...[...defaulted.notices, ...variables.notices].map(plainRemark),
      ...obeyed.notices,
      ...reported('notice'),
    ],
    remarks: reported('remark'),
  };
}

function storageOf({
  database,
  drive,
  spool,
  offline_seconds: offline,
  ...keys
}: Settings['storage']): Config['storage'] {
  const { drive_access_key_id: id, drive_secret_access_key: secret } = keys;
  const credential = id === null || secret === null ? {} : { driveCredential: { id, secret: new Secret(secret) } };
  return { database, drive, spool, offlineMilliseconds: offline * 1_000, ...credential };
}

const bootstrapOf = (bootstrap: Settings['bootstrap']): Bootstrap => ({
  workspaces: bootstrap.workspaces.map((workspace) => ({
    id: workspace.id,
    name: workspace.name ?? workspace.id,
    plan: workspace.plan,
    credits: parseCredits(workspace.credits) ?? 0n,
    timeZone: workspace.time_zone,
  })),
  keys: bootstrap.keys.map(({ workspace, name, secret }) => ({ workspace, name, secret: new Secret(secret) })),
});

const identityProviderOf = (row: Settings['sign_in']['oidc'][number]): IdentityProvider => ({
  ...camelMembers(row),
  clientSecret: row.client_secret === null ? null : new Secret(row.client_secret),
});

const tracesOf = ({ traces }: Settings['telemetry']): NonNullable<Config['traces']> | null =>
  traces && {
    endpoint: traces.endpoint,
    headers: Object.fromEntries(Object.entries(traces.headers).map(([name, value]) => [name, new Secret(value)])),
    sampleRatio: traces.sample_ratio,
  };

/** Converts parsed settings to the configuration. */
const toConfig = (settings: Settings, catalog: Catalog): Config => ({
  server: {
    host: settings.server.host,
    port: settings.server.port,
    workers: settings.server.workers,
    publicUrl: settings.server.public_url?.replace(/\/+$/, '') ?? null,
    corsOrigins: settings.server.cors_origins,
    ...(settings.server.seal_keys.length > 0 && {
      sealKeys: settings.server.seal_keys.map((key) => new Secret(key)),
    }),
    metrics: settings.server.metrics,
    shutdown: {
      delayMilliseconds: settings.server.shutdown.delay_seconds * 1_000,
      graceMilliseconds: settings.server.shutdown.grace_seconds * 1_000,
    },
  },
  storage: storageOf(settings.storage),
  limits: camelMembers(settings.limits),
  catalog,
  identityProviders: settings.sign_in.oidc.map(identityProviderOf),
  trustedProxies: settings.sign_in.trusted_proxies,
  mail: settings.mail && { smtp: new Secret(settings.mail.smtp), from: settings.mail.from },
  alertNetworks: settings.alerts.allowed_networks,
  traces: tracesOf(settings.telemetry),
  log: settings.log,
  bootstrap: bootstrapOf(settings.bootstrap),
});
