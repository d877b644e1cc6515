import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second on Linux, in which /proc counts (USER_HZ). */
const ticksPerSecond = 100;

/** Processor time that a process has used so far, user and system, in seconds. */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** The same for threads that still run, in nanosecond precision, for short rounds. */
export const threadSeconds = (pid: number): number => threadsOf(pid).reduce((sum, { seconds }) => sum + seconds, 0);

/** A thread that still runs, and the processor time that it has used so far. */
export interface ThreadFigures {
  readonly id: number;
  /** `main`; `WorkerThread` for those of the program; `node-V8Worker` for compilers and collectors. */
  readonly name: string;
  readonly seconds: number;
}

export const threadsOf = (pid: number): readonly ThreadFigures[] =>
  readdirSync(`/proc/${pid}/task`).map((id) => {
    const place = `/proc/${pid}/task/${id}`;
    const name = Number(id) === pid ? 'main' : readFileSync(`${place}/comm`, 'utf8').trim();
    return { id: Number(id), name, seconds: Number(readFileSync(`${place}/schedstat`, 'utf8').split(' ')[0]) / 1e9 };
  });

/** Resident memory of a process, in bytes. */
export function residentBytes(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? 0) * 1024;
}

/** A process and all that it has started. */
export function family(pid: number): readonly number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const children = threads.flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
    );
    return [pid, ...children.flatMap(family)];
  } catch {
    return [];
  }
}
