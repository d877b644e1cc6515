import type { ErrorCode } from '../../errors/codes.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { SettledCall, StoreHealth } from '../../metering/ledger-records.ts';
import type { NanoCredits } from '../../shared/money.ts';
import { causeMessage } from '../../shared/log.ts';
import type { Operations } from '../operations/operations.ts';
import { rowsOfObject, rowsOfStep, type ItemRow } from './object-rows.ts';
import { writeCalls, type SettlementText } from './settle-row.ts';

/** A named operation with its arguments. */
export interface Request {
  readonly name: string;
  readonly parameters: readonly unknown[];
  /** How many rows it writes or reads; absent: one. */
  readonly rows?: number;
}

/** What one turn of the event loop wants from the database: calls, settled in one transaction, then the requests in order. */
export interface Batch {
  readonly now: number;
  /** Null: nothing is to be settled. */
  readonly settle: SettlementText | null;
  readonly requests: readonly Request[];
}

/** A failure as it crosses between threads: a gateway error by its code, or a failure of the store. */
export interface Failure {
  readonly code: ErrorCode;
  /** Public. */
  readonly message: string;
  /** The field that the caller must change. */
  readonly param?: string;
  /** The message of the database, for the log only. */
  readonly detail?: string;
}

/** A gateway error as it crosses between threads. */
const refusalOf = ({ code, message, param }: GatewayError): Failure => ({
  ...{ code, message },
  ...(param !== null && { param }),
});

/** What a failure of the database means for the caller: the content was refused, nothing was written, or there is no explanation. */
type FailureMeaning = 'taken' | 'not written' | 'unexplained';

const meanings: Readonly<Record<FailureMeaning, Pick<Failure, 'code' | 'message'>>> = {
  taken: {
    code: 'conflict',
    message: 'Something with this name or id is there already. Look at what there is, or choose another.',
  },
  'not written': {
    code: 'overloaded',
    message: 'The database did not complete the request, which was not acknowledged. Try again later.',
  },
  unexplained: {
    code: 'internal',
    message: 'Internal error of the database. Nothing was charged that was not delivered. Send the request again.',
  },
};

/** A refusal of everything, of which the log knows the cause already. */
export const notWritten: Failure = meanings['not written'];

/** A failure of an engine as an error of the gateway. An error of the gateway stays what it is. */
export const storeFailure = (meaning: FailureMeaning, cause: unknown): Failure =>
  cause instanceof GatewayError ? refusalOf(cause) : { ...meanings[meaning], detail: causeMessage(cause) };

export type Answer<Value = unknown> = { readonly value: Value } | { readonly failure: Failure };

/** The answer to a batch. `settled` has one place for each call: null if it was charged as asked, or the charge already in the books. */
export interface BatchAnswer {
  readonly settled: readonly (null | bigint | Failure)[];
  readonly answers: readonly Answer[];
}

/** A connection to the database, behind which is a worker thread or a server. */
export interface Connection {
  /** Runs a named operation in its own transaction. Rejects with a {@link GatewayError}. */
  readonly ask: <Name extends keyof Operations>(
    name: Name,
    ...parameters: Parameters<Operations[Name]>
  ) => Promise<ReturnType<Operations[Name]>>;
  /** Writes a call together with all others that settle in this turn of the event loop. Resolves with the charge in the books. */
  readonly settle: (call: SettledCall) => Promise<NanoCredits>;
  readonly health: () => StoreHealth;
  /** Settled calls that wait on this instance's disk for an unreachable database; absent: there is no such place. */
  readonly spooled?: () => number;
  /** Waits for requests under way, then closes the file. */
  readonly close: () => Promise<void>;
}

/** This many characters take as long to copy and write as a short row. So a batch has at most 32 MiB, or one request. */
const charactersOfRow = 65_536;

const rowsOfText = (...texts: readonly string[]): number =>
  Math.floor(texts.reduce((sum, { length }) => sum + length, 0) / charactersOfRow);

const rowsOfItems = (items: readonly ItemRow[]): number => items.length + rowsOfText(...items.map(({ body }) => body));

/** @param most bytes that are read at most */
const rowsRead = (most: number): number => 1 + Math.floor(most / charactersOfRow);

/** How many rows a request writes or reads, by its name and parameters; one if it is not listed. */
const manyRows: { readonly [Name in keyof Operations]?: (...parameters: Parameters<Operations[Name]>) => number } = {
  keepObjects: (writes) =>
    writes.reduce(
      (sum, write) => sum + 1 + ('add' in write ? rowsOfText(write.add.fields) : 0) + rowsOfItems(write.items),
      0,
    ),
  stageObject: ({ fields }) => 1 + rowsOfText(fields),
  stageItems: (_, items) => rowsOfItems(items),
  findObject: (_, _now, most) => rowsRead(most),
  pageObjects: (_, _now, most) => rowsRead(most),
  searchObjects: () => mostRows,
  unchargedBatches: (_, most) => rowsRead(most),
  allItems: (_, _part, most) => rowsRead(most),
  findItem: (_, _id, most) => rowsRead(most),
  findWorkspaceItem: (_, _id, { most }) => rowsRead(most),
  pageItems: (_, _facts, most) => rowsRead(most),
  changeObject: ({ fields = '' }) => 1 + rowsOfText(fields),
  journal: (calls) => calls.length,
  addRefusals: (refused) => refused.length,
  dropItems: () => rowsOfStep,
  deleteObject: () => rowsOfObject,
  forgetDeletedObjects: () => rowsOfStep,
  // Copied within the database, in a fifth of the time.
  revealObjects: () => mostRows,
};

function rowsOf<Name extends keyof Operations>(
  name: Name,
  parameters: Parameters<Operations[Name]>,
): { readonly rows?: number } {
  const count = manyRows[name];
  return count ? { rows: count(...parameters) } : {};
}

/** The methods of a connection over a queue of batches. */
export const askOver = ({ ask, settle }: BatchQueue): Pick<Connection, 'ask' | 'settle'> => ({
  ask: (name, ...parameters) =>
    ask({ name, parameters, ...rowsOf(name, parameters) }) as Promise<ReturnType<Operations[typeof name]>>,
  settle,
});

export const databaseClosed: Failure = { code: 'overloaded', message: 'The database is closed.' };

/** The most rows in one transaction. */
export const mostRows = 512;

/**
 * A commit costs the same for one row as for many. If several rows wait when a commit ends, calls arrive faster than commits complete,
 * and the next commit waits a moment for more, up to this many rows. A single row does not wait.
 */
const enoughRows = 16;
const gatherMilliseconds = 1;

const nextTurn = (action: () => void): void => void setImmediate(action);
const inAMoment = (action: () => void): void => void setTimeout(action, gatherMilliseconds);

interface Waiting<Value> {
  readonly resolve: (value: Value) => void;
  readonly reject: (cause: unknown) => void;
}

interface WaitingRequest extends Waiting<unknown> {
  readonly request: Request;
}

interface WaitingCall extends Waiting<NanoCredits> {
  readonly call: SettledCall;
}

interface Flight {
  readonly settling: readonly WaitingCall[];
  readonly requests: readonly WaitingRequest[];
}

/** Restores the error of a failure that has crossed between threads. */
export const errorOf = ({ code, message, param, detail }: Failure): GatewayError =>
  new GatewayError(code, message, {
    ...(param !== undefined && { param }),
    ...(detail !== undefined && { cause: new Error(detail) }),
  });

function deliver(flight: Flight, answer: BatchAnswer): void {
  flight.settling.forEach(({ call, resolve, reject }, index) => {
    const settled = answer.settled[index] ?? null;
    if (settled === null) resolve(call.charge);
    else if (typeof settled === 'bigint') resolve(settled);
    else reject(errorOf(settled));
  });
  flight.requests.forEach(({ resolve, reject }, index) => {
    const given: Answer | undefined = answer.answers[index];
    if (given && 'value' in given) resolve(given.value);
    else reject(errorOf(given?.failure ?? { code: 'internal', message: 'The database gave no answer.' }));
  });
}

/** How many requests go into one batch: calls that settle meanwhile wait for all of them. At least one. */
function mostTogether(requests: readonly WaitingRequest[]): number {
  let rows = 0;
  const end = requests.findIndex(({ request }) => (rows += request.rows ?? 1) > mostRows);
  return end === -1 ? requests.length : Math.max(1, end);
}

function refuse(flight: Flight, failure: Failure): void {
  for (const { reject } of flight.settling) reject(errorOf(failure));
  for (const { reject } of flight.requests) reject(errorOf(failure));
}

/**
 * Gathers requests and settled calls into batches. While one batch is written the next one grows: the longer the disk takes, the
 * more rows a commit carries.
 */
export interface BatchQueue {
  readonly ask: (request: Request) => Promise<unknown>;
  readonly settle: (call: SettledCall) => Promise<NanoCredits>;
  /** Takes the answer to the current batch: settles its promises, and sends the next batch. */
  readonly answered: (answer: BatchAnswer) => void;
  /** Rejects everything that waits, and everything that is added later. */
  readonly end: (failure: Failure) => void;
  /** Resolves when nothing waits. */
  readonly drained: () => Promise<void>;
}

interface QueueParts {
  /** Sends a batch to the worker. */
  readonly post: (batch: Batch) => void;
  readonly now: () => number;
}

export function makeBatchQueue({ post, now }: QueueParts): BatchQueue {
  let settling: WaitingCall[] = [];
  let requests: WaitingRequest[] = [];
  let scheduled = false;
  let ended: Failure | null = null;
  /** The batch that is being written; null if there is none. */
  let flight: Flight | null = null;
  const idle: (() => void)[] = [];

  const send = (): void => {
    const next: Flight = { settling: settling.slice(0, mostRows), requests: requests.slice(0, mostTogether(requests)) };
    settling = settling.slice(mostRows);
    requests = requests.slice(next.requests.length);
    flight = next;
    const settle = next.settling.length === 0 ? null : writeCalls(next.settling.map(({ call }) => call));
    post({ now: now(), settle, requests: next.requests.map(({ request }) => request) });
  };

  const flush = (): void => {
    scheduled = false;
    if (flight !== null) return;
    if (settling.length + requests.length > 0) send();
    else for (const resolve of idle.splice(0)) resolve();
  };

  const schedule = (later: typeof nextTurn): void => {
    if (scheduled) return;
    scheduled = true;
    later(flush);
  };

  const enlist = <Value>(add: (waiting: Waiting<Value>) => void): Promise<Value> =>
    new Promise((resolve, reject) => {
      if (ended) return reject(errorOf(ended));
      add({ resolve, reject });
      schedule(nextTurn);
    });

  const isWorthWaiting = (): boolean => requests.length === 0 && settling.length > 1 && settling.length < enoughRows;

  return {
    ask: (request) => enlist((waiting) => requests.push({ request, ...waiting })),
    settle: (call) => enlist((waiting) => settling.push({ call, ...waiting })),
    answered: (answer) => {
      if (flight) deliver(flight, answer);
      flight = null;
      if (isWorthWaiting()) schedule(inAMoment);
      else flush();
    },
    end: (failure) => {
      ended = failure;
      if (flight) refuse(flight, failure);
      refuse({ settling, requests }, failure);
      flight = null;
      settling = [];
      requests = [];
      flush();
    },
    drained: () =>
      new Promise((resolve) => {
        idle.push(resolve);
        schedule(nextTurn);
      }),
  };
}
