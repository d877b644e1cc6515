import { join } from 'node:path';
import { needsDemo } from '../catalog/demo-address.ts';
import type { Config } from '../config/config.ts';
import { refuseShortAdminKey } from '../config/refuse-short-admin-key.ts';
import { keepSecretFile, type KeptSecret } from '../config/secret-file.ts';
import { createKey } from '../identity/key-format.ts';
import { randomBase62 } from '../shared/ids.ts';
import { Secret } from '../shared/secret.ts';

/** Names of the files with secrets in the data folder. */
export const secretFiles = { admin: 'admin-key', demo: 'demo-key' } as const;

/** A configuration with the secrets that this machine keeps for itself. */
export interface PreparedConfig {
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
