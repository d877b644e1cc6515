import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { needsDemo } from '../catalog/provider-overrides.ts';
import type { Config } from '../config/config.ts';
import { readVariable } from '../config/environment.ts';
import {
  ensureSecretFile,
  isSendable,
  readSecretFile,
  refuseAdminKey,
  type StoredSecret,
} from '../config/secret-file.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { createKey } from '../identity/key-format.ts';
import { randomBase62 } from '../shared/ids.ts';
import { FolderError, makeFolder } from '../shared/make-folder.ts';
import { Secret } from '../shared/secret.ts';
import { type CliContext, CliFailure, exitCodes } from './context.ts';

/** Files with secrets in the data folder. */
export const secretFiles = { admin: 'admin-key', demo: 'demo-key' } as const;

/** A configuration with the secrets of the data folder. */
interface PreparedConfig {
  readonly config: Config;
  /** The key of the demo workspace; null without the demo. */
  readonly demoKey: Secret | null;
  /** The administrator key if it was created now and must be shown, else null. */
  readonly newAdminKey: Secret | null;
}

/** The workspace that a gateway with the demo has at first. */
export const demoWorkspace = 'demo';

/** A new administrator key. The prefix distinguishes them from API keys. */
export const createAdminKey = (): Secret => new Secret(`dg-admin-${randomBase62(40)}`);

/** The administrator key: the configured one, else the one in the data folder. */
async function ensureAdminKey({ adminKey }: Config, dataFolder: string): Promise<StoredSecret> {
  if (adminKey) return { secret: adminKey, created: false };
  const file = join(dataFolder, secretFiles.admin);
  const stored = await ensureSecretFile(file, createAdminKey);
  refuseAdminKey(stored.secret, file);
  return stored;
}

/**
 * Adds the administrator key and the key of the demo, which are created once and stored in the data folder.
 *
 * @throws {ConfigError} if the stored administrator key is too short
 */
export async function prepareConfig(config: Config, dataFolder: string): Promise<PreparedConfig> {
  const admin = await ensureAdminKey(config, dataFolder);
  const { bootstrap } = config;
  const hasDemo = needsDemo(config.catalog) && bootstrap.workspaces.some(({ id }) => id === demoWorkspace);
  const demo = hasDemo ? await ensureSecretFile(join(dataFolder, secretFiles.demo), () => createKey()) : null;
  const keys = demo
    ? [{ workspace: demoWorkspace, name: 'demo', secret: demo.secret }, ...bootstrap.keys]
    : bootstrap.keys;
  return {
    config: { ...config, adminKey: admin.secret, bootstrap: { ...bootstrap, keys } },
    demoKey: demo?.secret ?? null,
    newAdminKey: admin.created ? admin.secret : null,
  };
}

const refused = (clause: string): CliFailure =>
  new CliFailure(`The data folder cannot be used: ${clause}. Name another one with --data or DIGLOT_DATA.`);

/**
 * Creates the data folder if it does not exist.
 *
 * @throws {CliFailure} if it cannot be created or written
 */
export function prepareDataFolder(dataFolder: string): void {
  try {
    makeFolder(dataFolder);
    accessSync(dataFolder, constants.W_OK | constants.X_OK);
  } catch (error) {
    if (error instanceof FolderError) throw refused(error.message);
    throw refused(`${dataFolder} cannot be written (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
  }
}

/**
 * Refuses to administer a data folder that does not exist, because a mistyped folder would get a new ledger.
 *
 * @throws {CliFailure} if there is no data folder
 */
export function refuseMissingFolder(dataFolder: string): void {
  if (existsSync(dataFolder)) return;
  throw new CliFailure(
    `There is no data folder at ${dataFolder}. Name the folder of the server with --data, or start one there: diglot serve --data ${dataFolder}.`,
  );
}

/**
 * A key of a variable or a file.
 *
 * @throws {CliFailure} without the key, if no request can carry it: it was copied with what stood around it, or shortened
 */
export function wholeKey(key: Secret, source: string): Secret {
  const plain = new Secret(key.reveal().trim());
  if (isSendable(plain)) return plain;
  throw new CliFailure(
    `${source} holds no key: it has a line break, or a character such as "…" that no key has. Copy the whole key, and nothing else.`,
    exitCodes.denied,
  );
}

/** The administrator key: DIGLOT_ADMIN_KEY, else the one in the data folder, else null. @throws {CliFailure} as `wholeKey` */
export async function findAdminKey(
  dataFolder: string,
  { environment }: Pick<CliContext, 'environment'>,
): Promise<Secret | null> {
  const named = readVariable(environment, 'DIGLOT_ADMIN_KEY');
  if (named !== null) return wholeKey(new Secret(named), 'DIGLOT_ADMIN_KEY');
  const file = join(dataFolder, secretFiles.admin);
  const stored = await readSecretFile(file);
  return stored && wholeKey(stored, file);
}

/** The file of the embedded database; null for another database, or one in memory. */
export function findDatabaseFile({ storage }: Config): string | null {
  const [, path] = /^sqlite:(.+)$/.exec(storage.database) ?? [];
  return path === undefined || path === ':memory:' ? null : path;
}

/** Removes the password from an address, which need not be well-formed. */
export const withoutPassword = (address: string): string =>
  address.replace(/^(\w+:\/\/[^:/@]*|[^:/@]*):(?!\/\/).*@/, '$1:…@').replaceAll(/([?&]password=)[^&]*/gi, '$1…');

/** Explains why the application did not start. Unexpected errors are returned unchanged. */
export function explainStart(error: unknown, { server }: Config): unknown {
  if (!(error instanceof Error)) return error;
  // Bootstrap rows that match the schema but conflict with stored data, for example a secret of another workspace.
  // A database that is away just then is no fault of theirs.
  if (error instanceof GatewayError)
    return error.code === 'overloaded' ? error : new CliFailure(`bootstrap: ${error.message}`, exitCodes.configuration);
  const code = 'code' in error ? error.code : null;
  const place = 'port' in error && typeof error.port === 'number' ? error.port : server.port;
  if (code === 'EADDRINUSE') {
    const metrics = place === server.metrics?.port && place !== server.port;
    const remedy = metrics
      ? '--metrics-port, for example diglot serve --metrics-port 8601'
      : '--port, for example diglot serve --port 8600';
    return new CliFailure(`Port ${place} on ${server.host} is already in use. Choose another port with ${remedy}.`);
  }
  if (code === 'EACCES') return new CliFailure(`This user may not listen on port ${place}. Choose a port above 1023.`);
  if (code === 'EADDRNOTAVAIL')
    return new CliFailure(
      `No network interface of this machine has the address ${'address' in error ? String(error.address) : server.host}.`,
    );
  const host = 'hostname' in error && typeof error.hostname === 'string' ? error.hostname : null;
  // A start looks up other names too, but listens only on these two.
  if (host !== null && (host === server.host || host === server.metrics?.host)) {
    const remedy = host === server.host ? '--host' : 'server.metrics.host or DIGLOT_METRICS_HOST';
    return new CliFailure(
      `${host} is not an address and cannot be resolved (${String(code)}). Set an address of this machine with ${remedy}, for example 127.0.0.1, or 0.0.0.0 for all.`,
    );
  }
  return error;
}
