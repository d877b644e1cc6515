import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** Of many times, in milliseconds. */
export interface Figures {
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
}

const round = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

export function figuresOf(times: readonly number[]): Figures {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number): number =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { p50: at(0.5), p99: at(0.99), most: round(sorted.at(-1) ?? 0) };
}

/**
 * Measures how late the machine itself is meanwhile: a thread tries to wake up after a millisecond, and does nothing else. Work
 * that takes several turns of several processes cannot be faster than several of these delays.
 *
 * @returns ends the measurement
 */
export function watchSchedulingDelay(): () => Promise<Figures> {
  const flags = new Int32Array(new SharedArrayBuffer(8));
  const thread = new Worker(fileURLToPath(import.meta.url), { workerData: flags });
  return () => {
    const figures = new Promise<Figures>((resolve) => void thread.once('message', resolve));
    Atomics.store(flags, 0, 1);
    return figures;
  };
}

if (!isMainThread && parentPort) {
  const flags = workerData as Int32Array;
  const lateness: number[] = [];
  while (Atomics.load(flags, 0) === 0) {
    const before = performance.now();
    Atomics.wait(flags, 1, 0, 1);
    lateness.push(performance.now() - before - 1);
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has none
  parentPort.postMessage(figuresOf(lateness));
}
