import type { ErrorCode } from '../../errors/codes.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { SettledCall, StoreHealth } from '../../metering/ledger-records.ts';
import type { NanoCredits } from '../../shared/money.ts';
import type { Operations } from '../sqlite/operations.ts';
import { rowsOfObject, rowsOfStep, type ItemRow } from './object-rows.ts';
import { writeCalls, type WrittenCalls } from './settle-row.ts';

/** A named operation with its arguments. */
export interface Request {
  readonly name: string;
  readonly parameters: readonly unknown[];
  /** How many rows it writes, where they are many. */
  readonly rows?: number;
}

/** Everything that one turn of the event loop wants of the database: written in one transaction, then the requests in order. */
export interface Batch {
  readonly now: number;
  /** Null: nothing is to be settled. */
  readonly settle: WrittenCalls | null;
  readonly requests: readonly Request[];
}

/** A failure that crosses the thread: the gateway's error by its code, or a failure of the store. */
export interface Failure {
  readonly code: ErrorCode;
  /** Public. */
  readonly message: string;
  /** The field that the caller must change. */
  readonly param?: string;
  /** The message of the database, for the log only. */
  readonly detail?: string;
}

/** A refusal of the gateway's own, as it crosses the thread. */
export const refusalOf = ({ code, message, param }: GatewayError): Failure => ({
  ...{ code, message },
  ...(param !== null && { param }),
});

export type Answer<Value = unknown> = { readonly value: Value } | { readonly failure: Failure };

/** Answer to a batch. `settled` has one place a row: null: as asked; a number: the charge that was in the books already. */
export interface BatchAnswer {
  readonly settled: readonly (null | bigint | Failure)[];
  readonly answers: readonly Answer[];
}

/** The store's end of a connection to the database: of its worker thread, or of a server. */
export interface Connection {
  /** Asks for a named operation, in its own transaction. Rejects with a {@link GatewayError}. */
  readonly ask: <Name extends keyof Operations>(
    name: Name,
    ...parameters: Parameters<Operations[Name]>
  ) => Promise<ReturnType<Operations[Name]>>;
  /** Writes a call, with everything else that this turn of the event loop settles. Resolves with the charge in the books. */
  readonly settle: (call: SettledCall) => Promise<NanoCredits>;
  readonly health: () => StoreHealth;
  /** Settled calls that wait on a disk of this instance for a database that is away; absent: there is no such place. */
  readonly spooled?: () => number;
  /** Waits for requests under way, then closes the file. */
  readonly close: () => Promise<void>;
}

/** So many characters take as long to copy and to write as a short row: a batch has 32 MiB at most, or one request. */
const charactersOfRow = 65_536;

const rowsOfText = (...texts: readonly string[]): number =>
  Math.floor(texts.reduce((sum, { length }) => sum + length, 0) / charactersOfRow);

const rowsOfItems = (items: readonly ItemRow[]): number => items.length + rowsOfText(...items.map(({ body }) => body));

/** Of what is read: at most so many bytes. */
const rowsRead = (most: number): number => 1 + Math.floor(most / charactersOfRow);

/** Rows that a request writes or reads, by its name and parameters; one if it is not listed. */
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
  findWorkspaceItem: (_, _id, [, most]) => rowsRead(most),
  pageItems: (_, _facts, most) => rowsRead(most),
  changeObject: ({ fields = '' }) => 1 + rowsOfText(fields),
  journal: (calls) => calls.length,
  addRefusals: (refused) => refused.length,
  dropItems: () => rowsOfStep,
  deleteObject: () => rowsOfObject,
  forgetDeletedObjects: () => rowsOfStep,
  // Copied inside of the database, in a fifth of the time.
  revealObjects: () => mostRows,
};

function rowsOf<Name extends keyof Operations>(
  name: Name,
  parameters: Parameters<Operations[Name]>,
): { readonly rows?: number } {
  const count = manyRows[name];
  return count ? { rows: count(...parameters) } : {};
}

/** Asks and settles over a queue of batches. */
export const askOver = ({ ask, settle }: BatchQueue): Pick<Connection, 'ask' | 'settle'> => ({
  ask: (name, ...parameters) =>
    ask({ name, parameters, ...rowsOf(name, parameters) }) as Promise<ReturnType<Operations[typeof name]>>,
  settle,
});

export const databaseClosed: Failure = { code: 'overloaded', message: 'The database is closed.' };

/** Most rows in one transaction. */
const mostRows = 512;

/**
 * A commit costs the same for one row as for many. Where several wait when one ends, calls come faster than commits: then the
 * next one waits a moment for more, up to this many rows. A row that is alone does not wait.
 */
const enoughRows = 16;
const gatherMilliseconds = 1;

const nextTurn = (action: () => void): void => void setImmediate(action);
const inAMoment = (action: () => void): void => void setTimeout(action, gatherMilliseconds);

interface Waiting<Value> {
  readonly resolve: (value: Value) => void;
  readonly reject: (cause: unknown) => void;
}

interface RequestFacts extends Waiting<unknown> {
  readonly request: Request;
}

interface Settling extends Waiting<NanoCredits> {
  readonly call: SettledCall;
}

interface Flight {
  readonly settling: readonly Settling[];
  readonly facts: readonly RequestFacts[];
}

/** A failure that has crossed the thread. */
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
  flight.facts.forEach(({ resolve, reject }, index) => {
    const given: Answer | undefined = answer.answers[index];
    if (given && 'value' in given) resolve(given.value);
    else reject(errorOf(given?.failure ?? { code: 'internal', message: 'The database gave no answer.' }));
  });
}

/** How many requests go together: what is settled meanwhile waits for all of them. One goes in any case. */
function enoughAsked(facts: readonly RequestFacts[]): number {
  let rows = 0;
  const end = facts.findIndex(({ request }) => (rows += request.rows ?? 1) > mostRows);
  return end === -1 ? facts.length : Math.max(1, end);
}

function refuse(flight: Flight, failure: Failure): void {
  for (const { reject } of flight.settling) reject(errorOf(failure));
  for (const { reject } of flight.facts) reject(errorOf(failure));
}

/**
 * Gathers what is wanted of the database into batches. While one is being written the next one grows: the longer the disk
 * takes, the more rows a commit carries.
 */
interface BatchQueue {
  readonly ask: (request: Request) => Promise<unknown>;
  readonly settle: (call: SettledCall) => Promise<NanoCredits>;
  /** A batch has been answered: its promises end, and the next batch goes out. */
  readonly answered: (answer: BatchAnswer) => void;
  /** Rejects all that waits and all that comes. */
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
  let settling: Settling[] = [];
  let facts: RequestFacts[] = [];
  let scheduled = false;
  let ended: Failure | null = null;
  /** The batch that is being written; null: none is. */
  let flight: Flight | null = null;
  const idle: (() => void)[] = [];

  const send = (): void => {
    const next: Flight = { settling: settling.slice(0, mostRows), facts: facts.slice(0, enoughAsked(facts)) };
    settling = settling.slice(mostRows);
    facts = facts.slice(next.facts.length);
    flight = next;
    const settle = next.settling.length === 0 ? null : writeCalls(next.settling.map(({ call }) => call));
    post({ now: now(), settle, requests: next.facts.map(({ request }) => request) });
  };

  const flush = (): void => {
    scheduled = false;
    if (flight !== null) return;
    if (settling.length + facts.length > 0) send();
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

  const isWorthWaiting = (): boolean => facts.length === 0 && settling.length > 1 && settling.length < enoughRows;

  return {
    ask: (request) => enlist((waiting) => facts.push({ request, ...waiting })),
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
      refuse({ settling, facts }, failure);
      flight = null;
      settling = [];
      facts = [];
      flush();
    },
    drained: () =>
      new Promise((resolve) => {
        idle.push(resolve);
        schedule(nextTurn);
      }),
  };
}
