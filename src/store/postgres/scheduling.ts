import type { SettledCall } from '../../metering/ledger-records.ts';
import type { NanoCredits } from '../../shared/money.ts';
import type { Operations } from '../operations/operations.ts';
import {
  makeBatchQueue,
  mostRows,
  notWritten,
  type Answer,
  type Batch,
  type BatchAnswer,
  type BatchQueue,
  type Connection,
  type Failure,
  type Request,
} from '../shared/batch-queue.ts';
import type { Settling } from './settling.ts';

/** Reads that may take long, for people and for the checks of the books: what calls wait for has other connections. */
export const reports: ReadonlySet<keyof Operations> = new Set([
  'entries',
  'callsSlice',
  'usageSlice',
  'refusalSlice',
  'spent',
  'auditPage',
  'deliveries',
  'reconcileSlice',
  'verifySlice',
  'verifyAuditSlice',
] satisfies (keyof Operations)[]);

/** Says of a call whether its settlement must be in the database before a request. */
type Precedes = (call: Pick<SettledCall, 'workspaceId' | 'batchId'>) => boolean;

/** Settlements that an earlier process left, which wait for locked accounts apart from all others. */
export interface LeftSettlements {
  /** Whether there are any before a request. */
  readonly isAny: (isBefore: Precedes) => boolean;
  readonly count: () => number;
}

type PrecedingOf = { readonly [Name in keyof Operations]?: (...parameters: Parameters<Operations[Name]>) => Precedes };

const ofAny =
  (...workspaceIds: readonly string[]): Precedes =>
  ({ workspaceId }) =>
    workspaceIds.includes(workspaceId);
const none = (): Precedes => () => false;

/**
 * What goes one after the other, and for which settlements it waits, so that each answer is as new as the last of these that was
 * answered before it: what a lease or a reservation has left. An account that is locked keeps no other workspace from its requests.
 */
const precedingOf = {
  lease: (wishes) => ofAny(...wishes.map(({ workspaceId }) => workspaceId)),
  reserve: ({ workspaceId }) => ofAny(workspaceId),
  endReservation:
    (batch) =>
    ({ batchId }) =>
      batchId === batch,
  account: (workspaceId) => ofAny(workspaceId),
  release: () => () => true,
  journal: none,
  open: none,
  readBooks: none,
  beat: none,
  recover: none,
  // In the order in which things were done.
  appendAudit: none,
} satisfies PrecedingOf;

/** The names of what goes one after the other. */
export const queued: ReadonlySet<string> = new Set(Object.keys(precedingOf));

/** Which settlements must be in the database before an operation runs. */
const precedes = (name: keyof Operations, parameters: readonly unknown[]): Precedes =>
  (precedingOf as Readonly<Partial<Record<string, (...given: readonly unknown[]) => Precedes>>>)[name]?.(
    ...parameters,
  ) ?? none();

type NamesOf = {
  readonly [Name in keyof Operations]?: (...parameters: Parameters<Operations[Name]>) => readonly string[] | null;
};

const creditsOf = (workspaceId: string): readonly string[] => [`credits ${workspaceId}`];
const rowOf = (workspaceId: string): readonly string[] => [`workspace ${workspaceId}`];

/**
 * What asks for an account, or for rows of a workspace or a person, while others need its connection, and a name for each. What calls
 * wait for names an account as its workspace or its batch; changes by people name it differently, because they may meet another lock
 * besides.
 */
const lockedOf = {
  lease: (wishes) => wishes.map(({ workspaceId }) => workspaceId),
  reserve: ({ workspaceId }) => [workspaceId],
  endReservation: (batch) => [batch],
  recover: () => [],
  post: (_, { workspaceId }) => creditsOf(workspaceId),
  freeze: (_, workspaceId) => creditsOf(workspaceId),
  putWorkspace: (_, { id }) => rowOf(id),
  addKey: (_, { workspaceId }) => rowOf(workspaceId),
  // A revocation waits for its own key alone, and as long as the connection does.
  putKey: (_, { workspaceId, revokedAt }) => (revokedAt === null ? [`keys ${workspaceId}`] : null),
  addPasskey: (_, { personId }) => [`person ${personId}`],
  addMember: (_, { workspaceId }) => rowOf(workspaceId),
  putMember: (_, { workspaceId }) => rowOf(workspaceId),
  removeMember: (_, { workspaceId }) => rowOf(workspaceId),
  addAlert: (_, { workspaceId }) => rowOf(workspaceId),
} satisfies NamesOf;

/** Names of the rows that an operation locks, if it must not wait long for them; else null. */
export const locksOf = (name: keyof Operations, parameters: readonly unknown[]): readonly string[] | null =>
  (lockedOf as Readonly<Partial<Record<string, (...given: readonly unknown[]) => readonly string[] | null>>>)[name]?.(
    ...parameters,
  ) ?? null;

export type AnswerTo = (name: keyof Operations, parameters: readonly unknown[]) => Promise<Answer>;

/** Milliseconds for which requests wait for the settlements before them. */
const turnMilliseconds = 1_000;

const notInTurn: Answer = {
  failure: { ...notWritten, detail: 'Settlements before it are not in the database yet.' },
};

interface NamedRequest extends Pick<Request, 'parameters'> {
  readonly name: keyof Operations;
}

interface QueuesParts {
  readonly settling: Pick<Settling, 'settle' | 'caughtUp' | 'isLocked'>;
  readonly left: Pick<LeftSettlements, 'isAny'>;
  readonly isThere: () => boolean;
  readonly answerTo: AnswerTo;
  readonly now: () => number;
}

/** Settlements of locked accounts, which may take long: the calls of one turn go together, and wait for no others. */
function makeLockedOut({ settling, now }: Pick<QueuesParts, 'settling' | 'now'>) {
  const queues = new Set<BatchQueue>();
  let gathering: BatchQueue | null = null;
  let gathered = 0;
  let ended: Failure | null = null;

  const open = (): BatchQueue => {
    const queue = makeBatchQueue({
      post: ({ settle }) => {
        if (gathering === queue) gathering = null;
        if (settle === null) return;
        void settling.settle(settle, true).then((settled) => {
          queues.delete(queue);
          queue.answered({ settled, answers: [] });
        });
      },
      now,
    });
    queues.add(queue);
    gathered = 0;
    if (ended !== null) queue.end(ended);
    return queue;
  };
  return {
    settle: (call: SettledCall): Promise<NanoCredits> => {
      gathering ??= open();
      const settled = gathering.settle(call);
      gathered += 1;
      if (gathered === mostRows) gathering = null;
      return settled;
    },
    drained: async (): Promise<void> => {
      for (const queue of queues) await queue.drained();
    },
    end: (failure: Failure): void => {
      ended = failure;
      for (const queue of queues) queue.end(failure);
    },
  };
}

/** Settlements, and the requests that depend on them: a request waits for the settlements before it, and they wait for none. */
export function makeQueues({ settling, left, isThere, answerTo, now }: QueuesParts) {
  const settleAll = async ({ settle: written }: Batch): Promise<BatchAnswer> => ({
    settled: written ? await settling.settle(written, false) : [],
    answers: [],
  });
  const settlements = makeBatchQueue({ post: (batch) => void settleAll(batch).then(settlements.answered), now });
  const lockedOut = makeLockedOut({ settling, now });
  const inLockedOut = new Set<SettledCall>();
  /** Calls are settled in order, so that those before this one are answered with it. */
  let lastSettled: Promise<unknown> = Promise.resolve();

  const isInTurn = async (name: keyof Operations, isBefore: Precedes): Promise<boolean> => {
    // These draw on leases of an earlier process, which this one does not release.
    if (name !== 'release' && left.isAny(isBefore)) return false;
    return !inLockedOut.values().some(isBefore) && (await settling.caughtUp(turnMilliseconds, isBefore));
  };
  const answerAll = async ({ requests: asked }: Batch): Promise<BatchAnswer> => {
    // What is left of a lease is known only when everything that this instance charged before is in the database.
    await lastSettled.catch(() => undefined);
    const answers: Answer[] = [];
    for (const { name, parameters } of asked as readonly NamedRequest[]) {
      const isNext = (await isInTurn(name, precedes(name, parameters))) && isThere();
      answers.push(isNext ? await answerTo(name, parameters) : notInTurn);
    }
    return { settled: [], answers };
  };
  const requests = makeBatchQueue({ post: (batch) => void answerAll(batch).then(requests.answered), now });

  const settleLockedOut = (call: SettledCall): Promise<NanoCredits> => {
    inLockedOut.add(call);
    return lockedOut.settle(call).finally(() => inLockedOut.delete(call));
  };
  const settle: Connection['settle'] = (call) => {
    if (settling.isLocked(call.workspaceId)) return settleLockedOut(call);
    const settled = settlements.settle(call);
    lastSettled = settled;
    // Where it was not kept in the spool, it waits for the lock apart from the others.
    return settled.catch((cause: unknown) => {
      if (settling.isLocked(call.workspaceId)) return settleLockedOut(call);
      throw cause;
    });
  };
  const queues = [requests, settlements, lockedOut];
  return {
    settle,
    ask: requests.ask,
    drained: async (): Promise<void> => {
      for (const queue of queues) await queue.drained();
    },
    end: (failure: Failure): void => {
      for (const queue of queues) queue.end(failure);
    },
  };
}
