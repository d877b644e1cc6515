import { fork } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { pin, processors, type Running } from './candidate.ts';
import { processorSeconds } from './process-figures.ts';

/** What a load saw. */
export interface Figures {
  readonly calls: number;
  readonly errors: number;
  /** Milliseconds to the first byte of the answer. */
  readonly p50: number;
  readonly p99: number;
  readonly microsecondsPerCall: number;
}

/** Calls that are made over and over. */
export interface Job {
  readonly bytes: number;
  readonly stream: boolean;
  readonly picture?: boolean;
  readonly model?: string;
  readonly connections: number;
  readonly pause: number;
  /** Calls a second, whatever becomes of those before; else as many as the connections take. */
  readonly rate?: number;
}

/** The calls whose processor time is compared. */
export const callJobs = {
  '1 KB': { bytes: 1_000, stream: false, connections: 32, pause: 0 },
  '30 KB': { bytes: 30_000, stream: false, connections: 32, pause: 0 },
  '1 MB': { bytes: 1_000_000, stream: false, connections: 8, pause: 0 },
  'stream of 200 events': { bytes: 1_000, stream: true, connections: 16, pause: 0 },
} satisfies Readonly<Record<string, Job>>;

/** Runs one load against one candidate; the processor time is that of all its processes. */
export async function measure(
  running: Pick<Running, 'pid' | 'port' | 'pids'>,
  job: Job & { readonly key: string; readonly headers?: Readonly<Record<string, string>> },
  runSeconds: number,
): Promise<Figures> {
  const settings = { origin: `http://127.0.0.1:${running.port}`, seconds: runSeconds, ...job };
  const { pid, pids = () => [pid] } = running;
  const processorTime = (): number => pids().reduce((sum, each) => sum + processorSeconds(each), 0);
  const before = processorTime();
  const load = fork(fileURLToPath(new URL('./load.ts', import.meta.url)), [JSON.stringify(settings)]);
  pin(load, processors.load);
  const seen = await new Promise<Omit<Figures, 'microsecondsPerCall'>>((seenAll) =>
    load.once('message', (message) => seenAll(message as never)),
  );
  return { ...seen, microsecondsPerCall: ((processorTime() - before) / seen.calls) * 1e6 };
}

/** What is measured, and the calls that it gets. */
export interface Candidate {
  readonly running: Pick<Running, 'pid' | 'port' | 'pids'>;
  readonly job: Parameters<typeof measure>[1];
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
  /** A second, on average. */
  readonly calls: number;
  /** Of all rounds. */
  readonly errors: number;
  /** Processor time of each round. */
  readonly costs: readonly number[];
}

/** Measures the candidates in turns, round by round, so that a change of the machine's speed meets all of them. */
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
    calls: figures.reduce((sum, each) => sum + each.calls, 0) / (rounds * seconds),
    errors: figures.reduce((sum, each) => sum + each.errors, 0),
    costs: figures.map((each) => each.microsecondsPerCall),
  }));
}

export const median = (figures: readonly number[]): number =>
  figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? NaN;

/** The machine, and how busy it is with other work: without that a figure means nothing. */
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
