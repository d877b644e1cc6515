import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { StoreError } from '../store-error.ts';
import { makeBatchServer } from './batch-server.ts';
import { makeDiskGuard } from './disk-guard.ts';
import { openDatabase } from './open-database.ts';
import { postInTime } from './post-in-time.ts';
import type { Batch, WorkerMessage, WorkerSettings } from './protocol.ts';

/** The thread that owns the database: one connection. Nothing else touches the file. */

const { path, instanceId, now, ballastBytes } = workerData as WorkerSettings;
const tell = (message: WorkerMessage): void => parentPort?.postMessage(message, []);
const guard = makeDiskGuard(path, ballastBytes, (health) => tell({ kind: 'health', health }));
const check = (): void => guard.check(performance.now());

function serve(database: DatabaseSync): void {
  const server = makeBatchServer(database, {
    instanceId,
    makeRoom: guard.makeRoom,
    isShort: guard.isShort,
    onBroken: (reason) => {
      const message = `The database failed (${reason}). Nothing more is written until a restart.`;
      tell({ kind: 'health', health: { state: 'failed', message } });
    },
  });
  const posting = postInTime(server);
  parentPort?.on('message', (message: Batch | 'look' | 'close') => {
    if (message === 'close') {
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
