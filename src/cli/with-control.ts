import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { findConfigFile, findDataFolder } from '../config/find-config-file.ts';
import { loadConfig } from '../config/load-config.ts';
import { silentLog } from '../shared/log.ts';
import type { Secret } from '../shared/secret.ts';
import type { ClientOptions } from './client-settings.ts';
import { CliFailure, type CliContext } from './context.ts';
import { dataOf, makeControlClient, type ControlClient } from './control-client.ts';
import { explainStart } from './explain-start.ts';
import { findServer } from './find-server.ts';
import {
  findAdminKey,
  findDatabaseFile,
  prepareConfig,
  prepareDataFolder,
  refuseMissingFolder,
  secretFiles,
} from './prepare-config.ts';

/**
 * Runs a command against the control API: of the gateway that is named or runs on the data folder, else of one that is
 * started on a free loopback port for that moment (the embedded database has one reader).
 *
 * @throws {CliFailure} when there is no administrator key for a gateway that runs, or no data folder where none runs
 */
export async function withControl<Result>(
  options: ClientOptions,
  context: CliContext,
  action: (client: ControlClient) => Promise<Result>,
): Promise<Result> {
  const dataFolder = findDataFolder(options.data, context.environment);
  const origin = await findServer({ url: options.url, dataFolder }, context);
  if (origin === null) return withMomentaryServer({ options, dataFolder }, context, action);
  return action(makeControlClient(origin, await adminKey(dataFolder, context)));
}

async function adminKey(dataFolder: string, context: CliContext): Promise<Secret> {
  const secret = await findAdminKey(dataFolder, context);
  if (secret) return secret;
  throw new CliFailure(
    `There is no administrator key: DIGLOT_ADMIN_KEY is not set and ${join(dataFolder, secretFiles.admin)} does not exist. Set it as the gateway has it, or name the gateway's data folder with --data.`,
  );
}

/** An empty ledger must not be taken for the one that was meant: a mistyped folder would look like lost credits. */
function tellNewLedger(database: string, { err }: CliContext): void {
  err(
    `There was no ledger at ${database}: a new one was made. If you expected one, name the folder that the server uses with --data.\n`,
  );
}

interface Place {
  readonly options: ClientOptions;
  readonly dataFolder: string;
}

async function withMomentaryServer<Result>(
  { options, dataFolder }: Place,
  context: CliContext,
  action: (client: ControlClient) => Promise<Result>,
): Promise<Result> {
  const { environment, clock } = context;
  const file = findConfigFile(options.config, environment);
  refuseMissingFolder(dataFolder);
  prepareDataFolder(dataFolder);
  const [{ startApp }, loaded] = await Promise.all([
    import('../app.ts'),
    loadConfig({ file, environment, dataFolder }),
  ]);
  const { config } = await prepareConfig(loaded.config, dataFolder);
  if (!config.adminKey) throw new CliFailure('The gateway has no administrator key.');
  const server = { ...config.server, host: '127.0.0.1', port: 0, publicUrl: null, metrics: null };
  const database = findDatabaseFile(config);
  const isNew = database !== null && !existsSync(database);
  const app = await startApp({ config: { ...config, server }, dataFolder, clock, log: silentLog }).catch(
    (error: unknown) => {
      throw explainStart(error, config);
    },
  );
  if (isNew) tellNewLedger(database, context);
  try {
    return await action(makeControlClient(app.url, config.adminKey));
  } finally {
    await app.close(0);
  }
}

/** Flags of every command that administers a gateway. */
export interface ControlOptions extends ClientOptions {
  readonly json?: boolean;
}

/** Adds the flags of `ControlOptions`. */
export const addControlOptions = (command: Command): Command =>
  command
    .option('--url <origin>', 'origin of the gateway; default: the one that runs here')
    .option('-d, --data <folder>', 'data folder; default: .diglot')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'print the answer as JSON');

/**
 * The workspace that is meant when none is named: the only one there is.
 *
 * @param what is to be said where there are several, for example `whose key it is`
 * @throws {CliFailure} when there are several, or none
 */
export async function onlyWorkspace(client: ControlClient, what: string): Promise<string> {
  const { data } = await dataOf(client.GET('/workspaces'));
  const [only, ...others] = data.map(({ id }) => id);
  if (only !== undefined && others.length === 0) return only;
  const known =
    data.length === 0
      ? 'There is none yet: diglot workspaces create <id>.'
      : `There are: ${data.map(({ id }) => id).join(', ')}.`;
  throw new CliFailure(`Say ${what}: --workspace <id>. ${known}`);
}
