import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { needsDemo } from '../catalog/demo-address.ts';
import type { Config } from '../config/config.ts';
import { readVariable } from '../config/environment.ts';
import { keepSecretFile, readSecretFile, refuseShortAdminKey, type KeptSecret } from '../config/secret-file.ts';
import { createKey } from '../identity/key-format.ts';
import { randomBase62 } from '../shared/ids.ts';
import { FolderError, makeFolder } from '../shared/make-folder.ts';
import { Secret } from '../shared/secret.ts';
import { CliFailure, type CliContext } from './context.ts';

/** Names of the files with secrets in the data folder. */
export const secretFiles = { admin: 'admin-key', demo: 'demo-key' } as const;

/** A configuration with the secrets that this machine keeps for itself. */
interface PreparedConfig {
  readonly config: Config;
  /** The key of the demo workspace; null where there is no demo. */
  readonly demoKey: Secret | null;
  /** The administration key, where it was made at this start and so has to be told. */
  readonly newAdminKey: Secret | null;
}

const demoWorkspace = 'demo';

/** Nothing issued to callers begins like this, so the two cannot be mistaken for each other. */
const createAdminKey = (): Secret => new Secret(`dg-admin-${randomBase62(40)}`);

/** The administration key: the one that was named, else the one kept in the data folder. */
async function keepAdminKey({ adminKey }: Config, dataFolder: string): Promise<KeptSecret> {
  if (adminKey) return { secret: adminKey, created: false };
  const file = join(dataFolder, secretFiles.admin);
  const kept = await keepSecretFile(file, createAdminKey);
  refuseShortAdminKey(kept.secret, file);
  return kept;
}

/**
 * Adds the administration key and, where the demo is served, its key: both made once and kept in the data folder.
 *
 * @throws {ConfigError} when the administration key there is too short
 */
export async function prepareConfig(config: Config, dataFolder: string): Promise<PreparedConfig> {
  const admin = await keepAdminKey(config, dataFolder);
  const { bootstrap } = config;
  const hasDemo = needsDemo(config.catalog) && bootstrap.workspaces.some(({ id }) => id === demoWorkspace);
  const demo = hasDemo ? await keepSecretFile(join(dataFolder, secretFiles.demo), () => createKey()) : null;
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
 * Makes the data folder where there is none.
 *
 * @throws {CliFailure} when it cannot be made or written to
 */
export function prepareDataFolder(dataFolder: string): void {
  try {
    makeFolder(dataFolder);
    accessSync(dataFolder, constants.W_OK | constants.X_OK);
  } catch (error) {
    if (error instanceof FolderError) throw refused(error.message);
    throw refused(`${dataFolder} cannot be written to (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
  }
}

/**
 * Administration acts on a ledger that is there. A mistyped folder would get a new one, and a grant in it would be lost.
 *
 * @throws {CliFailure} when there is no data folder
 */
export function refuseMissingFolder(dataFolder: string): void {
  if (existsSync(dataFolder)) return;
  throw new CliFailure(
    `There is no data folder at ${dataFolder}. Name the folder that the server uses with --data, or start one there: diglot serve --data ${dataFolder}.`,
  );
}

/** The administration key: DIGLOT_ADMIN_KEY, else the one kept in the data folder; null when there is neither. */
export async function findAdminKey(
  dataFolder: string,
  { environment }: Pick<CliContext, 'environment'>,
): Promise<Secret | null> {
  const named = readVariable(environment, 'DIGLOT_ADMIN_KEY');
  return named === null ? readSecretFile(join(dataFolder, secretFiles.admin)) : new Secret(named);
}

/** The file of the embedded database; null where the configuration names another kind, or one in memory. */
export function findDatabaseFile({ storage }: Config): string | null {
  const [, path] = /^sqlite:(.+)$/.exec(storage.database) ?? [];
  return path === undefined || path === ':memory:' ? null : path;
}
