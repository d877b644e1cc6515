import type { ErrorCode } from '../../errors/codes.ts';
import type { StoreHealth } from '../../metering/ledger-records.ts';
import type { WrittenCalls } from './settle-row.ts';

/** What the worker thread is started with. */
export interface WorkerSettings {
  readonly path: string;
  readonly instanceId: string;
  readonly now: number;
  /** Bytes kept in reserve on the disk; 0 keeps none. */
  readonly ballastBytes: number;
}

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

/** A failure that crosses the thread: our own error by its code, or what befell the store. */
export interface Failure {
  readonly code: ErrorCode;
  /** Public. */
  readonly message: string;
  /** What the database said, for the log alone. */
  readonly detail?: string;
}

export type Answer<Value = unknown> = { readonly value: Value } | { readonly failure: Failure };

/** Answer to a batch. `settled` has one place a row: null: as asked; a number: the charge that was in the books already. */
export interface BatchAnswer {
  readonly settled: readonly (null | bigint | Failure)[];
  readonly answers: readonly Answer[];
}

export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'health'; readonly health: StoreHealth }
  | ({ readonly kind: 'answer' } & BatchAnswer);
