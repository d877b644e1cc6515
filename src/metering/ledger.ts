import type { AuditEvent } from '../shared/audit-event.ts';
import type { NanoCredits } from '../shared/money.ts';
import type { Usage } from '../shared/usage.ts';
import type { Outcome } from './hold.ts';
import type { LeaseAnswer, LeaseSubject, LeaseWish } from './lease-records.ts';
import type {
  AccountRecord,
  CallRecord,
  EntryKind,
  KeyUse,
  LedgerEntry,
  LimitUse,
  Mismatch,
  NewEntry,
  NewReservation,
  OpeningState,
  ReservationRecord,
  SettledCall,
  StoreHealth,
} from './ledger-records.ts';

/** The ledger that metering writes and the control API reads, as a port of the store. */
export interface Ledger {
  /**
   * Whether other instances may spend the same credits. Then this one spends what it has leased; else the lease is the whole of
   * every balance, and `lease`, `recall` and `onRecall` are never needed.
   */
  readonly isShared: boolean;
  /**
   * Takes up the books for this instance: settles the calls that instances which are gone left open (`recovered`), closes their
   * leases and reports where everything stands. Alone on the store, an instance leases every balance whole; every other one is
   * gone then. If several share it, one is gone after ten minutes without a heartbeat. State of this instance, and of others that
   * are not known to be gone, is unchanged. Called once, before any admission.
   */
  readonly open: (now: number) => Promise<OpeningState>;
  /**
   * Records that this instance is alive, and does what `open` does for instances that have gone since.
   * @returns how many of their calls were settled
   */
  readonly heartbeat: () => Promise<number>;
  /** Whether this instance is the one of all that are live which does what is done once: the check of the books. */
  readonly leads: () => Promise<boolean>;
  /**
   * Takes, renews and gives back parts of balances and limits, by the database's clock. One place for each wish, in their order.
   * A lease that has ended is closed: the answer then has another id.
   */
  readonly lease: (wishes: readonly LeaseWish[]) => Promise<readonly LeaseAnswer[]>;
  /** Asks all other instances to give back what they do not need of these. Resolves when they have, or after 200 ms. */
  readonly recall: (subjects: readonly LeaseSubject[]) => Promise<void>;
  /** Called when another instance recalls; what it returns is awaited by the one that recalls. Returns the way to stop listening. */
  readonly onRecall: (listener: (subjects: readonly LeaseSubject[]) => Promise<void>) => () => void;
  /**
   * Sets credit aside for a batch, out of what this instance has leased: it stays set aside, on whatever instance, until
   * `endReservation`. Once for each batch.
   */
  readonly reserve: (reservation: NewReservation) => Promise<void>;
  /** What is set aside for a batch; null when nothing is any more. */
  readonly reservation: (batchId: string) => Promise<ReservationRecord | null>;
  readonly reservations: () => Promise<readonly ReservationRecord[]>;
  /** Nothing more of a batch will be charged: what is left of it is free again, once. */
  readonly endReservation: (batchId: string) => Promise<void>;
  /**
   * Durable when resolved. Idempotent by call id: a second settle of the same call changes nothing and answers the
   * first one's charge. Only a call that was recovered, while its instance was merely cut off, is charged the rest as the call
   * `late:<id>`; the answer is both together.
   * @throws {GatewayError} `overloaded` when the disk is full or the database is gone; the call is then not in the books
   */
  readonly settle: (call: SettledCall) => Promise<NanoCredits>;
  /** Writes the progress of running calls, so that a crash does not make them free. Replaces earlier entries. */
  readonly journal: (calls: readonly SettledCall[]) => Promise<void>;
  /**
   * Adds a grant, top-up, refund, adjustment or expiry. Idempotent by `externalId`.
   * @param event goes into the audit log with the entry, both or neither; not when the entry was there already
   * @returns the entry in the books; `created` is false when the same one, or one with the same external id of the gateway's own, was
   *   there already
   * @throws {GatewayError} `conflict` when the external id stands for something else, or a refund exceeds what is left of the charge;
   *   `not_found` for a refund of an unknown call
   */
  readonly post: (
    entry: NewEntry,
    event?: AuditEvent,
  ) => Promise<{ readonly entry: LedgerEntry; readonly created: boolean }>;
  /**
   * Refuses all further calls of a workspace until `unfreeze`.
   * @param event goes into the audit log with it, both or neither
   */
  readonly freeze: (workspaceId: string, reason: string, event?: AuditEvent) => Promise<void>;
  /** @param event goes into the audit log with it, both or neither */
  readonly unfreeze: (workspaceId: string, event?: AuditEvent) => Promise<void>;
  /** Called after every change of an account that did not come from `settle`. Returns the way to stop listening. */
  readonly subscribe: (listener: (account: AccountRecord) => void) => () => void;
  /** Gives back the leases of this instance, and of no other. Every settle must have resolved before. */
  readonly release: () => Promise<void>;

  /** The account as the books have it; zeros for a workspace that was never granted anything. */
  readonly account: (workspaceId: string) => Promise<AccountRecord>;
  /**
   * What an account was granted until now, and what calls that began before `at` were charged, both of one moment.
   *
   * @param at a quarter hour, some days ago at most: the usage since then is added up in one piece
   */
  readonly chargedBefore: (workspaceId: string, at: number) => Promise<ChargedBefore>;
  /** Newest first. */
  readonly entries: (query: EntryQuery) => Promise<Page<LedgerEntry>>;
  readonly call: (id: string) => Promise<CallRecord | null>;
  /**
   * Newest first, by when they began or were settled, as the store finds them best; filtered, by request id with `query.requestId`.
   * Read piece by piece, so that a rare find does not hold up settling.
   */
  readonly calls: (query: CallQuery) => Promise<Page<CallRecord>>;
  /** The sum of what the lines of a batch were charged so far. */
  readonly batchCharge: (batchId: string) => Promise<NanoCredits>;
  /** Totals from the 15-minute buckets, ascending by time; read piece by piece, so a long range does not hold up settling. */
  readonly usage: (query: UsageQuery) => AsyncIterable<UsageRow>;
  /**
   * What a workspace and its keys have spent in every day and month of a zone that can still be open, and the keys' totals,
   * all at one moment.
   */
  readonly windows: (workspaceId: string, timeZone: string, now: number) => Promise<readonly LimitUse[]>;
  /**
   * What a workspace has spent in its present month, and some of its keys in their day, their month and in all. Added up in the
   * database, while others settle.
   */
  readonly spent: (query: SpentQuery) => Promise<readonly LimitUse[]>;
  /** When each key was last charged. */
  readonly keyUses: (workspaceId: string) => Promise<readonly KeyUse[]>;

  /** Compares sums; cheap enough for every minute. The first run after a start reads all calls, in slices; later ones only new calls. */
  readonly reconcile: () => Promise<readonly Mismatch[]>;
  /** Recomputes every row from scratch, in slices. Empty: every row agrees. The first mismatch is the oldest row at fault. */
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
  /** When the day and the month begin, in epoch milliseconds: a day of that month. */
  readonly day: number;
  readonly month: number;
}

/** A page and the way to the next one; `next` null: this was the last. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

export interface EntryQuery {
  /** Null: of all workspaces. */
  readonly workspaceId: string | null;
  readonly kind?: EntryKind;
  /** Refunds of this call only. */
  readonly callId?: string;
  /** `next` of the page before. */
  readonly after?: string;
  /** 1 to 1000. */
  readonly limit: number;
}

/** Filters that calls and usage share. Each absent one lets everything through. Times are epoch milliseconds of the call's start. */
export interface CallFilter {
  /** Null: of all workspaces (operator). */
  readonly workspaceId: string | null;
  readonly keyId?: string;
  readonly model?: string;
  readonly productSku?: string;
  readonly operation?: string;
  readonly status?: number;
  /** `2` to `5`: the first digit of the status. */
  readonly statusClass?: number;
  /** Inclusive. */
  readonly from?: number;
  /** Exclusive. */
  readonly to?: number;
}

export interface CallQuery extends CallFilter {
  readonly requestId?: string;
  readonly outcome?: Outcome;
  readonly after?: string;
  /** 1 to 1000. */
  readonly limit: number;
}

/** What usage can be grouped by. */
export type UsageDimension = 'workspace' | 'key' | 'model' | 'product' | 'operation' | 'status';

/** Length of a row's time; `all`: one row for the whole range. Hours, days and months begin as the zone says. */
type UsageBucketLength = 'quarter_hour' | 'hour' | 'day' | 'month' | 'all';

export interface UsageQuery extends CallFilter {
  /** Both are taken down to the quarter hour. */
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
  /** Values of the dimensions asked for. */
  readonly group: Readonly<Partial<Record<UsageDimension, string>>>;
  readonly calls: number;
  readonly usage: Usage;
  readonly charge: NanoCredits;
}
