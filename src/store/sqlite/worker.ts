import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { StoreHealth } from '../../metering/ledger-records.ts';
import { StoreError } from '../store-error.ts';
import { makeDiskGuard } from './disk-guard.ts';
import { openDatabase } from './open-database.ts';
import { makeOperations } from './operations.ts';
import type { Answer, Batch, BatchAnswer, Failure, Request, WorkerMessage, WorkerSettings } from './protocol.ts';
import { makeSettleBatch } from './settle-batch.ts';
import type { SettleRow } from './settle-row.ts';
import { failureKind, isConstraint } from './sqlite-failure.ts';
import { transaction } from './transaction.ts';

/** The thread that owns the database: one connection, one transaction a batch. Nothing else touches the file. */

const settings = workerData as WorkerSettings;
const tell = (message: WorkerMessage): void => parentPort?.postMessage(message, []);
const tellHealth = (health: StoreHealth): void => tell({ kind: 'health', health });
const guard = makeDiskGuard(settings.path, settings.ballastBytes, tellHealth);

const settleFailed = 'The call could not be written to the ledger. It was not acknowledged; send it again later.';
let broken = false;

/** After an I/O error nobody can say what is on the disk: nothing more is acknowledged until a restart has read it anew. */
function breakDown(cause: unknown): void {
  broken = true;
  const reason = cause instanceof Error ? cause.message : String(cause);
  tellHealth({ state: 'failed', message: `The database failed (${reason}). Nothing more is written until a restart.` });
}

function failureOf(cause: unknown): Failure {
  if (cause instanceof GatewayError) return { code: cause.code, message: cause.message };
  if (isConstraint(cause)) return { code: 'conflict', message: cause instanceof Error ? cause.message : String(cause) };
  if (failureKind(cause) === 'full') return { code: 'overloaded', message: settleFailed };
  if (typeof cause === 'object' && cause !== null && 'errcode' in cause) breakDown(cause);
  return { code: 'internal', message: cause instanceof Error ? cause.message : String(cause) };
}

/** Runs `write`, once more where deleting the ballast made room. */
function withRoom<Result>(write: () => Result): Result {
  try {
    return write();
  } catch (cause) {
    if (failureKind(cause) !== 'full' || !guard.makeRoom()) throw cause;
    return write();
  }
}

function serve(database: DatabaseSync): void {
  const settleBatch = makeSettleBatch(database);
  const operations = makeOperations(database, { instanceId: settings.instanceId, settleBatch });
  type Settled = BatchAnswer['settled'][number];

  const settleOne = (row: SettleRow): Settled => {
    try {
      return transaction(database, () => settleBatch([row]))[0] ?? null;
    } catch (cause) {
      return failureOf(cause);
    }
  };

  const settle = ({ settle: rows }: Batch): readonly Settled[] => {
    if (rows.length === 0) return [];
    try {
      return withRoom(() => transaction(database, () => settleBatch(rows)));
    } catch (cause) {
      // One row that the tables refuse must not take the others with it.
      if (isConstraint(cause)) return rows.map(settleOne);
      const failure = failureOf(cause);
      return rows.map(() => failure);
    }
  };

  const answer = ({ name, parameters }: Request): Answer => {
    try {
      const operation = operations[name as keyof typeof operations] as (...values: readonly unknown[]) => unknown;
      return { value: withRoom(() => operation(...parameters)) };
    } catch (cause) {
      return { failure: failureOf(cause) };
    }
  };

  const refuseAll = (batch: Batch): BatchAnswer => {
    const failure: Failure = { code: 'overloaded', message: settleFailed };
    return { id: batch.id, settled: batch.settle.map(() => failure), answers: batch.requests.map(() => ({ failure })) };
  };

  parentPort?.on('message', (message: Batch | 'look' | 'close') => {
    if (message === 'look') return guard.check(performance.now());
    if (message === 'close') {
      database.close();
      parentPort?.close();
      return;
    }
    guard.check(performance.now());
    if (broken) return tell({ kind: 'answer', ...refuseAll(message) });
    const settled = settle(message);
    tell({ kind: 'answer', id: message.id, settled, answers: message.requests.map(answer) });
  });
}

try {
  serve(openDatabase(settings.path, settings.now));
  tell({ kind: 'ready' });
  guard.check(performance.now());
} catch (cause) {
  const message = cause instanceof StoreError ? cause.message : `The database cannot be opened: ${String(cause)}`;
  tell({ kind: 'refused', message });
}
