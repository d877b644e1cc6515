import type { DatabaseSync } from 'node:sqlite';
import { GatewayError } from '../../errors/gateway-error.ts';
import { makeOperations } from './operations.ts';
import type { Answer, Batch, BatchAnswer, Failure, Request } from './protocol.ts';
import { makeSettleBatch } from './settle-batch.ts';
import { readSettlements, type Settlement } from './settle-row.ts';
import { failureKind } from './sqlite-failure.ts';
import { transaction } from './transaction.ts';

interface Parts {
  readonly instanceId: string;
  /** Called when the disk is full. Answers whether trying once more can help. */
  readonly makeRoom: () => boolean;
  /** Called when nobody can say any more what is on the disk. */
  readonly onBroken: (reason: string) => void;
}

const notWritten = 'The call could not be written to the ledger and was not acknowledged. Try again later.';
const notTaken: Failure = { code: 'overloaded', message: notWritten };
const taken = 'Something with this name or id is there already. Look at what there is, or choose another.';
const unexplained =
  'Internal error of the database. Nothing was charged that was not delivered. Send the request again.';
const textOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/**
 * Answers batches: what is to be settled in one transaction, then each request in one of its own. The answer is made
 * after the commit, so whoever gets it may tell the client.
 */
export function makeBatchServer(database: DatabaseSync, { instanceId, makeRoom, onBroken }: Parts) {
  const settleBatch = makeSettleBatch(database);
  const operations = makeOperations(database, { instanceId, settleBatch });
  type Settled = BatchAnswer['settled'][number];
  let isBroken = false;

  const failureOf = (cause: unknown): Failure => {
    if (cause instanceof GatewayError) return { code: cause.code, message: cause.message };
    const kind = failureKind(cause);
    const detail = textOf(cause);
    if (kind === 'constraint') return { code: 'conflict', message: taken, detail };
    if (kind === 'full') return { code: 'overloaded', message: notWritten, detail };
    if (kind !== 'broken' && kind !== 'corrupt') return { code: 'internal', message: unexplained, detail };
    isBroken = true;
    onBroken(detail);
    return { code: 'overloaded', message: notWritten, detail };
  };

  const withRoom = <Result>(write: () => Result): Result => {
    try {
      return write();
    } catch (cause) {
      if (failureKind(cause) !== 'full' || !makeRoom()) throw cause;
      return write();
    }
  };

  const settle = (calls: readonly Settlement[]): readonly Settled[] => {
    if (isBroken) return calls.map(() => notTaken);
    try {
      return withRoom(() => transaction(database, () => settleBatch(calls)));
    } catch (cause) {
      // One row that cannot be written must not take the others with it.
      const ofOneRow = ['constraint', 'other'].includes(failureKind(cause));
      if (ofOneRow && calls.length > 1) return calls.flatMap((call) => settle([call]));
      const failure = failureOf(cause);
      return calls.map(() => failure);
    }
  };

  const answer = ({ name, parameters }: Request): Answer => {
    // Also what stands behind the failure in one batch with it.
    if (isBroken) return { failure: notTaken };
    try {
      const operation = operations[name as keyof typeof operations] as (...values: readonly unknown[]) => unknown;
      return { value: withRoom(() => operation(...parameters)) };
    } catch (cause) {
      return { failure: failureOf(cause) };
    }
  };

  return ({ settle: text, requests }: Batch): BatchAnswer => {
    const calls = text === null ? [] : readSettlements(text, instanceId);
    return { settled: calls.length === 0 ? [] : settle(calls), answers: requests.map(answer) };
  };
}
