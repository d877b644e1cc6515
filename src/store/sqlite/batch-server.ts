import type { DatabaseSync } from 'node:sqlite';
import type { StoreHealth } from '../../metering/ledger-records.ts';
import { reads, snapshots, type Operations } from '../operations/operations.ts';
import {
  notWritten,
  storeFailure,
  type Answer,
  type Batch,
  type BatchAnswer,
  type Failure,
  type Request,
} from '../shared/batch-queue.ts';
import type { LinePlace, Posted } from './batch-lines.ts';
import { neverLost, type DatabaseFileWatch } from './checks/database-files.ts';
import { makeSettlementJournal, type SettlementJournal } from './journal.ts';
import { makeOperations } from './operations.ts';
import { failureKind, transaction, type FailureKind } from './query.ts';
import { makeSettleBatch, type SettleBatch } from './settle-batch.ts';
import { readCalls, type Settlement, type SettlementText } from '../shared/settle-row.ts';

/** The start data of the worker thread. */
export interface WorkerSettings {
  readonly path: string;
  readonly instanceId: string;
  readonly now: number;
  /** Bytes kept in reserve on the disk; 0: none. */
  readonly ballastBytes: number;
  /** True: batches come from several instances, over lines of their own, and `instanceId` only finishes what earlier ones left. */
  readonly isShared?: boolean;
}

export type WorkerMessage =
  /** `place`: where workers send their batches; null: only this process has any. */
  | { readonly kind: 'ready'; readonly place: LinePlace | null }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'health'; readonly health: StoreHealth }
  | ({ readonly kind: 'answer' } & BatchAnswer);

interface Parts {
  /** Whether several instances use the database. */
  readonly isShared?: boolean;
  /** Called if the disk is full. Returns whether another attempt may help. */
  readonly makeRoom: () => boolean;
  /** Whether the disk is nearly full. Then calls go straight to the books, because there might be no space to post waiting calls. */
  readonly isShort: () => boolean;
  /** Whether the files have been lost. Writes to lost files are not acknowledged. Absent: there are none to lose. */
  readonly files?: DatabaseFileWatch;
  /** Makes committed data durable. Absent: each commit is. */
  readonly sync?: () => void;
  /** Called if the state of the disk is unknown. */
  readonly onBroken: (reason: string) => void;
}

/** Serves one instance. */
interface BatchServer {
  /**
   * Answers a batch: settles its calls in one transaction, then runs each request in one of its own. The answer is made when all of it
   * is durable, so its receiver may answer the client.
   */
  readonly answer: (batch: Batch) => BatchAnswer;
}

/** The only user of the database, which serves all instances. */
export interface BatchServers {
  /** The server of an instance, with prepared statements of its own. */
  readonly of: (instanceId: string) => BatchServer;
  /** Answers batches of several instances, in order. All of them wait for the disk once. */
  readonly answer: (posted: readonly Posted[]) => readonly BatchAnswer[];
  /** The instance is gone. */
  readonly drop: (instanceId: string) => void;
  /** Posts the calls that were only journalled. Not synced: if that is lost, they are posted again. */
  readonly post: () => void;
  /** The number of those calls. */
  readonly waiting: () => number;
}

/** The state that all instances share: the journal and the disk. */
interface Shared extends Pick<Parts, 'isShort'> {
  readonly isShared: boolean;
  readonly attempt: Attempt;
  readonly settleBatch: SettleBatch;
  readonly settlementJournal: SettlementJournal;
}

type Settled = BatchAnswer['settled'][number];

function makeAnswer(database: DatabaseSync, instanceId: string, shared: Shared): BatchServer['answer'] {
  const { isShared, isShort, attempt, settleBatch, settlementJournal } = shared;
  const { ledgerOperations, others } = makeOperations(database, { instanceId, isShared, settleBatch });
  const operations: Operations = { ...ledgerOperations, ...others };
  const isLedgerRequest = ({ name }: Request): boolean => name in ledgerOperations;

  /** Null: these calls have to go into the books at once. */
  const enter = (written: SettlementText): readonly Settled[] | null => {
    const entered = attempt(() => settlementJournal.enter(written, instanceId));
    if ('failure' in entered) return written.ids.map(() => entered.failure);
    return entered.value ? written.ids.map(() => null) : null;
  };

  const settle = (calls: readonly Settlement[]): readonly Settled[] => {
    const written = attempt(() => transaction(database, () => settleBatch(calls)));
    if ('value' in written) return written.value;
    // A failure of the disk concerns every call. Otherwise one row is at fault, and must not fail the others.
    if (written.failure.code !== 'overloaded' && calls.length > 1) return calls.flatMap((call) => settle([call]));
    return calls.map(() => written.failure);
  };

  const perform = ({ name, parameters }: Request): Answer =>
    attempt(() => {
      const known = name as keyof Operations;
      const operation = operations[known] as (...values: readonly unknown[]) => unknown;
      const isRead = reads.has(known) || snapshots.has(known);
      return isRead ? operation(...parameters) : transaction(database, () => operation(...parameters));
    });

  const answerFromBooks = ({ settle: written, requests }: Batch): BatchAnswer => {
    const posted = attempt(settlementJournal.post);
    if ('failure' in posted) {
      const settled = written?.ids.map(() => posted.failure) ?? [];
      return { settled, answers: requests.map(() => posted) };
    }
    const settled = written ? settle(readCalls(written.text, instanceId)) : [];
    return { settled, answers: requests.map(perform) };
  };

  return (batch) => {
    const { settle: written, requests } = batch;
    if (isShort() || requests.some(isLedgerRequest)) return answerFromBooks(batch);
    const settled = written ? enter(written) : [];
    return settled ? { settled, answers: requests.map(perform) } : answerFromBooks(batch);
  };
}

const refused = ({ settle: written, requests }: Batch): BatchAnswer => ({
  settled: written?.ids.map(() => notWritten) ?? [],
  answers: requests.map(() => ({ failure: notWritten })),
});

export function makeBatchServers(
  database: DatabaseSync,
  { isShared = false, isShort, files = neverLost, sync = () => undefined, ...parts }: Parts,
): BatchServers {
  const attempt = makeAttempt(parts);
  const settleBatch = makeSettleBatch(database, isShared);
  const settlementJournal = makeSettlementJournal(database, settleBatch);
  const shared = { isShared, isShort, attempt, settleBatch, settlementJournal };
  const writers = new Map<string, BatchServer['answer']>();

  /** Writes what a batch asks for, which is not durable yet. */
  const write = ({ from, batch }: Posted): BatchAnswer => {
    const writer = writers.get(from) ?? makeAnswer(database, from, shared);
    writers.set(from, writer);
    return writer(batch);
  };

  const answerAll = (posted: readonly Posted[]): readonly BatchAnswer[] => {
    const refuseAll = () => posted.map(({ batch }) => refused(batch));
    if (files.loss() !== 'none') return refuseAll();
    const answers = posted.map(write);
    return 'value' in attempt(sync) && files.lossAfter() === 'none' ? answers : refuseAll();
  };

  return {
    of: (from) => ({ answer: (batch) => answerAll([{ from, batch }])[0] ?? refused(batch) }),
    answer: answerAll,
    drop: (instanceId) => void writers.delete(instanceId),
    post: () => {
      if (files.loss() !== 'none') return;
      attempt(settlementJournal.post);
      files.lossAfter();
    },
    waiting: settlementJournal.waiting,
  };
}

const meanings: Readonly<Record<FailureKind, Parameters<typeof storeFailure>[0]>> = {
  busy: 'unexplained',
  corrupt: 'not written',
  full: 'not written',
  constraint: 'taken',
  broken: 'not written',
  other: 'unexplained',
};

/** Runs an action on the database and returns its result; runs it again if space was freed on a full disk. */
type Attempt = <Value>(action: () => Value) => Answer<Value>;

/** After a failure that leaves the state of the disk unknown, nothing more runs, not even the rest of the batch. */
function makeAttempt({ makeRoom, onBroken }: Pick<Parts, 'makeRoom' | 'onBroken'>): Attempt {
  let isBroken = false;

  const failureOf = (cause: unknown): Failure => {
    const kind = failureKind(cause);
    const failure = storeFailure(meanings[kind], cause);
    if (kind === 'broken' || kind === 'corrupt') {
      isBroken = true;
      onBroken(failure.detail ?? failure.message);
    }
    return failure;
  };

  const withRoom = <Value>(action: () => Value): Value => {
    try {
      return action();
    } catch (cause) {
      if (failureKind(cause) !== 'full' || !makeRoom()) throw cause;
      return action();
    }
  };

  return (action) => {
    if (isBroken) return { failure: notWritten };
    try {
      return { value: withRoom(action) };
    } catch (cause) {
      return { failure: failureOf(cause) };
    }
  };
}

/** The most journalled calls that are posted together. More would save next to nothing, and delay the next answer. */
const mostWaiting = 128;
const postMilliseconds = 100;

/** Decides when journalled calls are posted: when there are many, or after a moment. */
interface Posting {
  /** Called after each answer. */
  readonly look: () => void;
  /** Posts what waits, and nothing later. */
  readonly end: () => void;
}

export function postInTime({ post, waiting }: Pick<BatchServers, 'post' | 'waiting'>): Posting {
  let timer: NodeJS.Timeout | null = null;
  let soon = false;

  const run = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
    soon = false;
    post();
  };

  return {
    look: () => {
      if (soon || waiting() === 0) return;
      soon = waiting() >= mostWaiting;
      if (soon) setImmediate(run);
      else timer ??= setTimeout(run, postMilliseconds);
    },
    end: run,
  };
}
