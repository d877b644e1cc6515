import { closeSync, existsSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { StoreHealth } from '../../metering/ledger-records.ts';
import { StoreError } from '../store.ts';
import type { Batch } from '../shared/batch-queue.ts';
import { makeBatchServers, postInTime, type WorkerMessage, type WorkerSettings } from './batch-server.ts';
import { watchFiles, type FileLoss } from './checks/database-files.ts';
import { openDatabase } from './open-database.ts';
import { syncTogether } from './query.ts';
import { serveLines, type Lines } from './batch-lines.ts';

/** Milliseconds between two checks of the free space. */
const checkEveryMilliseconds = 1000;
/** New calls are refused below this share of the disk or this many bytes, whichever is less. */
const leastShare = 0.05;
const leastBytes = 64 * 1024 * 1024;
const block = Buffer.alloc(1024 * 1024);

const ok: StoreHealth = { state: 'ok', message: '' };

const mebibytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`;

function writeBallast(path: string, bytes: number): void {
  const file = openSync(path, 'w', 0o600);
  try {
    for (let written = 0; written < bytes; written += block.length) {
      writeSync(file, block, 0, Math.min(block.length, bytes - written));
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Watches the free space of the disk. A ballast file next to the database is deleted when the disk is full, so that calls under
 * way can still be settled. New calls are refused until there is space for the file again.
 *
 * @param path the database file; `:memory:` is never short of space
 */
function makeDiskGuard(path: string, ballastBytes: number, report: (health: StoreHealth) => void) {
  const ballast = `${path}.ballast`;
  const watches = path !== ':memory:' && ballastBytes > 0;
  let health = ok;
  let checkedAt = -Infinity;

  const become = (next: StoreHealth): void => {
    if (next.state === health.state) return;
    health = next;
    report(next);
  };

  const refuse = (free: number): void =>
    become({
      state: 'full',
      message: `The disk that holds the database is nearly full (${mebibytes(free)} free). New calls are refused until there is space; nothing that was charged is lost.`,
    });

  const look = (): void => {
    const { bavail, blocks, bsize } = statfsSync(dirname(path));
    const free = bavail * bsize;
    const least = Math.min(blocks * bsize * leastShare, leastBytes);
    const missing = existsSync(ballast) ? 0 : ballastBytes;
    if (free < least + missing) return refuse(free);
    if (missing > 0) writeBallast(ballast, ballastBytes);
    become(ok);
  };

  /** Checks the free space, at most once a second. */
  const check = (monotonic: number): void => {
    if (!watches || monotonic - checkedAt < checkEveryMilliseconds) return;
    checkedAt = monotonic;
    try {
      look();
    } catch {
      // The ballast did not fit: the disk is full.
      rmSync(ballast, { force: true });
      refuse(0);
    }
  };

  /** SQLite reported a full disk. @returns whether space was freed, so that another attempt may help */
  const makeRoom = (): boolean => {
    refuse(0);
    if (!watches || !existsSync(ballast)) return false;
    rmSync(ballast, { force: true });
    return true;
  };

  return { check, makeRoom, isShort: (): boolean => health.state !== 'ok' };
}

/** The thread that owns the database: its only connection. Nothing else touches the file. */

const { path, instanceId, now, ballastBytes, isShared = false } = workerData as WorkerSettings;
const send = (message: WorkerMessage): void => parentPort?.postMessage(message, []);
const guard = makeDiskGuard(path, ballastBytes, (health) => send({ kind: 'health', health }));
const check = (): void => guard.check(performance.now());

/** How often the files are checked while nothing is written. */
const lookMilliseconds = 250;

const lost: Readonly<Record<Exclude<FileLoss, 'none'>, string>> = {
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

const onBroken = (reason: string): void => {
  const message = 'The database failed; the log of the gateway says why. Nothing more is written until a restart.';
  send({ kind: 'health', health: { state: 'failed', message, cause: reason } });
};

const serverParts = { makeRoom: guard.makeRoom, isShort: guard.isShort, onBroken };

/** Settles what earlier processes left open and frees their leases, as a start of one process does. */
function finishEarlier(database: DatabaseSync): void {
  const requests = [
    { name: 'open', parameters: [now] },
    { name: 'release', parameters: [] },
  ];
  const { answer } = makeBatchServers(database, serverParts).of(instanceId);
  const { answers } = answer({ now, settle: null, requests });
  for (const given of answers) {
    if ('failure' in given) throw new StoreError(given.failure.detail ?? given.failure.message);
  }
  // It is not one of the instances that share credit and tasks.
  database.prepare('delete from instance where id = ?').run(instanceId);
}

/** @returns the lines of workers; null: only this process has any batches */
async function serve(database: DatabaseSync): Promise<Lines | null> {
  if (isShared) finishEarlier(database);
  const files = watchFiles(path, (loss) => {
    if (loss === 'log') saveLog(database);
    send({ kind: 'health', health: { state: 'failed', message: lost[loss] } });
  });
  const log = syncTogether(database, path);
  const servers = makeBatchServers(database, { ...serverParts, isShared, files, sync: log.sync });
  const posting = postInTime(servers);
  /** Answers, then looks whether calls are to be posted. */
  const answering = <Answered>(answer: () => Answered): Answered => {
    check();
    const answered = answer();
    posting.look();
    return answered;
  };
  const lines = isShared
    ? await serveLines({ answer: (posted) => answering(() => servers.answer(posted)), drop: servers.drop })
    : null;
  const looking = setInterval(files.loss, lookMilliseconds);
  const close = async (): Promise<void> => {
    await lines?.close();
    clearInterval(looking);
    posting.end();
    log.close();
    database.close();
    parentPort?.close();
  };
  parentPort?.on('message', (message: Batch | 'look' | 'close') => {
    if (message === 'close') void close();
    else if (message === 'look') answering(() => undefined);
    else answering(() => send({ kind: 'answer', ...servers.of(instanceId).answer(message) }));
  });
  return lines;
}

try {
  const lines = await serve(openDatabase(path, now));
  send({ kind: 'ready', place: lines?.place ?? null });
  check();
} catch (cause) {
  const message = cause instanceof StoreError ? cause.message : `The database cannot be opened: ${String(cause)}`;
  send({ kind: 'refused', message });
}
