import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve as absolute } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';

/** A gateway of two workers, as an operator starts it. */
export interface RunningWorkers {
  readonly url: string;
  readonly metrics: () => Promise<string>;
  readonly workers: () => readonly number[];
  readonly process: ChildProcess;
  readonly printed: () => string;
  /** What it wrote to standard output. */
  readonly logged: () => string;
  readonly ended: Promise<number | null>;
  readonly call: (body?: object) => Promise<Response>;
}

/** @param environment `PWD` names the working folder; default: that of the tests */
export async function startWorkers(
  folder: string,
  environment: Readonly<Record<string, string>> = {},
  words: readonly string[] = [],
): Promise<RunningWorkers> {
  const options = ['serve', '--data', folder, '--port', '0', '--metrics-port', '0', '--workers', '2', ...words];
  const child = spawn(process.execPath, [absolute('src/bin.js'), ...options], {
    cwd: environment['PWD'],
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const read = (chunk: Buffer) => (printed += chunk.toString());
  child.stdout.on('data', read);
  let logged = '';
  child.stdout.on('data', (chunk: Buffer) => (logged += chunk.toString()));
  child.stderr.on('data', read);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await vi.waitFor(() => expect(printed + String(child.exitCode)).toMatch(/Ready in|\d$/), {
    timeout: 60_000,
    interval: 50,
  });
  const url = /Address\s+(\S+)/.exec(printed)?.[1] ?? '';
  const figures = /Metrics\s+(\S+)/.exec(printed)?.[1] ?? '';
  const { pid } = child;
  const children = (): string => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return {
    ...{ url, ended, process: child, printed: () => printed, logged: () => logged },
    metrics: async () => (await fetch(figures)).text(),
    workers: () => children().trim().split(' ').filter(Boolean).map(Number),
    call: (body = {}) =>
      fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        signal: AbortSignal.timeout(30_000),
        headers: {
          authorization: `Bearer ${readFileSync(join(folder, 'demo-key'), 'utf8').trim()}`,
          'content-type': 'application/json',
          // A connection of its own, which goes to the next worker.
          connection: 'close',
        },
        body: JSON.stringify({ model: 'demo', messages: [{ role: 'user', content: 'hi' }], ...body }),
      }),
  };
}

/** The sum of a metric over all its labels. */
export const sumOf = (text: string, metric: string): number =>
  [...text.matchAll(new RegExp(`^${metric}(?:\\{[^}]*\\})? (\\d+)$`, 'gm'))].reduce((sum, [, n]) => sum + Number(n), 0);

/** Asks it to stop; resolves with its exit code. */
export const stopWorkers = async ({ process: child, ended }: RunningWorkers): Promise<number | null> => {
  child.kill('SIGTERM');
  return ended;
};
