import type { NanoCredits } from '../shared/money.ts';
import type { LimitWindow } from './ledger-records.ts';

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
