import { fork, spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The processor of each side: one for the candidate, the other for load and upstream. */
export const processors = { candidate: '0', load: '1' } as const;

/** What is measured: a process and the port that it listens on. */
export interface Running {
  readonly name: string;
  readonly pid: number;
  readonly port: number;
  readonly stop: () => void;
  /** The process and those that it has started, if it may start any. */
  readonly pids?: () => readonly number[];
  /** Bytes in use after a garbage collection: heap and buffers. Only for scripts that call `tellHeldBytes`. */
  readonly held?: () => Promise<number>;
}

/** Starts a script of this folder on a processor and waits until it says that it is ready. */
export function startScript(
  name: string,
  script: string,
  { args, processor }: { args: readonly string[]; processor: string },
): Promise<Running> {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const child = fork(file, args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  pin(child, processor);
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)));
    child.once('message', (message) => {
      const { ready } = message as { ready: number };
      const held = (): Promise<number> => {
        child.send('held');
        return new Promise((told) => child.once('message', (answer) => told((answer as { held: number }).held)));
      };
      resolve({ name, pid: child.pid ?? 0, port: ready, stop: () => child.kill(), held });
    });
  });
}

/** Ties all threads of a process to one processor. */
export function pin(child: Pick<ChildProcess, 'pid'>, processor: string): void {
  spawn('taskset', ['-a', '-cp', processor, String(child.pid)], { stdio: 'ignore' }).on('error', () => undefined);
}
