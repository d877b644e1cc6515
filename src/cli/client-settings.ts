import { join } from 'node:path';
import type { Command } from 'commander';
import { findConfigFile, findDataFolder, readVariable } from '../config/environment.ts';
import { loadConfig } from '../config/load-config.ts';
import { readSecretFile } from '../config/secret-file.ts';
import { Secret } from '../shared/secret.ts';
import { urlHost } from '../shared/public-address.ts';
import { CliFailure, type CliContext } from './context.ts';
import { findServer } from './find-server.ts';
import { secretFiles, wholeKey } from './prepare-config.ts';
import { quoted } from './banner.ts';

/** Flags of every command that talks to a gateway. */
export interface ClientOptions {
  readonly url?: string;
  readonly data?: string;
  readonly config?: string;
}

/** Adds the flags that name the folder and the file of a gateway on this machine. */
export const addFolderOptions = (command: Command): Command =>
  command
    .option('-d, --data <folder>', 'data folder; default: .diglot')
    .option('-c, --config <file>', 'configuration file');

/** The API key to use: DIGLOT_API_KEY, else the demo key. @throws {CliFailure} if there is neither, or it is not whole */
export async function clientKey(options: ClientOptions, { environment }: CliContext): Promise<Secret> {
  const named = readVariable(environment, 'DIGLOT_API_KEY');
  if (named !== null) return wholeKey(new Secret(named), 'DIGLOT_API_KEY');
  const dataFolder = findDataFolder(options.data, environment);
  const demo = await readSecretFile(join(dataFolder, secretFiles.demo));
  if (demo) return demo;
  throw new CliFailure(
    `There is no key to use: DIGLOT_API_KEY is not set, and ${dataFolder} has no demo key. Start the gateway once (diglot serve), or create a key with diglot keys create <name> and set DIGLOT_API_KEY to it.`,
  );
}

/** The flags with which another command finds the same gateway, each after a space. */
export const sameGateway = ({ url, data, config }: ClientOptions): string =>
  Object.entries({ url, data, config })
    .map(([name, value]) => (value === undefined ? '' : ` --${name} ${quoted(value)}`))
    .join('');

const reachable = (host: string): string => {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return urlHost(host);
};

/** Origin of the gateway: as named, else of the running one, else as configured. */
export async function clientOrigin(options: ClientOptions, context: CliContext): Promise<string> {
  const { environment } = context;
  const dataFolder = findDataFolder(options.data, environment);
  const found = await findServer({ url: options.url, dataFolder }, context);
  if (found !== null) return found;
  const file = findConfigFile(options.config, environment);
  const { server } = (await loadConfig({ file, environment, dataFolder })).config;
  return server.publicUrl ?? `http://${reachable(server.host)}:${server.port}`;
}
