import type { DatabaseSync } from 'node:sqlite';
import { makeAttempt, notTaken } from './attempt.ts';
import { makeDaybook } from './daybook.ts';
import { neverLost, type FileWatch } from './file-watch.ts';
import { makeOperations, type Operations } from './operations.ts';
import type { Answer, Batch, BatchAnswer, Request } from './protocol.ts';
import { makeSettleBatch } from './settle-batch.ts';
import { readCalls, type Settlement, type WrittenCalls } from './settle-row.ts';
import { transaction } from './transaction.ts';

interface Parts {
  readonly instanceId: string;
  /** Called when the disk is full. Answers whether trying once more can help. */
  readonly makeRoom: () => boolean;
  /** Whether the disk is nearly full. Then calls go straight to the books: what waits might find no room to be posted. */
  readonly isShort: () => boolean;
  /** What was done while the files were lost is not acknowledged: nobody would find it. Absent: there are none to lose. */
  readonly files?: FileWatch;
  /** Called when nobody can say any more what is on the disk. */
  readonly onBroken: (reason: string) => void;
}

/** The one user of the database. */
export interface BatchServer {
  /**
   * Answers a batch: what is to be settled in one transaction, then each request in one of its own. The answer is made
   * after the commit, so whoever gets it may tell the client.
   */
  readonly answer: (batch: Batch) => BatchAnswer;
  /** Posts the calls that were only written down. */
  readonly post: () => void;
  /** How many those are. */
  readonly waiting: () => number;
}

export function makeBatchServer(
  database: DatabaseSync,
  { instanceId, isShort, files = neverLost, ...parts }: Parts,
): BatchServer {
  const attempt = makeAttempt(parts);
  const settleBatch = makeSettleBatch(database);
  const daybook = makeDaybook(database, instanceId, settleBatch);
  const { ofTheBooks, others } = makeOperations(database, { instanceId, settleBatch });
  const operations: Operations = { ...ofTheBooks, ...others };
  const isOfTheBooks = ({ name }: Request): boolean => name in ofTheBooks;
  type Settled = BatchAnswer['settled'][number];

  /** Null: these calls have to go into the books at once. */
  const enter = (written: WrittenCalls): readonly Settled[] | null => {
    const entered = attempt(() => daybook.enter(written));
    if ('failure' in entered) return written.ids.map(() => entered.failure);
    return entered.value ? written.ids.map(() => null) : null;
  };

  const settle = (calls: readonly Settlement[]): readonly Settled[] => {
    const written = attempt(() => transaction(database, () => settleBatch(calls)));
    if ('value' in written) return written.value;
    // What befalls the disk befalls every call. Else one row is at fault, and must not take the others with it.
    if (written.failure.code !== 'overloaded' && calls.length > 1) return calls.flatMap((call) => settle([call]));
    return calls.map(() => written.failure);
  };

  const perform = ({ name, parameters }: Request): Answer =>
    attempt(() => {
      const operation = operations[name as keyof Operations] as (...values: readonly unknown[]) => unknown;
      return operation(...parameters);
    });

  const answerFromBooks = ({ settle: written, requests }: Batch): BatchAnswer => {
    const posted = attempt(daybook.post);
    if ('failure' in posted) {
      const settled = written?.ids.map(() => posted.failure) ?? [];
      return { settled, answers: requests.map(() => posted) };
    }
    const settled = written ? settle(readCalls(written.text, instanceId)) : [];
    return { settled, answers: requests.map(perform) };
  };

  const answerWhole = (batch: Batch): BatchAnswer => {
    const { settle: written, requests } = batch;
    if (isShort() || requests.some(isOfTheBooks)) return answerFromBooks(batch);
    const settled = written ? enter(written) : [];
    return settled ? { settled, answers: requests.map(perform) } : answerFromBooks(batch);
  };

  const refused = ({ settle: written, requests }: Batch): BatchAnswer => ({
    settled: written?.ids.map(() => notTaken) ?? [],
    answers: requests.map(() => ({ failure: notTaken })),
  });

  return {
    answer: (batch) => {
      if (files.loss() !== 'none') return refused(batch);
      const answer = answerWhole(batch);
      return files.lossAfter() === 'none' ? answer : refused(batch);
    },
    post: () => {
      if (files.loss() !== 'none') return;
      attempt(daybook.post);
      files.lossAfter();
    },
    waiting: daybook.waiting,
  };
}
