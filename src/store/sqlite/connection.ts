import { Worker } from 'node:worker_threads';
import type { StoreHealth } from '../../metering/ledger-records.ts';
import { StoreError } from '../store.ts';
import {
  askOver,
  databaseClosed,
  makeBatchQueue,
  type Batch,
  type BatchAnswer,
  type Connection,
} from '../shared/batch-queue.ts';
import type { LinePlace } from './batch-lines.ts';
import type { WorkerMessage, WorkerSettings } from './batch-server.ts';

/** How often a full disk is checked while nothing is written. */
const lookMilliseconds = 1000;

const workerFile = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);

/** The thread that owns a database file. */
interface DatabaseThread {
  /** One batch is in flight at most. */
  readonly post: (batch: Batch) => void;
  /** Where workers send their batches, if it is shared. */
  readonly place: LinePlace | null;
  readonly health: () => StoreHealth;
  /** Closes the file, after all that was posted. */
  readonly close: () => Promise<void>;
}

interface ThreadParts {
  readonly onAnswer: (answer: BatchAnswer) => void;
  readonly onHealth: (health: StoreHealth) => void;
  /** The thread has failed, and answers nothing more. */
  readonly onFailure: (message: string) => void;
}

/** Waits for the first message. */
function opened(worker: Worker): Promise<LinePlace | null> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (message: WorkerMessage) => {
      worker.off('error', reject);
      if (message.kind === 'refused') reject(new StoreError(message.message));
      else resolve(message.kind === 'ready' ? message.place : null);
    });
  });
}

/**
 * Starts the thread and opens the database in it.
 *
 * @throws {StoreError} when the database cannot be used
 */
export async function startDatabaseThread(settings: WorkerSettings, parts: ThreadParts): Promise<DatabaseThread> {
  const worker = new Worker(workerFile, { workerData: settings, execArgv: [] });
  const place = await opened(worker);
  const exited = new Promise<unknown>((resolve) => worker.once('exit', resolve));
  let health: StoreHealth = { state: 'ok', message: '' };
  const become = (next: StoreHealth): void => {
    health = next;
    parts.onHealth(next);
  };
  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'health') become(message.health);
    if (message.kind === 'answer') parts.onAnswer(message);
  });
  worker.on('error', (cause) => {
    const message = 'The database thread failed; the log of the gateway says why. Restart to go on.';
    become({ state: 'failed', message, cause: String(cause) });
    parts.onFailure(health.message);
  });

  // There is no event for free disk space, so it is checked while nothing is written.
  const looking = setInterval(() => {
    if (health.state === 'full') worker.postMessage('look', []);
  }, lookMilliseconds);
  looking.unref();

  return {
    post: (batch) => worker.postMessage(batch, []),
    place,
    health: () => health,
    close: async () => {
      clearInterval(looking);
      worker.postMessage('close', []);
      await exited;
    },
  };
}

type Parts = Pick<ThreadParts, 'onHealth'> & { readonly now: () => number };

/**
 * Starts the worker and opens the database in it.
 *
 * @throws {StoreError} when the database cannot be used
 */
export async function openConnection(settings: WorkerSettings, { now, onHealth }: Parts): Promise<Connection> {
  const queue = makeBatchQueue({ post: (batch) => thread.post(batch), now });
  const thread = await startDatabaseThread(settings, {
    onAnswer: queue.answered,
    onHealth,
    onFailure: (message) => queue.end({ code: 'overloaded', message }),
  });
  return {
    ...askOver(queue),
    health: thread.health,
    close: async () => {
      await queue.drained();
      queue.end(databaseClosed);
      await thread.close();
    },
  };
}
