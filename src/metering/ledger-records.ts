import type { NanoCredits, PicoCredits } from '../shared/money.ts';
import type { UnitKind, UsageSource } from '../shared/usage.ts';
import type { Outcome } from './hold.ts';

/** One priced part of a call. `amount` = `quantity` × `unitPrice`, exactly. */
export interface ChargeLine {
  readonly unitKind: UnitKind;
  readonly quantity: number;
  readonly unitPrice: PicoCredits;
  readonly amount: PicoCredits;
}

/** A call in the ledger. No content, no secrets; at most 1 KiB. Times are epoch milliseconds. */
export interface CallRecord {
  readonly id: string;
  readonly requestId: string;
  readonly workspaceId: string;
  readonly keyId: string;
  readonly productSku: string;
  /** As the caller wrote it. */
  readonly model: string;
  readonly operation: string;
  readonly provider: string;
  readonly region: string;
  readonly status: number;
  readonly outcome: Outcome;
  readonly usageSource: UsageSource;
  /** What was set aside at admission. */
  readonly hold: NanoCredits;
  readonly charge: NanoCredits;
  /** Start of the price list that rated it. */
  readonly priceFrom: number;
  readonly startedAt: number;
  readonly firstByteMilliseconds: number | null;
  readonly endedAt: number;
  /** Flags, comma separated: `over_hold`, `usage_missing`, `unpriced:images`, `unbelieved:output_tokens`, `side_work`, `error:timeout`. Empty: none. */
  readonly flags: string;
  /** What a translation lost, comma separated: `dropped:user`, `approximated:tools[0]`, `+3` for more. Empty: nothing. */
  readonly losses: string;
  /** The batch that it is a line of; null: none. */
  readonly batchId: string | null;
  readonly lines: readonly ChargeLine[];
}

/** A call on its way into the ledger. */
export interface SettledCall extends CallRecord {
  /** Whether `journal` was called for it, so that its entry must be deleted. */
  readonly journalled: boolean;
  /** The header `traceparent` of its request, as tracing left it and in short: the call's span belongs below it. Not stored. */
  readonly traceparent?: string | undefined;
  /** True: its answer was requested as a stream. Absent: it was not. Not stored. */
  readonly stream?: boolean | undefined;
}

/** Credits of a workspace. `granted − posted − leased` is what no instance has leased. */
export interface AccountRecord {
  readonly workspaceId: string;
  /** Sum of all entries: grants, top-ups, refunds, adjustments, expiries. */
  readonly granted: NanoCredits;
  /** Sum of all charges. The balance is `granted − posted`. */
  readonly posted: NanoCredits;
  /** What open leases still allow. */
  readonly leased: NanoCredits;
  /** Why its calls are refused; null if it is not frozen. */
  readonly frozenReason: string | null;
}

/** `grant`, `topup`, `refund` are positive, `expire` is negative, `adjust` is either. */
export type EntryKind = 'grant' | 'topup' | 'refund' | 'adjust' | 'expire';

/** An entry of the ledger that is not a call. Never changed, never removed. */
export interface LedgerEntry {
  readonly id: string;
  readonly workspaceId: string;
  readonly kind: EntryKind;
  readonly amount: NanoCredits;
  /** The poster's own id for it, which makes posting idempotent. */
  readonly externalId: string;
  /** The call that is refunded; null for all other kinds. */
  readonly callId: string | null;
  readonly reason: string;
  readonly actor: string;
  readonly createdAt: number;
}

export interface NewEntry extends LedgerEntry {
  /** True: the entry is refused if it takes more than the balance, which is `granted − posted`. Default: false. */
  readonly withinBalance?: boolean;
}

/** What a subject has spent in a window. */
export interface LimitUse {
  /** A key id, or a workspace id for the plan's allocation. */
  readonly subject: string;
  readonly window: LimitWindow;
  /** Epoch milliseconds; 0 for `total`. */
  readonly windowStart: number;
  readonly posted: NanoCredits;
}

/** What all instances have used of a limit. */
export interface SpentLimit extends LimitUse {
  /** Set aside for batches that were requested in the window. */
  readonly reserved: NanoCredits;
}

export type LimitWindow = 'day' | 'month' | 'total';

/** Credit set aside for a batch, whichever instance charges its lines. */
export interface NewReservation {
  readonly batchId: string;
  readonly workspaceId: string;
  readonly keyId: string;
  /** Epoch milliseconds. It counts in the windows of this moment. */
  readonly startedAt: number;
  /** What is set aside. */
  readonly amount: NanoCredits;
}

/** A reservation in the ledger. */
export interface ReservationRecord extends NewReservation {
  /** What is left of it. */
  readonly left: NanoCredits;
  /** The current IANA zone of its workspace, in which its days and months are counted. */
  readonly timeZone: string;
}

/** The state of the books when a process opens them. */
export interface OpeningState {
  readonly accounts: readonly AccountRecord[];
  /** For every day and month that can still be open in each workspace's zone; and totals. */
  readonly limitUses: readonly LimitUse[];
  /** What is set aside for batches that are not fully charged yet. */
  readonly reservations: readonly ReservationRecord[];
  /** Calls that an earlier process had left open, now settled as `recovered`. */
  readonly recovered: number;
}

/** When a key was last charged, and for what. */
export interface KeyUse {
  readonly keyId: string;
  readonly lastUsedAt: number;
  readonly model: string;
  readonly callId: string;
}

/** A sum that does not agree. `workspaceId` is null if it concerns no single account. */
export interface Mismatch {
  readonly workspaceId: string | null;
  /** Number of the invariant in the list of `specs/decisions/`, for example 1: posted = sum of charges. */
  readonly invariant: number;
  /** The wrong row or sum, for example `call call_0Yx…`. */
  readonly object: string;
  readonly message: string;
}

/**
 * `ok`; `offline`: the database does not answer, and calls use up the leases; `full`: running calls are settled, new ones
 * refused; `failed`: no write is acknowledged until a restart.
 */
export interface StoreHealth {
  readonly state: 'ok' | 'offline' | 'full' | 'failed';
  /** What happened and what to do, for callers too; empty when `ok`. It names no files, addresses or instances. */
  readonly message: string;
  /** When `offline`: milliseconds for which the database has not answered. */
  readonly awayFor?: number;
  /** What the system or the database said, for the log alone. */
  readonly cause?: string;
}

/** A balance, or a limit in one window, of which instances lease parts. */
export interface LeaseSubject {
  readonly workspaceId: string;
  /** The workspace for its balance and its plan; a key for its own limits. */
  readonly subject: string;
  readonly window: LimitWindow | 'balance';
  /** Epoch milliseconds; 0 for `balance` and `total`. */
  readonly start: number;
  /** Null for `balance` and `total`. */
  readonly end: number | null;
}

/** What an instance requests from a subject. */
export interface LeaseWish extends LeaseSubject {
  /** The limit; null for a balance. */
  readonly limit: NanoCredits | null;
  /** What waiting calls lack: all of it is leased, or nothing. 0: the lease is only renewed. */
  readonly need: NanoCredits;
  /** The smallest lease worth taking: four times what a call sets aside. */
  readonly least: NanoCredits;
  /** What the holder is expected to use in five minutes. */
  readonly most: NanoCredits;
  /** What the holder no longer needs. */
  readonly giveBack: NanoCredits;
}

/** The lease in the database. */
export interface LeaseAnswer {
  /** If it differs from the last one, that lease had ended, and what was left of it is gone. */
  readonly id: string;
  /** Everything leased so far, less what was given back. */
  readonly granted: NanoCredits;
  /** What settled calls have drawn on it. */
  readonly consumed: NanoCredits;
  /** What any instance can still lease. */
  readonly available: NanoCredits;
  /** Milliseconds that remain, by the database's clock. */
  readonly lifetime: number;
  /** What was added for `need`: at least all of it, or nothing. */
  readonly taken: NanoCredits;
}

/** A reservation that has been open for longer than its batch should need. */
export interface LostBatch extends ReservationRecord {
  /** `lost`: the batch is not stored here, because the answer to its creation was lost. `overdue`: it is stored, and its day is over. */
  readonly state: 'lost' | 'overdue';
}

export interface LostBatches {
  /** The oldest first. */
  readonly list: () => Promise<readonly LostBatch[]>;
  /**
   * Ends the reservation of one of them. If the batch is stored, its record says why its lines are not charged.
   *
   * @param release the reason; and `note`, which writes the audit record once the release is certain, before the credit is given back
   * @throws {GatewayError} `conflict` for a batch that was charged meanwhile, or that another instance is charging
   */
  readonly release: (
    lost: LostBatch,
    release: { readonly reason: string; readonly note: () => Promise<void> },
  ) => Promise<void>;
}
