import cluster from 'node:cluster';
import type { App, AppOptions } from '../../app.ts';
import { needsDemo } from '../../catalog/provider-overrides.ts';
import { type Config, withStartSettings } from '../../config/config.ts';
import { findConfigFile, findDataFolder, usualFile, type ConfigTexts } from '../../config/environment.ts';
import { loadConfig, type ConfigSources } from '../../config/load-config.ts';
import { ConfigError, formatProblem } from '../../config/problems.ts';
import { watchConfig } from '../../config/watch-config.ts';
import { hashKey } from '../../identity/key-format.ts';
import { newId } from '../../shared/ids.ts';
import { inArea, withFields, type Log, type LogLevels } from '../../shared/log.ts';
import { programVersion } from '../../shared/program-version.ts';
import { Secret } from '../../shared/secret.ts';
import { bannerLines, type BannerFacts } from '../banner.ts';
import {
  type CliContext,
  CliFailure,
  type DefineCommand,
  type End,
  endWhenAsked,
  type ExitCode,
  exitCodes,
  say,
  sayAndLog,
} from '../context.ts';
import { explainStart, prepareConfig, prepareDataFolder } from '../prepare-start.ts';
import { findRunning, removeServerFile, writeServerFile } from '../find-server.ts';
import type { Worker } from '../workers/worker.ts';

interface ServeOptions {
  readonly config?: string;
  readonly port?: string;
  readonly metricsPort?: string;
  readonly host?: string;
  readonly data?: string;
  readonly workers?: string;
}

/** @throws {CliFailure} unless it is a number of processes that can be started */
function workersOf(flag: string | undefined, { server }: Config): number {
  if (flag === undefined) return server.workers ?? 1;
  const count = Number(flag);
  if (Number.isInteger(count) && count >= 1 && count <= 64) return count;
  throw new CliFailure(
    `--workers must be a whole number from 1 to 64; you wrote ${JSON.stringify(flag)}.`,
    exitCodes.configuration,
  );
}

async function refuseSecond(dataFolder: string): Promise<void> {
  const running = await findRunning(dataFolder);
  if (!running) return;
  throw new CliFailure(
    `A gateway is already running on ${dataFolder}: ${running.url} (process ${running.pid}). Stop it, or choose another folder with --data.`,
  );
}

interface StartOptions {
  readonly sources: ConfigSources;
  readonly loaded: Loaded;
  readonly dataFolder: string;
  readonly log: Log;
  /** Puts levels of the log in force. */
  readonly useLevels: (levels: LogLevels) => void;
  /** Null: this process is the whole gateway. */
  readonly worker: Worker | null;
  /** Id of the run: that of all its workers. */
  readonly run: string;
}

type Loaded = Awaited<ReturnType<typeof loadConfig>>;

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

/** Reports to the parent of this worker, if it is one, what the next one needs to have this configuration. */
async function reportInForce(worker: Worker | null, { text, files }: ConfigTexts, { adminKey }: Config): Promise<void> {
  await worker?.configured({ text, files, adminKey: adminKey?.reveal() ?? null }).catch(() => undefined);
}

/** Applies every valid change of the configuration file, which may be created later, and reads it again when asked. */
function followFile(
  { app, initial }: Followed,
  { sources, loaded: { text }, dataFolder, log, useLevels, worker }: StartOptions,
  { clock }: CliContext,
) {
  const path = sources.file ?? usualFile;
  const { keys } = app.services.store;
  const holderOf = (secret: string): string | null => keys.find(hashKey(secret))?.workspaceId ?? null;
  return watchConfig({
    file: path,
    initial,
    text,
    load: async ({ catalog }) => {
      const file = sources.file ?? findConfigFile(undefined, sources.environment);
      const inForce = { running: catalog, now: clock.now(), holderOf };
      const loaded = await loadConfig({ ...sources, file, known: undefined, ...inForce });
      refuseDemo(loaded.config, initial, path);
      return loaded;
    },
    apply: async (next) => {
      const { config } = await prepareConfig(next.config, dataFolder);
      await app.reload(config);
      useLevels(config.log);
      await reportInForce(worker, next, config);
    },
    noteRefusal: app.noteRefusal,
    clock,
    log: inArea(log, 'config'),
  });
}

/** Registers the gateway and prints the banner; of several workers the first one does, with what the parent knows. */
async function announce(
  app: App,
  facts: Omit<BannerFacts, 'url' | 'metricsUrl' | 'loginUrl' | 'workspaces'>,
  options: StartOptions,
) {
  const { worker, dataFolder } = options;
  if (worker) await worker.listening(app.url);
  else await writeServerFile(dataFolder, { url: app.url, pid: process.pid, run: options.run });
  if (worker && !worker.facts.isFirst) return [];
  return bannerLines({
    ...facts,
    url: app.url,
    metricsUrl: worker ? worker.facts.metricsUrl : app.metricsUrl,
    loginUrl: await app.firstLoginUrl(),
    workspaces: app.services.store.keys.listWorkspaces(),
  });
}

/** All workers listen on the port that their parent names, also if the system chose it. */
const placed = (config: Config, worker: Worker | null): Config =>
  worker ? { ...config, server: { ...config.server, port: worker.facts.port } } : config;

/** A worker that is replaced later keeps to the start of the others, whose storage and keys it shares. */
function asStarted(loaded: Loaded, worker: Worker | null): Loaded {
  if (!worker) return loaded;
  const { adminKey } = worker.facts.inForce;
  const config = withStartSettings(loaded.config, worker.startSettings);
  return { ...loaded, config: { ...config, ...(adminKey !== null && { adminKey: new Secret(adminKey) }) } };
}

/**
 * Refuses prices that were changed while nothing ran, as they are while it runs, each with its line. A worker that is not the first
 * has the configuration of the first, which is in force.
 */
function priceCheck({ sources, loaded, worker }: StartOptions): Pick<AppOptions, 'checkPrices'> {
  if (worker && !worker.facts.isFirst) return {};
  const { text, files } = loaded;
  const checkPrices: AppOptions['checkPrices'] = async (running, now) => {
    await loadConfig({ ...sources, known: { text, files }, running, now });
  };
  return { checkPrices };
}

/** Starts the application and follows the configuration file. The returned function stops both. */
async function start(options: StartOptions, context: CliContext): Promise<End> {
  const { sources, loaded, dataFolder, log, worker, run } = options;
  // One that is asked for during the start follows it.
  const reread = Promise.withResolvers<() => void>();
  (worker ?? { onReread: context.onHangup }).onReread(() => void reread.promise.then((read) => read()));
  const { startApp } = await import('../../app.ts');
  const { config: prepared, demoKey, newAdminKey } = await prepareConfig(loaded.config, dataFolder);
  if (worker?.facts.inForce.adminKey === null) await reportInForce(worker, loaded, prepared);
  const config = placed(prepared, worker);
  const { clock, program, terminal } = context;
  const more = { ...priceCheck(options), ...(worker && { parent: worker.parent }) };
  const app = await startApp({ config, dataFolder, clock, log, run, warmsFirst: true, ...more }).catch(
    (error: unknown) => {
      throw explainStart(error, config);
    },
  );
  if (app.metrics) worker?.giveMetrics(app.metrics.values);
  const notices = loaded.notices.map(formatProblem);
  const facts = { version: programVersion(), dataFolder, config, demoKey, newAdminKey, program, notices, terminal };
  const lines = await announce(app, { ...facts, configFile: sources.file }, options).catch(async (error: unknown) => {
    await app.close(0);
    throw error;
  });
  if (lines.length > 0) say(context, `${lines.join('\n')}\n`);
  if (lines.length > 0 && !terminal) for (const notice of notices) inArea(log, 'config').info(notice);
  const end: End = async (graceMilliseconds) => {
    try {
      await app.close(graceMilliseconds);
    } finally {
      if (!worker) await removeServerFile(dataFolder, run);
    }
  };
  await app.warming.warm().catch(async (error: unknown) => {
    await end(0);
    throw error;
  });
  if (worker) await worker.ready();
  else sayAndLog(context, inArea(log, 'process'), `Ready in ${(context.uptime() / 1_000).toFixed(1)} s.`);
  void app.warming.warmMore().catch((error: unknown) => {
    inArea(log, 'process').error('An operation could not be prepared.', {}, error);
  });
  const watcher = followFile({ app, initial: prepared }, options, context);
  reread.resolve(watcher.reread);
  return async (graceMilliseconds) => {
    watcher.close();
    await watcher.settled();
    await end(graceMilliseconds);
  };
}

/** One of several workers: it ends when its parent says so, whatever signals come. */
async function serveAsWorker(options: StartOptions, worker: Worker, context: CliContext): Promise<ExitCode> {
  const log = withFields(options.log, { worker: worker.facts.place });
  const end = await start({ ...options, log, worker }, context);
  return endWhenAsked(end, inArea(log, 'process'), { ...context, stop: worker.stop });
}

async function serve(given: ServeOptions, context: CliContext): Promise<ExitCode> {
  const { environment, clock } = context;
  const dataFolder = findDataFolder(given.data, environment);
  const file = findConfigFile(given.config, environment);
  const flags = {
    'server.port': given.port,
    'server.metrics.port': given.metricsPort,
    'server.host': given.host,
  };
  // It takes longer than all that comes before it is needed. A parent of workers never needs it.
  if (cluster.isWorker || given.workers === undefined) import('../../app.ts').catch(() => undefined);
  const worker = cluster.isWorker ? await (await import('../workers/worker.ts')).joinParent() : null;
  // What is in force, even if files have changed since and the change was refused.
  const known = worker?.facts.inForce;
  const sources = { file, known, flags, environment, dataFolder, now: clock.now() };
  if (!worker) await refuseSecond(dataFolder);
  const loaded = asStarted(await loadConfig(sources), worker);
  prepareDataFolder(dataFolder);
  const { config } = loaded;
  let levels = config.log;
  const log = await context.openLog(() => levels);
  const useLevels = (next: LogLevels): void => void (levels = next);
  const run = worker?.facts.run ?? newId('run');
  const options = { sources, loaded, dataFolder, log, useLevels, worker, run };
  if (worker) {
    // The parent passes on what it receives itself.
    context.onHangup(() => undefined);
    return serveAsWorker(options, worker, context);
  }
  const count = workersOf(given.workers, config);
  if (count > 1)
    return (await import('../workers/supervise.ts')).supervise({ ...loaded, count, dataFolder, log, run }, context);
  return endWhenAsked(await start(options, context), inArea(log, 'process'), context);
}

/** `diglot serve` */
export const defineServe: DefineCommand = (command, context, run) => {
  command
    .option('-c, --config <file>', 'configuration file; default: diglot.yaml, if it exists')
    .option('-p, --port <port>', 'port to listen on; default: 8585')
    .option('--metrics-port <port>', 'port of /metrics; default: 8586')
    .option('--host <host>', 'address to listen on; default: 127.0.0.1')
    .option('-d, --data <folder>', 'data folder; default: .diglot')
    .option('--workers <number>', 'number of processes that share the port; default: 1')
    .action(run((options: ServeOptions) => serve(options, context)));
};
