import type { AuditEvent } from '../shared/audit-event.ts';
import type { NanoCredits } from '../shared/money.ts';
import type { Span } from '../shared/time/calendar.ts';
import type { Usage } from '../shared/usage.ts';
import type { Outcome } from './hold.ts';
import type {
  AccountRecord,
  CallRecord,
  EntryKind,
  KeyUse,
  LeaseAnswer,
  LeaseSubject,
  LeaseWish,
  LedgerEntry,
  LimitUse,
  Mismatch,
  NewEntry,
  NewReservation,
  OpeningState,
  ReservationRecord,
  SettledCall,
  SpentLimit,
  StoreHealth,
} from './ledger-records.ts';

/** The ledger that metering writes and the control API reads, as a port of the store. */
export interface Ledger {
  /**
   * Whether other instances may spend the same credits. If so, this one spends only what it has leased. If not, every balance is its
   * own as a whole, and `lease`, `recall` and `onRecall` are never called.
   */
  readonly isShared: boolean;
  /**
   * Opens the books for this instance: settles the calls that dead instances left open (`recovered`), closes their leases and returns
   * the state of the books. If the store is not shared, every other instance is dead; if it is, one is dead after ten minutes without
   * a heartbeat, and at most 200 of the calls are settled at a time. State of live instances is unchanged. Called once, before any
   * admission.
   */
  readonly open: (now: number) => Promise<OpeningState>;
  /**
   * Records that this instance is alive, and does what `open` does for instances that have died since, and for what it left to do.
   * @returns how many of their calls were settled
   */
  readonly heartbeat: () => Promise<number>;
  /** Whether this instance leads: one of the live instances does, and runs what must run only once, such as the check of the books. */
  readonly leads: () => Promise<boolean>;
  /**
   * Leases, renews and gives back parts of balances and limits, by the database's clock. One answer for each wish, in order. A lease
   * that has ended is closed: the answer then has another id.
   */
  readonly lease: (wishes: readonly LeaseWish[]) => Promise<readonly LeaseAnswer[]>;
  /** Asks all other instances to give back idle credit of these subjects. Resolves when they have, or after 200 ms. */
  readonly recall: (subjects: readonly LeaseSubject[]) => Promise<void>;
  /** Calls `listener` when another instance recalls; that instance waits for its promise. The returned function unsubscribes. */
  readonly onRecall: (listener: (subjects: readonly LeaseSubject[]) => Promise<void>) => () => void;
  /**
   * Sets credit aside for a batch, out of what this instance has leased. It stays set aside, for all instances, until
   * `endReservation`. Called once for each batch.
   */
  readonly reserve: (reservation: NewReservation) => Promise<void>;
  /** What is set aside for a batch; null if its reservation has ended, or it has none. */
  readonly reservation: (batchId: string) => Promise<ReservationRecord | null>;
  readonly reservations: () => Promise<readonly ReservationRecord[]>;
  /** Frees what is left of a batch's reservation, once. Nothing more of the batch may be charged. */
  readonly endReservation: (batchId: string) => Promise<void>;
  /**
   * Durable when resolved. Idempotent by call id: a second settle of the same call changes nothing and returns the charge of the
   * first. Only if the call was recovered while its instance was merely cut off, what that charge lacks is charged as the call
   * `late:<id>`, what it has too much is refunded, and the charge of this call is returned.
   * @throws {GatewayError} `overloaded` if the disk is full or the database is unreachable; the call is then not in the books
   */
  readonly settle: (call: SettledCall) => Promise<NanoCredits>;
  /** Writes the progress of running calls, so that a crash does not make them free. Replaces earlier entries. */
  readonly journal: (calls: readonly SettledCall[]) => Promise<void>;
  /**
   * Adds a grant, top-up, refund, adjustment or expiry. Idempotent by `externalId`.
   * @param event written to the audit log together with the entry; not written if the entry existed already
   * @returns the entry in the books; `created` is false if the same one existed already, or one with the same external id that the
   *   gateway chose
   * @throws {GatewayError} `conflict` if the external id belongs to another entry, a refund exceeds what is left of the charge, or
   *   the entry is to keep within the balance and does not; `not_found` for a refund of an unknown call
   */
  readonly post: (
    entry: NewEntry,
    event?: AuditEvent,
  ) => Promise<{ readonly entry: LedgerEntry; readonly created: boolean }>;
  /**
   * Refuses all further calls of a workspace until `unfreeze`.
   * @param event written to the audit log in the same transaction
   */
  readonly freeze: (workspaceId: string, reason: string, event?: AuditEvent) => Promise<void>;
  /** @param event written to the audit log in the same transaction */
  readonly unfreeze: (workspaceId: string, event?: AuditEvent) => Promise<void>;
  /** Calls `listener` after every change of an account that did not come from `settle`. The returned function unsubscribes. */
  readonly subscribe: (listener: (account: AccountRecord) => void) => () => void;
  /** Gives back the leases of this instance. Every settle must have resolved before. */
  readonly release: () => Promise<void>;

  /** The account in the books; zeros for a workspace without any entry. */
  readonly account: (workspaceId: string) => Promise<AccountRecord>;
  /**
   * What an account was granted until now, and what calls that began before `at` were charged, in one consistent read.
   *
   * @param at a full quarter hour, a few days ago at most: the usage since then is summed in one query
   */
  readonly chargedBefore: (workspaceId: string, at: number) => Promise<ChargedBefore>;
  /** Newest first. */
  readonly entries: (query: EntryQuery) => Promise<Page<LedgerEntry>>;
  readonly call: (id: string) => Promise<CallRecord | null>;
  /**
   * Calls that match the filters, newest first, ordered by start or by settlement, whichever index serves the query. Read in pieces, so
   * that a search with few results does not delay settling.
   */
  readonly calls: (query: CallQuery) => Promise<Page<CallRecord>>;
  /** When the call began that began last, of any workspace, in epoch milliseconds; null: there is none. */
  readonly lastStart: () => Promise<number | null>;
  /** How many calls of a workspace that began from `from` until before `to`, in epoch milliseconds, ended unsuccessfully. */
  readonly unsuccessful: (workspaceId: string, from: number, to: number) => Promise<number>;
  /** Totals from the 15-minute buckets, ascending by time. Read in pieces, so that a long range does not delay settling. */
  readonly usage: (query: UsageQuery) => AsyncIterable<UsageRow>;
  /**
   * What a workspace and its keys have spent in every day and month of a zone that can still be open, and the keys' totals, in one
   * consistent read.
   */
  readonly windows: (workspaceId: string, timeZone: string, now: number) => Promise<readonly LimitUse[]>;
  /**
   * What a workspace has spent in a month, and these keys in it, in one of its days and in total, with what batches have set aside.
   * Summed in the database, without stopping settlement: what a line is charged meanwhile may count twice, never not at all.
   */
  readonly spent: (query: SpentQuery) => Promise<readonly SpentLimit[]>;
  /** When each key was last charged. */
  readonly keyUses: (workspaceId: string) => Promise<readonly KeyUse[]>;

  /** Compares sums; cheap enough to run every minute. The first run after a start reads all calls, in slices; later ones only new calls. */
  readonly reconcile: () => Promise<readonly Mismatch[]>;
  /** Recomputes every row from scratch, in slices. Empty if every row agrees. The first mismatch is the oldest wrong row. */
  readonly verify: () => Promise<readonly Mismatch[]>;
  /** Whether new calls may be admitted. Synchronous, because every call asks. */
  readonly health: () => StoreHealth;
}

/** @see Ledger.chargedBefore */
export interface ChargedBefore {
  readonly granted: NanoCredits;
  readonly charged: NanoCredits;
}

/** @see Ledger.spent */
export interface SpentQuery {
  readonly workspaceId: string;
  readonly keyIds: readonly string[];
  /** The day, and its month. */
  readonly day: Span;
  readonly month: Span;
}

/** A page, and the cursor of the next one; `next` is null on the last page. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

export interface EntryQuery {
  /** Null: all workspaces. */
  readonly workspaceId: string | null;
  readonly kind?: EntryKind | undefined;
  /** Refunds of this call only. */
  readonly callId?: string | undefined;
  /** `next` of the previous page. */
  readonly after?: string | undefined;
  /** 1 to 1000. */
  readonly limit: number;
}

/** Filters that calls and usage share. An absent one matches everything. Times are epoch milliseconds of the call's start. */
export interface CallFilter {
  /** Null: all workspaces (operator). */
  readonly workspaceId: string | null;
  readonly keyId?: string | undefined;
  readonly model?: string | undefined;
  readonly productSku?: string | undefined;
  readonly operation?: string | undefined;
  readonly status?: number | undefined;
  /** `2` to `5`: the first digit of the status. */
  readonly statusClass?: number | undefined;
  /** Inclusive. */
  readonly from?: number | undefined;
  /** Exclusive. */
  readonly to?: number | undefined;
}

export interface CallQuery extends CallFilter {
  readonly requestId?: string | undefined;
  /** `unsuccessful`: every outcome but `completed` and `client_left`. */
  readonly outcome?: Outcome | 'unsuccessful' | undefined;
  readonly after?: string | undefined;
  /** 1 to 1000. */
  readonly limit: number;
}

/** What usage can be grouped by. */
export type UsageDimension = 'workspace' | 'key' | 'model' | 'product' | 'operation' | 'status';

/** Length of a row's bucket; `all`: one row for the whole range. Hours, days and months begin in the zone's local time. */
type UsageBucketLength = 'quarter_hour' | 'hour' | 'day' | 'month' | 'all';

export interface UsageQuery extends CallFilter {
  /** `from` and `to` are rounded down to the quarter hour. */
  readonly from: number;
  readonly to: number;
  readonly groupBy: readonly UsageDimension[];
  readonly bucket: UsageBucketLength;
  /** IANA zone. */
  readonly timeZone: string;
}

export interface UsageRow {
  /** Epoch milliseconds; the range's start for `all`. */
  readonly bucketStart: number;
  /** Values of the dimensions in `groupBy`. */
  readonly group: Readonly<Partial<Record<UsageDimension, string>>>;
  readonly calls: number;
  readonly usage: Usage;
  readonly charge: NanoCredits;
}
