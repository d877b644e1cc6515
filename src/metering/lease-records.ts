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

/** What an instance wants of one of them. */
export interface LeaseWish extends LeaseSubject {
  /** The limit; null for a balance. */
  readonly limit: NanoCredits | null;
  /** What is lacking for calls that wait: all of it is leased, or nothing. 0: the lease is only renewed. */
  readonly need: NanoCredits;
  /** A lease is worth while from here on: four times what a call sets aside. */
  readonly least: NanoCredits;
  /** More than this the holder does not use in five minutes. */
  readonly most: NanoCredits;
  /** What the holder does not need any more. */
  readonly giveBack: NanoCredits;
}

/** The lease as the database has it. */
export interface LeaseAnswer {
  /** Another one than before: the last one had ended, and everything it had left is gone. */
  readonly id: string;
  /** All that was leased so far, less what was given back. */
  readonly granted: NanoCredits;
  /** What settled calls have drawn on it. */
  readonly consumed: NanoCredits;
  /** What is left to be leased by anybody. */
  readonly available: NanoCredits;
  /** Milliseconds from the database's now on. */
  readonly lifetime: number;
  /** What was added for the need: all of it and more, or nothing. */
  readonly taken: NanoCredits;
}
