import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { StoreError } from '../store-error.ts';
import { makeBatchServer } from './batch-server.ts';
import { makeDiskGuard } from './disk-guard.ts';
import { watchFiles, type Loss } from './file-watch.ts';
import { openDatabase } from './open-database.ts';
import { postInTime } from './post-in-time.ts';
import type { Batch, WorkerMessage, WorkerSettings } from './protocol.ts';

/** The thread that owns the database: one connection. Nothing else touches the file. */

const { path, instanceId, now, ballastBytes } = workerData as WorkerSettings;
const tell = (message: WorkerMessage): void => parentPort?.postMessage(message, []);
const guard = makeDiskGuard(path, ballastBytes, (health) => tell({ kind: 'health', health }));
const check = (): void => guard.check(performance.now());

/** How often the files are looked at while nothing is written. */
const lookMilliseconds = 250;

const lost: Readonly<Record<Exclude<Loss, 'none'>, string>> = {
  database:
    'The database file was removed, replaced or changed while it was in use. Nothing more is acknowledged: it would be lost. Put the file back, or restore a backup, and restart.',
  log: 'The log of the database (-wal) was removed or replaced while it was in use. What was charged has been written into the database. Restart to go on.',
};

/** What only the open log has is brought into the database, which is still the same file. */
function saveLog(database: DatabaseSync): void {
  try {
    database.exec('pragma wal_checkpoint(passive)');
  } catch {
    // Nothing more can be done for it.
  }
}

function serve(database: DatabaseSync): void {
  const files = watchFiles(path, (loss) => {
    if (loss === 'log') saveLog(database);
    tell({ kind: 'health', health: { state: 'failed', message: lost[loss] } });
  });
  const looking = setInterval(files.loss, lookMilliseconds);
  const server = makeBatchServer(database, {
    instanceId,
    makeRoom: guard.makeRoom,
    isShort: guard.isShort,
    files,
    onBroken: (reason) => {
      const message = `The database failed (${reason}). Nothing more is written until a restart.`;
      tell({ kind: 'health', health: { state: 'failed', message } });
    },
  });
  const posting = postInTime(server);
  parentPort?.on('message', (message: Batch | 'look' | 'close') => {
    if (message === 'close') {
      clearInterval(looking);
      posting.end();
      database.close();
      parentPort?.close();
      return;
    }
    check();
    if (message !== 'look') tell({ kind: 'answer', ...server.answer(message) });
    posting.look();
  });
}

try {
  serve(openDatabase(path, now));
  tell({ kind: 'ready' });
  check();
} catch (cause) {
  const message = cause instanceof StoreError ? cause.message : `The database cannot be opened: ${String(cause)}`;
  tell({ kind: 'refused', message });
}
