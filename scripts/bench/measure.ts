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
}

/** Runs one load against one candidate. */
export async function measure(
  running: Pick<Running, 'pid' | 'port'>,
  job: Job & { readonly key: string; readonly headers?: Readonly<Record<string, string>> },
  runSeconds: number,
): Promise<Figures> {
  const settings = { origin: `http://127.0.0.1:${running.port}`, seconds: runSeconds, ...job };
  const before = processorSeconds(running.pid);
  const load = fork(fileURLToPath(new URL('./load.ts', import.meta.url)), [JSON.stringify(settings)]);
  pin(load, processors.load);
  const seen = await new Promise<Omit<Figures, 'microsecondsPerCall'>>((seenAll) =>
    load.once('message', (message) => seenAll(message as never)),
  );
  const used = processorSeconds(running.pid) - before;
  return { ...seen, microsecondsPerCall: (used / seen.calls) * 1e6 };
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
