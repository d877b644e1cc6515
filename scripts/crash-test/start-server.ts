import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** `diglot serve` in its own process. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from the start of the process until it reported that it was ready. */
  readonly readyAfter: number;
  /** `kill -9`: resolves when the process is gone. */
  readonly kill: () => Promise<void>;
  /** SIGTERM: resolves after a graceful shutdown. */
  readonly stop: () => Promise<void>;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Its output so far, both streams: the first 4 MB. */
  readonly printed: () => string;
  /** Resolves with the exit code when the process is gone; null when a signal ended it. */
  readonly ended: Promise<number | null>;
}

export interface ServerStart {
  /** Gets the configuration file, and is the data folder. */
  readonly folder: string;
  /** Text of the configuration file. */
  readonly config: string;
  /** The whole environment: nothing is taken from that of this process. */
  readonly environment: Readonly<Record<string, string>>;
  /** Options of `serve`. */
  readonly options?: readonly string[];
  /** Options of Node. */
  readonly nodeOptions?: readonly string[];
  /** Another checkout, which is started instead of this one. */
  readonly checkout?: string | undefined;
  /** Called as soon as there is a process. */
  readonly onStart?: (pid: number) => void;
}

/** A server under load prints a line for each call. */
const mostPrinted = 4_194_304;

/**
 * Starts the gateway as an operator would, and waits until it is ready.
 *
 * @throws when it ends before, with what it printed
 */
export async function startServer(start: ServerStart): Promise<Server> {
  const { folder, environment, options = [], nodeOptions = [], checkout } = start;
  const config = join(folder, 'diglot.yaml');
  writeFileSync(config, start.config);
  const from = performance.now();
  const words = ['serve', '--config', config, '--data', folder, '--port', '0', ...options];
  const child = spawn(process.execPath, [...nodeOptions, 'src/bin.js', ...words], {
    cwd: checkout,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { pid = 0 } = child;
  start.onStart?.(pid);
  // A failing script must not leave it running.
  const leave = (): void => void child.kill();
  process.once('exit', leave);
  let said = '';
  let isReady = false;
  const ready = Promise.withResolvers<string>();
  const read = (chunk: Buffer): void => {
    if (said.length < mostPrinted) said += chunk.toString();
    if (isReady) return;
    const url = /Address\s+(http:\/\/\S+)/.exec(said)?.[1];
    isReady = url !== undefined && said.includes('Ready in');
    if (isReady) ready.resolve(url ?? '');
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      process.off('exit', leave);
      ready.reject(new Error(`The gateway ended with ${code} before it was ready:\n${said}`));
      resolve(code);
    });
  });
  const url = await ready.promise;
  const readyAfter = performance.now() - from;
  const end = (signal: 'SIGKILL' | 'SIGTERM') => async (): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  return {
    url,
    pid,
    readyAfter,
    kill: end('SIGKILL'),
    stop: end('SIGTERM'),
    signal: (signal) => void child.kill(signal),
    printed: () => said,
    ended,
  };
}
