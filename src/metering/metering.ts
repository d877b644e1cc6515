import type { Caller } from '../identity/caller.ts';
import type { NanoCredits } from '../shared/money.ts';
import type { BatchMetering, Metering, Payer } from './hold.ts';
import type { LimitWindow, Mismatch } from './ledger-records.ts';

/** Credits of a workspace at this moment, calls under way and batches included. */
export interface Balance {
  readonly granted: NanoCredits;
  readonly posted: NanoCredits;
  /** Set aside for calls under way and batches. */
  readonly held: NanoCredits;
  /** `granted − posted − held`: what a new call may need at most. */
  readonly available: NanoCredits;
  readonly frozenReason: string | null;
}

/** One limit and how far it is used. */
export interface LimitBalance {
  readonly subject: 'key' | 'plan';
  readonly window: LimitWindow;
  /** Null: there is no limit, the figures are for information. */
  readonly limit: NanoCredits | null;
  readonly used: NanoCredits;
  readonly held: NanoCredits;
  /** Epoch milliseconds; null for `total`. */
  readonly resetsAt: number | null;
}

/** A workspace that has got another time zone. */
export interface ZoneMove {
  readonly workspaceId: string;
  /** All keys of the workspace. */
  readonly keyIds: readonly string[];
  /** IANA name of the new zone. */
  readonly timeZone: string;
}

/** The metering room, with what `app.ts` and the console need of it beyond admission. */
export interface MeteringService extends Metering, BatchMetering {
  /** Recovers, then opens for calls; until then `admit` answers 503. */
  readonly start: () => Promise<void>;
  /** Lets nobody in any more, waits for every settle, notes the calls still open and gives back the lease. Before `store.close()`. */
  readonly stop: () => Promise<void>;
  /** Runs every minute by itself; a mismatch in the books of an account freezes it; each is reported to `onMismatch`. */
  readonly reconcile: () => Promise<readonly Mismatch[]>;
  /** A promise where other instances have a part of it. */
  readonly balance: (workspaceId: string) => Balance | Promise<Balance>;
  /** The limits of a key and of its workspace's plan, used and left. A plan that the catalogue does not have limits nothing. */
  readonly limits: (
    caller: Pick<Caller, 'keyId' | 'workspaceId' | 'planId' | 'timeZone' | 'limits'>,
  ) => readonly LimitBalance[] | Promise<readonly LimitBalance[]>;
  /**
   * Counts what a workspace and its keys have spent anew, in the days and months of another zone. When it has resolved, the
   * next call is held to the new windows; calls under way and batches count in them as well.
   */
  readonly moveZone: (move: ZoneMove) => Promise<void>;
  /**
   * Refuses who could not be admitted whatever the call costs: nothing is left, the account is frozen, or the plan does not
   * include the Product. Sets nothing aside.
   *
   * @throws {GatewayError} as `admit`
   */
  readonly checkFunds: (payer: Payer) => void;
  /** Calls under way. */
  readonly openHolds: () => number;
}
