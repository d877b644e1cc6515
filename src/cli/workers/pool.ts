import cluster, { type Worker as Process } from 'node:cluster';
import { lineTo, makeChannel, type Channel } from '../../store/shared/channel.ts';
import type { Log } from '../../shared/log.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { questions, type WorkerFacts } from './worker.ts';

/** Most workers that may die within this time and are replaced; then something is wrong with all of them. */
const mostDeaths = 10;
const deathMilliseconds = 60_000;

/** A worker, as its parent sees it. */
export interface PoolWorker {
  readonly place: number;
  readonly channel: Channel;
}

export interface WorkerPool {
  /** Starts the first worker, and when it is ready all others. Resolves with true when those are ready; see `failed`. */
  readonly start: () => Promise<boolean>;
  readonly workers: () => readonly PoolWorker[];
  /** How many were replaced. */
  readonly replaced: () => number;
  /** Resolves when all have ended by themselves or were killed after the time. */
  readonly stop: (milliseconds: number) => Promise<void>;
  /** Resolves with the exit code when the workers cannot go on: the first one did not start, or too many died. */
  readonly failed: Promise<number>;
}

interface Parts {
  readonly count: number;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether output of workers goes through this process, line by line. */
  readonly joinsOutput: boolean;
  readonly factsOf: (place: number, isFirst: boolean) => WorkerFacts;
  /** Serves a new worker over its channel; the returned function is called when it is gone. */
  readonly serve: (worker: PoolWorker) => () => void;
  readonly listening: (url: string) => Promise<void>;
  /** This content of the configuration file is in force. */
  readonly configured: (configuration: string) => void;
}

/** Passes whole lines on, so that those of several processes do not mix. */
function joinLines(from: NodeJS.ReadableStream | null, to: NodeJS.WritableStream): void {
  let rest: Buffer = Buffer.alloc(0);
  from?.on('data', (chunk: Buffer) => {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const end = bytes.lastIndexOf(10) + 1;
    if (end > 0) to.write(bytes.subarray(0, end));
    rest = bytes.subarray(end);
  });
  from?.on('end', () => {
    if (rest.length > 0) to.write(rest);
  });
}

/** Counts deaths; true when too many workers died lately. */
function makeDeathCount({ monotonic }: Pick<Clock, 'monotonic'>): () => boolean {
  let deaths: readonly number[] = [];
  return () => {
    const now = monotonic();
    deaths = [...deaths.filter((at) => now - at < deathMilliseconds), now];
    return deaths.length > mostDeaths;
  };
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
export function makeWorkerPool(parts: Parts): WorkerPool {
  const { count, clock, log, joinsOutput } = parts;
  const running = new Map<Process, PoolWorker>();
  const failed = Promise.withResolvers<number>();
  const empty = Promise.withResolvers<void>();
  const diedTooOften = makeDeathCount(clock);
  let replaced = 0;
  let phase: 'starting' | 'serving' | 'stopping' = 'starting';
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ serialization: 'advanced', silent: joinsOutput });

  /** @returns resolves with null if it is ready, or with its exit code if it ended before */
  const fork = (place: number, isFirst: boolean): Promise<number | null> => {
    const ready = Promise.withResolvers<number | null>();
    const { child, channel } = forkProcess(joinsOutput);
    const worker = { place, channel };
    const leave = parts.serve(worker);
    running.set(child, worker);
    channel.handle(questions.start, () => parts.factsOf(place, isFirst));
    channel.handle(questions.listening, (url: string) => (isFirst ? parts.listening(url) : undefined));
    channel.handle(questions.ready, () => ready.resolve(null));
    channel.handle(questions.configured, parts.configured);
    child.once('exit', (code, signal) => {
      running.delete(child);
      channel.end();
      leave();
      ready.resolve(code || 1);
      if (running.size === 0) empty.resolve();
      // The first one has said why it did not start, and another one would say the same.
      if (phase === 'serving') replace(place, signal || `exit code ${code}`);
    });
    return ready.promise;
  };

  const replace = (place: number, reason: string): void => {
    log.error('a worker ended and is replaced', { worker: place, reason });
    if (diedTooOften()) return failed.resolve(1);
    replaced += 1;
    void fork(place, false);
  };

  return {
    start: async () => {
      const code = await fork(1, true);
      if (code !== null) {
        failed.resolve(code);
        return false;
      }
      if (phase === 'starting') phase = 'serving';
      await Promise.all(Array.from({ length: count - 1 }, (_, index) => fork(index + 2, false)));
      return true;
    },
    workers: () => [...running.values()],
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
