import cluster, { type Worker as Process } from 'node:cluster';
import type { Writable } from 'node:stream';
import type { Log } from '../../shared/log.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { type Channel, lineTo, makeChannel } from '../../store/shared/hub.ts';
import { mostPending } from '../../telemetry/log.ts';
import { type InForce, questions, type WorkerFacts } from './worker.ts';

/** A worker, as its parent sees it. */
export interface PoolWorker {
  readonly place: number;
  readonly channel: Channel;
}

export interface WorkerPool {
  /**
   * Starts the first worker, and when it is ready all others. Resolves when those are ready or have ended, with how many serve calls;
   * null: see `failed`.
   */
  readonly start: () => Promise<number | null>;
  readonly workers: () => readonly PoolWorker[];
  /** Asks all workers to read the configuration again; those that are starting follow when they are ready. */
  readonly reread: () => void;
  /** How many were replaced. */
  readonly replaced: () => number;
  /** Resolves when all have ended by themselves or were killed after the time. */
  readonly stop: (milliseconds: number) => Promise<void>;
  /** Resolves with the exit code when the workers cannot go on: the first one did not start, or too many died. */
  readonly failed: Promise<number>;
}

interface PoolParts {
  readonly count: number;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether output of workers goes through this process, line by line. */
  readonly joinsOutput: boolean;
  readonly factsOf: (place: number, isFirst: boolean) => WorkerFacts;
  /** Serves a new worker over its channel; the returned function is called when it is gone. */
  readonly serve: (worker: PoolWorker) => () => void;
  readonly listening: (url: string) => Promise<void>;
  /** A worker has put this in force. */
  readonly configured: (inForce: InForce) => void;
}

/** Passes whole lines on, so that those of several processes do not mix. Lines are dropped while too many wait. */
export function joinLines(from: NodeJS.ReadableStream | null, to: Writable): void {
  let rest: Buffer = Buffer.alloc(0);
  from?.on('data', (chunk: Buffer) => {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const end = bytes.lastIndexOf(10) + 1;
    if (end > 0 && to.writableLength < mostPending) to.write(bytes.subarray(0, end));
    rest = bytes.subarray(end);
  });
  from?.on('end', () => {
    if (rest.length > 0) to.write(rest);
  });
}

/** Forks this program once more, with a channel to it. */
function forkProcess(joinsOutput: boolean): { readonly child: Process; readonly channel: Channel } {
  const child = cluster.fork();
  if (joinsOutput) {
    joinLines(child.process.stdout, process.stdout);
    joinLines(child.process.stderr, process.stderr);
  }
  // A message may be on its way to a worker that is going.
  child.on('error', () => undefined);
  return { child, channel: makeChannel(lineTo(child.process)) };
}

const askToReread = ({ channel }: PoolWorker): void => void channel.ask(questions.reread).catch(() => undefined);

/** Which workers serve calls, and which are to read the configuration again when they do. */
function makeReadiness() {
  const ready = new Set<PoolWorker>();
  const late = new Set<PoolWorker>();
  return {
    add: (worker: PoolWorker): void => {
      ready.add(worker);
      if (late.delete(worker)) askToReread(worker);
    },
    /** @returns whether it has served */
    delete: (worker: PoolWorker): boolean => {
      late.delete(worker);
      return ready.delete(worker);
    },
    count: (): number => ready.size,
    reread: (workers: Iterable<PoolWorker>): void => {
      for (const worker of workers) {
        if (ready.has(worker)) askToReread(worker);
        else late.add(worker);
      }
    },
  };
}

type EndedWorker = Death & { readonly reason: string };

/** Has the next worker started after the pause that is due, or gives up. */
function makeReplacer(
  { clock, log }: Pick<PoolParts, 'clock' | 'log'>,
  { again, giveUp }: { readonly again: (place: number) => void; readonly giveUp: () => void },
): (ended: EndedWorker) => void {
  const restarts = makeRestarts(clock);
  return (ended) => {
    const { place, wasReady, reason } = ended;
    const pause = restarts.after(ended);
    const next = pause === null ? {} : { nextAttemptSeconds: pause / 1_000 };
    if (wasReady) log.error('a worker ended and is replaced', { worker: place, reason });
    else log.error('a worker did not start', { worker: place, reason, ...next });
    if (pause === null) return giveUp();
    if (pause === 0) return again(place);
    // It keeps this process alive, in which nothing else may be going on then.
    setTimeout(() => again(place), pause);
  };
}

/** Serves a new worker; the returned function is called when it is gone. */
function serveWorker(worker: PoolWorker, isFirst: boolean, parts: PoolParts): () => void {
  const { place, channel } = worker;
  const leave = parts.serve(worker);
  channel.handle(questions.start, () => parts.factsOf(place, isFirst));
  channel.handle(questions.listening, (url: string) => (isFirst ? parts.listening(url) : undefined));
  channel.handle(questions.configured, parts.configured);
  return () => {
    channel.end();
    leave();
  };
}

function prepareCluster(joinsOutput: boolean): void {
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ serialization: 'advanced', silent: joinsOutput });
}

/** Asks all to end, and kills those that have not after the time. The returned function takes that back. */
function stopAll(running: ReadonlyMap<Process, PoolWorker>, milliseconds: number): () => void {
  for (const { channel } of running.values()) channel.ask(questions.stop).catch(() => undefined);
  const late = setTimeout(() => {
    for (const child of running.keys()) child.process.kill('SIGKILL');
  }, milliseconds);
  return () => clearTimeout(late);
}

/**
 * Starts workers on one port. They accept connections themselves: one that this process had handed to a worker in the moment
 * in which that is killed would be lost, and never closed.
 */
export function makeWorkerPool(parts: PoolParts): WorkerPool {
  const { count, joinsOutput } = parts;
  const running = new Map<Process, PoolWorker>();
  const failed = Promise.withResolvers<number>();
  const empty = Promise.withResolvers<void>();
  const ready = makeReadiness();
  let replaced = 0;
  let phase: 'starting' | 'serving' | 'stopping' = 'starting';
  prepareCluster(joinsOutput);

  /** @returns resolves with null if it is ready, or with its exit code if it ended before */
  const fork = (place: number, isFirst: boolean): Promise<number | null> => {
    const started = Promise.withResolvers<number | null>();
    const { child, channel } = forkProcess(joinsOutput);
    const worker = { place, channel };
    const leave = serveWorker(worker, isFirst, parts);
    running.set(child, worker);
    channel.handle(questions.ready, () => {
      ready.add(worker);
      started.resolve(null);
    });
    child.once('exit', (code, signal) => {
      running.delete(child);
      leave();
      started.resolve(code || 1);
      const wasReady = ready.delete(worker);
      if (running.size === 0 && phase === 'stopping') empty.resolve();
      // The first one has said why it did not start, and another one would say the same.
      const death = { place, wasReady, othersServe: ready.count() > 0, reason: signal || `exit code ${code}` };
      if (phase === 'serving') replace(death);
    });
    return started.promise;
  };

  const again = (place: number): void => {
    if (phase !== 'serving') return;
    replaced += 1;
    void fork(place, false);
  };
  const replace = makeReplacer(parts, { again, giveUp: () => failed.resolve(1) });

  return {
    start: async () => {
      const code = await fork(1, true);
      if (code !== null) {
        failed.resolve(code);
        return null;
      }
      if (phase === 'starting') phase = 'serving';
      await Promise.all(Array.from({ length: count - 1 }, (_, index) => fork(index + 2, false)));
      return ready.count();
    },
    workers: () => [...running.values()],
    reread: () => ready.reread(running.values()),
    replaced: () => replaced,
    stop: async (milliseconds) => {
      phase = 'stopping';
      if (running.size === 0) return;
      const cancel = stopAll(running, milliseconds);
      await empty.promise;
      cancel();
    },
    failed: failed.promise,
  };
}

/** Most deaths that may come within this time; then something is wrong with all workers. */
const mostDeaths = 10;
const deathMilliseconds = 60_000;

/** Pauses before the next attempt at a place whose workers do not start, in milliseconds. */
const firstPause = 1_000;
const longestPause = 30_000;

/** A worker that has ended. */
interface Death {
  readonly place: number;
  /** Whether it had served calls; false: it did not start. */
  readonly wasReady: boolean;
  /** Whether another one serves calls now. */
  readonly othersServe: boolean;
}

/**
 * Decides when the next worker takes the place of one that has ended.
 *
 * @returns `after` gives the pause in milliseconds; null: too many have died lately. One that did not start while others serve
 *   does not count, because what keeps it from starting, such as a database that is away, may pass
 */
export function makeRestarts({ monotonic }: Pick<Clock, 'monotonic'>) {
  let deaths: readonly number[] = [];
  const attempts = new Map<number, number>();
  const diedTooOften = (): boolean => {
    const now = monotonic();
    deaths = [...deaths.filter((at) => now - at < deathMilliseconds), now];
    return deaths.length > mostDeaths;
  };
  return {
    after: ({ place, wasReady, othersServe }: Death): number | null => {
      if ((wasReady || !othersServe) && diedTooOften()) return null;
      const failed = wasReady ? 0 : (attempts.get(place) ?? 0) + 1;
      attempts.set(place, failed);
      if (failed === 0) return 0;
      return othersServe ? Math.min(firstPause * 2 ** (failed - 1), longestPause) : firstPause;
    },
  };
}
