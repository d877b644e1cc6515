import { fork } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { pin, processors, type Running } from './candidate.ts';
import { processorSeconds } from './process-figures.ts';

/** What a load saw. */
interface Seen {
  readonly calls: number;
  readonly errors: number;
  /** Seconds until the last answer was complete. */
  readonly took: number;
  /** Milliseconds to the first byte of the answer. */
  readonly p50: number;
  readonly p99: number;
}

/** And what the calls cost. */
export interface Figures extends Seen {
  readonly microsecondsPerCall: number;
}

/** Calls that are repeated. */
export interface Job {
  readonly bytes: number;
  readonly stream: boolean;
  readonly picture?: boolean;
  readonly model?: string;
  readonly connections: number;
  readonly pause: number;
  /** Calls a second, whether or not earlier ones have ended; if absent, as many as the connections take. */
  readonly rate?: number;
}

/** The calls whose processor time is compared. */
export const callJobs = {
  '1 KB': { bytes: 1_000, stream: false, connections: 32, pause: 0 },
  '30 KB': { bytes: 30_000, stream: false, connections: 32, pause: 0 },
  '1 MB': { bytes: 1_000_000, stream: false, connections: 8, pause: 0 },
  '1 MB picture': { bytes: 1_000_000, picture: true, stream: false, connections: 8, pause: 0 },
  'stream of 200 events': { bytes: 1_000, stream: true, connections: 16, pause: 0 },
} satisfies Readonly<Record<string, Job>>;

/** Short calls at a rate that leaves every candidate idle for most of the time: their first bytes are compared. */
export const lowRate = 400;
export const lowRateJob: Job = { bytes: 1_000, stream: false, connections: 128, pause: 0, rate: lowRate };

/** A job with the client's credential. */
export type KeyedJob = Job & { readonly key: string; readonly headers?: Readonly<Record<string, string>> };

/**
 * Runs one load in a process of its own.
 *
 * @param port of what is called
 * @param processor that the load is tied to; null: to none
 */
export async function runLoad(
  port: number,
  job: KeyedJob & { readonly seconds: number },
  processor: string | null = processors.load,
): Promise<Seen> {
  const settings = { origin: `http://127.0.0.1:${port}`, ...job };
  const load = fork(fileURLToPath(new URL('./load.ts', import.meta.url)), [JSON.stringify(settings)]);
  if (processor !== null) pin(load, processor);
  return new Promise((resolve) => load.once('message', (message) => resolve(message as Seen)));
}

/** Runs one load against one candidate; the processor time is that of all its processes. */
export async function measure(
  { pid, port, pids = () => [pid] }: Pick<Running, 'pid' | 'port' | 'pids'>,
  job: KeyedJob,
  seconds: number,
): Promise<Figures> {
  const processorTime = (): number => pids().reduce((total, each) => total + processorSeconds(each), 0);
  const before = processorTime();
  const seen = await runLoad(port, { ...job, seconds });
  return { ...seen, microsecondsPerCall: ((processorTime() - before) / seen.calls) * 1e6 };
}

/** What is measured, and the calls that it gets. */
export interface Candidate {
  readonly running: Pick<Running, 'pid' | 'port' | 'pids'>;
  readonly job: KeyedJob;
}

export interface Turns {
  readonly rounds: number;
  /** Of a round of one candidate. */
  readonly seconds: number;
  /** Seconds of load before anything is measured. */
  readonly warmUp: number;
}

/** Medians over the rounds of one candidate. */
export interface Compared {
  readonly microsecondsPerCall: number;
  /** Processor time as a multiple of the first candidate's in the same round. */
  readonly ratio: number;
  readonly p50: number;
  readonly p99: number;
  /** Answered calls a second. */
  readonly callsPerSecond: number;
  /** Of all calls. */
  readonly errorShare: number;
  /** Processor time of each round. */
  readonly costs: readonly number[];
}

/** Measures the candidates in turns, round by round, so that a change in the machine's speed affects all of them. */
export async function takeTurns(
  candidates: readonly Candidate[],
  { rounds, seconds, warmUp }: Turns,
): Promise<readonly Compared[]> {
  const seen = candidates.map((): Figures[] => []);
  if (warmUp > 0) for (const { running, job } of candidates) await measure(running, job, warmUp);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, { running, job }] of candidates.entries())
      seen[index]?.push(await measure(running, job, seconds));
  const [first = []] = seen;
  return seen.map((figures) => ({
    microsecondsPerCall: median(figures.map((each) => each.microsecondsPerCall)),
    ratio: median(figures.map((each, round) => each.microsecondsPerCall / (first[round]?.microsecondsPerCall ?? NaN))),
    p50: median(figures.map((each) => each.p50)),
    p99: median(figures.map((each) => each.p99)),
    callsPerSecond: median(figures.map((each) => each.calls / each.took)),
    errorShare: sum(figures, (each) => each.errors) / sum(figures, (each) => each.calls),
    costs: figures.map((each) => each.microsecondsPerCall),
  }));
}

const sum = (figures: readonly Figures[], of: (each: Figures) => number): number =>
  figures.reduce((total, each) => total + of(each), 0);

/** What is printed after figures that may come from errors. */
export const errorNote = (share: number): string => (share > 0 ? `${(share * 100).toFixed(1)} % errors` : 'no errors');

export const median = (figures: readonly number[]): number =>
  figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? NaN;

/** Of short rounds in turns: what a busy machine adds is left out. */
export const lowestQuarter = (figures: readonly number[]): number =>
  figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 4)] ?? NaN;

/** The machine, and how busy it is with other work. Without this, a figure means nothing. */
export const machine = (): string =>
  `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}, load average ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`;

/** Milliseconds that an action takes, and what it resolves to. */
export async function timed<Result>(action: () => Promise<Result>): Promise<readonly [number, Result]> {
  const from = performance.now();
  const result = await action();
  return [performance.now() - from, result];
}
