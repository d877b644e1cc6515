import type { App } from '../../app.ts';
import { needsDemo } from '../../catalog/demo-address.ts';
import type { Config } from '../../config/config.ts';
import { findConfigFile, findDataFolder } from '../../config/environment.ts';
import { loadConfig, type ConfigSources } from '../../config/load-config.ts';
import { ConfigError, formatProblem } from '../../config/problems.ts';
import { watchConfig } from '../../config/watch-config.ts';
import type { Log } from '../../shared/log.ts';
import { bannerLines, programVersion } from '../banner.ts';
import { CliFailure, exitCodes, type CliContext, type DefineCommand, type ExitCode } from '../context.ts';
import { endWhenAsked, type End } from '../stop-signals.ts';
import { explainStart } from '../explain-start.ts';
import { isAlive, readServerFile, removeServerFile, writeServerFile } from '../find-server.ts';
import { prepareConfig, prepareDataFolder } from '../prepare-config.ts';

interface ServeOptions {
  readonly config?: string;
  readonly port?: string;
  readonly metricsPort?: string;
  readonly host?: string;
  readonly data?: string;
  readonly workers?: string;
}

/** SQLite allows only one process: two would overwrite each other's work. */
function refuseWorkers(workers = '1'): void {
  if (workers === '1') return;
  throw new CliFailure(
    `--workers ${workers} is not possible, because the embedded SQLite database has only one writer. Omit --workers.`,
    exitCodes.configuration,
  );
}

async function refuseSecond(dataFolder: string): Promise<void> {
  const running = await readServerFile(dataFolder);
  if (!running || !(await isAlive(running.url))) return;
  throw new CliFailure(
    `A gateway is already running on ${dataFolder}: ${running.url} (process ${running.pid}). Stop it, or choose another folder with --data.`,
  );
}

interface StartOptions {
  readonly sources: ConfigSources;
  readonly dataFolder: string;
  readonly log: Log;
}

interface Followed {
  readonly app: App;
  readonly initial: Config;
}

/** The demo can be started only together with the gateway. */
function refuseDemo(next: Config, initial: Config, place: string): void {
  if (!needsDemo(next.catalog) || needsDemo(initial.catalog)) return;
  const message = 'the file now uses the built-in demo, which is not running. Restart to start it';
  throw new ConfigError([{ place, path: 'providers', message, suggestion: null }]);
}

/** Applies every valid change of the configuration file; null if there is no file. */
function followFile({ app, initial }: Followed, { sources, dataFolder, log }: StartOptions, { clock }: CliContext) {
  const { file } = sources;
  if (file === null) return null;
  return watchConfig({
    file,
    initial,
    load: async ({ catalog }) => {
      const loaded = await loadConfig({ ...sources, running: catalog, now: clock.now() });
      refuseDemo(loaded.config, initial, file);
      return loaded;
    },
    apply: async (next) => app.reload((await prepareConfig(next, dataFolder)).config),
    clock,
    log,
  });
}

/** Starts the application and follows the configuration file. The returned function stops both. */
async function start({ sources, dataFolder, log }: StartOptions, context: CliContext): Promise<End> {
  const [{ startApp }, loaded] = await Promise.all([import('../../app.ts'), loadConfig(sources)]);
  const { config, demoKey, newAdminKey } = await prepareConfig(loaded.config, dataFolder);
  const { clock } = context;
  const app = await startApp({ config, dataFolder, clock, log, warmsFirst: true }).catch((error: unknown) => {
    throw explainStart(error, config);
  });
  await writeServerFile(dataFolder, { url: app.url, pid: process.pid });
  const facts = {
    version: programVersion(),
    url: app.url,
    metricsUrl: app.metricsUrl,
    dataFolder,
    config,
    demoKey,
    newAdminKey,
    program: context.program,
    workspaces: app.services.store.keys.listWorkspaces().map(({ id }) => id),
  };
  const lines = bannerLines({
    ...facts,
    configFile: sources.file,
    notices: loaded.notices.map(formatProblem),
    terminal: context.terminal,
  });
  context.out(`${lines.join('\n')}\n`);
  const end: End = async (graceMilliseconds) => {
    await app.close(graceMilliseconds);
    await removeServerFile(dataFolder, process.pid);
  };
  await app.warming.warm().catch(async (error: unknown) => {
    await end(0);
    throw error;
  });
  context.out(`Ready in ${(context.uptime() / 1_000).toFixed(1)} s.\n`);
  void app.warming.warmMore().catch((error: unknown) => {
    log.error('An operation could not be made ready.', {}, error);
  });
  const watcher = followFile({ app, initial: config }, { sources, dataFolder, log }, context);
  return async (graceMilliseconds) => {
    watcher?.close();
    await watcher?.settled();
    await end(graceMilliseconds);
  };
}

async function serve(options: ServeOptions, context: CliContext): Promise<ExitCode> {
  refuseWorkers(options.workers);
  const { environment } = context;
  const dataFolder = findDataFolder(options.data, environment);
  const file = findConfigFile(options.config, environment);
  await refuseSecond(dataFolder);
  const log = await context.openLog();
  prepareDataFolder(dataFolder);
  const flags = {
    'server.port': options.port,
    'server.metrics.port': options.metricsPort,
    'server.host': options.host,
  };
  const end = await start(
    { sources: { file, flags, environment, dataFolder, now: context.clock.now() }, dataFolder, log },
    context,
  );
  return endWhenAsked(end, log, context);
}

/** `diglot serve` */
export const defineServe: DefineCommand = (command, context, run) => {
  command
    .option('-c, --config <file>', 'configuration file; default: diglot.yaml, if it exists')
    .option('-p, --port <port>', 'port to listen on; default: 8585')
    .option('--metrics-port <port>', 'port of /metrics; default: 8586')
    .option('--host <host>', 'address to listen on; default: 127.0.0.1')
    .option('-d, --data <folder>', 'data folder; default: .diglot')
    .option('--workers <number>', 'number of processes; must be 1 with the embedded database')
    .action(run((options: ServeOptions) => serve(options, context)));
};
