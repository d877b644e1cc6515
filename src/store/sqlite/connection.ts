import { Worker } from 'node:worker_threads';
import type { SettledCall, StoreHealth } from '../../metering/ledger-records.ts';
import type { NanoCredits } from '../../shared/money.ts';
import { StoreError } from '../store.ts';
import { makeBatchQueue, mostRows, type WorkerMessage, type WorkerSettings } from './batch-queue.ts';
import { rowsOfStep } from './object-rows.ts';
import type { Operations } from './operations.ts';

/** How often a full disk is looked at while nothing is written. */
const lookMilliseconds = 1000;

/** The main thread's end of the worker that owns the database. */
export interface Connection {
  /** Asks for a named operation, in its own transaction. Rejects with a {@link GatewayError}. */
  readonly ask: <Name extends keyof Operations>(
    name: Name,
    ...parameters: Parameters<Operations[Name]>
  ) => Promise<ReturnType<Operations[Name]>>;
  /** Writes a call, with everything else that this turn of the event loop settles. Resolves with the charge in the books. */
  readonly settle: (call: SettledCall) => Promise<NanoCredits>;
  readonly health: () => StoreHealth;
  /** Waits for what is under way, then closes the file. */
  readonly close: () => Promise<void>;
}

const workerFile = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);

/** Rows that a request writes, by its name and parameters; one where it is not said. */
const manyRows: { readonly [Name in keyof Operations]?: (...parameters: Parameters<Operations[Name]>) => number } = {
  keepObjects: (writes) => writes.reduce((sum, { items }) => sum + 1 + items.length, 0),
  stageItems: (_, items) => items.length,
  journal: (calls) => calls.length,
  dropItems: () => rowsOfStep,
  deleteObject: () => rowsOfStep / 10,
  forgetDeletedObjects: () => rowsOfStep,
  // Copied inside of the database, in a fifth of the time.
  revealObjects: () => mostRows,
};

function rowsOf<Name extends keyof Operations>(
  name: Name,
  parameters: Parameters<Operations[Name]>,
): { readonly rows?: number } {
  const count = manyRows[name];
  return count ? { rows: count(...parameters) } : {};
}

/** Waits for the worker's first word. */
function opened(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (message: WorkerMessage) => {
      worker.off('error', reject);
      if (message.kind === 'refused') reject(new StoreError(message.message));
      else resolve();
    });
  });
}

interface Parts {
  readonly now: () => number;
  readonly onHealth: (health: StoreHealth) => void;
}

/**
 * Starts the worker and opens the database in it.
 *
 * @throws {StoreError} when the database cannot be used
 */
export async function openConnection(settings: WorkerSettings, { now, onHealth }: Parts): Promise<Connection> {
  const worker = new Worker(workerFile, { workerData: settings, execArgv: [] });
  await opened(worker);
  const queue = makeBatchQueue({
    post: (batch) => worker.postMessage(batch, []),
    now,
  });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  let health: StoreHealth = { state: 'ok', message: '' };

  const become = (next: StoreHealth): void => {
    health = next;
    onHealth(next);
  };

  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'health') become(message.health);
    if (message.kind === 'answer') queue.answered(message);
  });
  worker.on('error', (cause) => {
    become({ state: 'failed', message: `The database thread failed (${String(cause)}). Restart to go on.` });
    queue.end({ code: 'overloaded', message: health.message });
  });

  // A full disk gives no sign when it has room again: somebody has to look while nothing is written.
  const looking = setInterval(() => {
    if (health.state === 'full') worker.postMessage('look', []);
  }, lookMilliseconds);
  looking.unref();

  return {
    ask: (name, ...parameters) =>
      queue.ask({ name, parameters, ...rowsOf(name, parameters) }) as Promise<ReturnType<Operations[typeof name]>>,
    settle: queue.settle,
    health: () => health,
    close: async () => {
      await queue.drained();
      queue.end({ code: 'overloaded', message: 'The database is closed.' });
      clearInterval(looking);
      worker.postMessage('close', []);
      await exited;
    },
  };
}
