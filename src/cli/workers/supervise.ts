import { createServer, type AddressInfo } from 'node:net';
import { AggregatorRegistry } from 'prom-client';
import { needsDemo } from '../../catalog/provider-overrides.ts';
import { type Config, startSettings, writeSettings } from '../../config/config.ts';
import type { ConfigTexts } from '../../config/environment.ts';
import { inArea, type Log } from '../../shared/log.ts';
import { openSharedDatabase, type SharedDatabase } from '../../store/sqlite/shared-database.ts';
import { openProcessMetrics, serveMetrics, type MetricValues } from '../../telemetry/metrics.ts';
import { type CliContext, CliFailure, endWhenAsked, type ExitCode, exitCodes, sayAndLog } from '../context.ts';
import { explainStart, findDatabaseFile } from '../prepare-start.ts';
import { removeServerFile, writeServerFile } from '../find-server.ts';
import { makeWorkerPool, type PoolWorker, type WorkerPool } from './pool.ts';
import { questions, type InForce } from './worker.ts';

/** Milliseconds that a worker may take beyond its grace period, to close what it has open. */
const closingMilliseconds = 8_000;
/** Milliseconds after which the metrics of a busy worker are left out. */
const metricsMilliseconds = 2_000;

interface Supervision extends ConfigTexts {
  readonly config: Config;
  readonly count: number;
  readonly dataFolder: string;
  readonly log: Log;
  /** Id of the run. */
  readonly run: string;
}

/** The embedded database is opened once, here. @throws {CliFailure} for one in memory, which would be lost with each worker */
async function openDatabase({ config, log }: Supervision, { clock }: CliContext): Promise<SharedDatabase | null> {
  const { database } = config.storage;
  if (!database.startsWith('sqlite:')) return null;
  const path = findDatabaseFile(config);
  if (path === null) {
    throw new CliFailure('Workers cannot share a database in memory. Name a file.', exitCodes.configuration);
  }
  return openSharedDatabase(path, { clock, log: inArea(log, 'store') });
}

/** Adds up the metrics of several processes: the Prometheus text format. */
export const addMetrics = (each: readonly MetricValues[]): Promise<string> =>
  AggregatorRegistry.aggregate(each as unknown as object[]).metrics();

/** Adds up the metrics of several processes, as values that can be added to others. */
const sumMetrics = async (each: readonly MetricValues[]): Promise<MetricValues> =>
  (await AggregatorRegistry.aggregate(each as unknown as object[]).getMetricsAsJSON()) as unknown as MetricValues;

/** What a process that is gone had counted. Without it, sums would fall, which looks like a restart of all. */
const countedOf = (values: MetricValues): MetricValues =>
  values.filter(({ type }) => type === 'counter' || type === 'histogram');

const descriptorMetrics: readonly string[] = ['diglot_process_open_fds', 'diglot_process_max_fds'];

/** How full the descriptors of a process are, from 0 to 1. */
function descriptorShare(values: MetricValues): number {
  const [open = 0, most = 1] = descriptorMetrics.map(
    (name) => values.find((one) => one.name === name)?.values[0]?.value,
  );
  return open / most;
}

/** Leaves the descriptors to the process that has the fewest left: a sum hides that one has none. */
function withFullest(each: readonly MetricValues[]): readonly MetricValues[] {
  const fullest = each.toSorted((one, other) => descriptorShare(other) - descriptorShare(one))[0];
  return each.map((values) =>
    values === fullest ? values : values.filter(({ name }) => !descriptorMetrics.includes(name)),
  );
}

/**
 * Metrics of all workers and of their parent in one: sums, the descriptors of the fullest process, and what workers that are gone
 * had counted when they were asked last.
 *
 * @param ofParent reads those of this process
 */
export function makeSharedMetrics(
  pool: () => Pick<WorkerPool, 'workers' | 'replaced'>,
  ofParent: () => Promise<MetricValues> = openProcessMetrics(),
) {
  const latest = new Map<PoolWorker, MetricValues>();
  /** The sum of all that are gone, so that many restarts take no more memory than one. */
  let departed: Promise<MetricValues> = Promise.resolve([]);
  const late = () => new Promise<null>((resolve) => void setTimeout(resolve, metricsMilliseconds, null).unref());
  const valuesOf = async (worker: PoolWorker): Promise<MetricValues> => {
    const asked = worker.channel.ask(questions.metrics).catch(() => null) as Promise<MetricValues | null>;
    const values = (await Promise.race([asked, late()])) ?? latest.get(worker) ?? [];
    if (pool().workers().includes(worker)) latest.set(worker, values);
    return values;
  };
  const own = (): string => {
    const figures = [
      ['diglot_workers', 'gauge', 'Worker processes that run.', pool().workers().length],
      ['diglot_workers_replaced_total', 'counter', 'Worker processes that ended and were replaced.', pool().replaced()],
    ] as const;
    return figures
      .map(([name, type, help, value]) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name} ${value}\n`)
      .join('');
  };
  return {
    text: async () => {
      const asked = pool().workers();
      const values = await Promise.all(asked.map(valuesOf));
      // What a worker counted that ended meanwhile is among the departed.
      const there = pool().workers();
      const gone = departed;
      const running = values.filter((_, index) => there.some((worker) => worker === asked[index]));
      return `${await addMetrics(withFullest([...running, await gone, await ofParent()]))}${own()}`;
    },
    /** Whether any worker answers, if only that it has no figures yet. True while there is none: the next ones start, or all ends. */
    isAlive: async (): Promise<boolean> => {
      const asked = pool()
        .workers()
        .map(({ channel }) =>
          channel.ask(questions.metrics).then(
            () => true,
            () => true,
          ),
        );
      return asked.length === 0 || (await Promise.race([...asked, late()])) !== null;
    },
    leave: (worker: PoolWorker): void => {
      const counted = countedOf(latest.get(worker) ?? []);
      latest.delete(worker);
      departed = departed.then((sum) => sumMetrics([sum, counted]).catch(() => sum));
    },
  };
}

interface Shared {
  readonly port: number;
  readonly database: SharedDatabase | null;
  readonly demo: { readonly url: string; readonly close: () => Promise<void> } | null;
  readonly metricsServer: { readonly url: string; readonly close: () => Promise<void> } | null;
}

/** What all workers use: the database, the demo provider and the place of the metrics. */
async function openShared(
  supervision: Supervision,
  metrics: Parameters<typeof serveMetrics>[0],
  context: CliContext,
): Promise<Shared> {
  const { config } = supervision;
  const place = config.server.metrics;
  try {
    const database = await openDatabase(supervision, context);
    const metricsServer = place && (await serveMetrics(metrics, place));
    const demo = needsDemo(config.catalog) ? await (await import('../../demo/start-demo.ts')).startDemo() : null;
    return { port: await portOf(config), database, demo, metricsServer };
  } catch (error) {
    throw explainStart(error, config);
  }
}

/** The port for all workers, which no other program listens on: chosen once if the system is to choose, so that later ones find it too. */
async function portOf({ server: { host, port } }: Config): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen({ host, port }, resolve);
  });
  const { port: free } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return free;
}

/** How many workers serve, for people. */
const workersOf = (ready: number, count: number): string =>
  ready === count ? `${count} workers` : `${ready} of ${count} workers`;

/** Runs a gateway as several processes on one port, of which this one serves no calls. */
export async function supervise(supervision: Supervision, context: CliContext): Promise<ExitCode> {
  const { config, text, files, count, dataFolder, run } = supervision;
  const log = inArea(supervision.log, 'process');
  const { clock, terminal, uptime } = context;
  const metrics = makeSharedMetrics(() => pool);
  const { port, database, demo, metricsServer } = await openShared(supervision, metrics, context);
  // A worker that is replaced later has the configuration of the others, whatever the files have become.
  let inForce: InForce = { text, files, adminKey: null };
  const urls = { metricsUrl: metricsServer?.url ?? null, demoUrl: demo?.url ?? null };
  const facts = {
    run,
    port,
    ...urls,
    hasDatabase: database !== null,
    startSettings: writeSettings(startSettings(config)),
  };
  const pool = makeWorkerPool({
    count,
    clock,
    log,
    joinsOutput: !terminal,
    factsOf: (place, isFirst) => ({ place, isFirst, inForce, ...facts }),
    serve: (worker) => {
      const leave = database?.serve(worker.channel);
      return () => {
        leave?.();
        metrics.leave(worker);
      };
    },
    listening: (url) => writeServerFile(dataFolder, { url, pid: process.pid, run }),
    configured: (next) => void (inForce = next),
  });
  context.onHangup(pool.reread);
  const { delayMilliseconds, graceMilliseconds } = config.server.shutdown;
  const close = async (grace = delayMilliseconds + graceMilliseconds): Promise<void> => {
    await pool.stop(grace + closingMilliseconds);
    // All of it ends, even if a step fails, from the last to the first: nothing else keeps the database open.
    await using rest = new AsyncDisposableStack();
    const steps = [() => demo?.close(), () => metricsServer?.close(), () => removeServerFile(dataFolder, run)];
    for (const end of [...steps, () => database?.close()]) rest.defer(end);
  };
  const failing = new AbortController();
  const failed = pool.failed.then((code) => {
    failing.abort();
    return code === exitCodes.configuration ? exitCodes.configuration : exitCodes.failed;
  });
  const ready = await Promise.race([pool.start(), failed.then(() => null)]);
  if (ready !== null)
    sayAndLog(context, log, `Ready in ${(uptime() / 1_000).toFixed(1)} s, with ${workersOf(ready, count)}.`);
  const ended = await endWhenAsked(close, log, { ...context, stop: AbortSignal.any([context.stop, failing.signal]) });
  return failing.signal.aborted ? failed : ended;
}
