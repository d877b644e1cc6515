/**
 * The minimum cost of durability on this machine: another thread gets a message, writes one page, waits for the disk, and
 * answers. Messages are as rare as the calls whose first byte is timed, because idle threads and disks are slow to wake.
 */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const page = Buffer.alloc(4_096);
const times = 400;

/** Milliseconds between two messages, plus or minus half: eight connections with 20 ms between calls. */
const pause = 2.5;

function serve(folder: string): void {
  const file = openSync(join(folder, 'page'), 'w+');
  parentPort?.on('message', (message: 'write' | 'end') => {
    if (message === 'end') {
      closeSync(file);
      parentPort?.close();
      return;
    }
    writeSync(file, page, 0, page.length, 0);
    fdatasyncSync(file);
    parentPort?.postMessage('written', []);
  });
}

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'diglot-floor-'));
  const worker = new Worker(new URL(import.meta.url), { workerData: folder });
  // Until both threads have been tied to their processor.
  await wait(500);
  const seen: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    await wait(pause * (0.5 + Math.random()));
    const from = performance.now();
    worker.postMessage('write', []);
    await new Promise((resolve) => worker.once('message', resolve));
    seen.push(performance.now() - from);
  }
  worker.postMessage('end', []);
  await new Promise((resolve) => worker.once('exit', resolve));
  rmSync(folder, { recursive: true });
  seen.sort((one, other) => one - other);
  process.send?.({ p50: seen[times / 2], p99: seen[Math.floor(times * 0.99)] });
}

if (isMainThread) await measure();
else serve(String(workerData));
