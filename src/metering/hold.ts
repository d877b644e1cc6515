import type { Product } from '../catalog/catalog.ts';
import type { Caller } from '../identity/caller.ts';
import type { Route } from '../routing/route.ts';
import type { NanoCredits } from '../shared/money.ts';
import type { Usage, UsageSource } from '../shared/usage.ts';

/**
 * How a call ended. `completed`: the whole answer arrived. `client_left`, `upstream_cut`, `timed_out`: it broke after output
 * began. `failed`: there was no output (upstream error, no connection). `recovered`: found open after a crash.
 */
export type Outcome = 'completed' | 'client_left' | 'upstream_cut' | 'timed_out' | 'failed' | 'recovered';

/** A call that asks for admission. */
export interface CallDraft {
  /** The gateway's id of the call. The request id, in contrast, may be chosen by the caller. */
  readonly callId: string;
  readonly requestId: string;
  readonly operation: string;
  readonly caller: Caller;
  readonly route: Route;
  /** Upper bound of what the call can use: the hold is this × price. */
  readonly estimate: Usage;
  /** The part of its output tokens that is for reasoning, which the request does not bound although it names a limit. Absent: none. */
  readonly reasoning?: number;
  /** The same of other models that may work within the call. Absent: none, or not known. */
  readonly side?: readonly SideWork[];
  /**
   * The same of the dearest other model that may answer in place of the call's own; null: the provider chooses it. Absent: none that
   * costs anything.
   */
  readonly instead?: SideWork | null;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** The batch that it is a line of. */
  readonly batchId?: string;
  /** The header `traceparent` of its request, as `SettledCall` has it. */
  readonly traceparent?: string | undefined;
  /** As `SettledCall` has it. */
  readonly stream?: boolean;
}

/** What another model used within a call. It is charged as a separate call, at that model's price. */
export interface SideWork {
  readonly route: Route;
  readonly usage: Usage;
}

/** What a hold is settled with: how the call ended, and what it used. */
export interface CallEnd {
  readonly outcome: Outcome;
  /** HTTP status that the client got (or would have got). */
  readonly status: number;
  readonly usage: Usage;
  readonly usageSource: UsageSource;
  /** What other models used within the call. */
  readonly side?: readonly SideWork[];
  /** Flags raised before rating, such as `unbelieved:usage`. */
  readonly flags?: readonly string[];
  /** What a translation lost, as in `CallRecord`. */
  readonly losses?: string;
  /** Milliseconds from start to the first byte of the answer; null if there was none. */
  readonly firstByteMilliseconds: number | null;
}

/**
 * Credit set aside for one call, and the permission to send it: `SendUpstream` requires an open hold.
 * It ends with its first `settle`; later ones return the same promise.
 */
export interface Hold {
  readonly callId: string;
  /** False from `settle` on: nothing more may be sent. */
  readonly isOpen: () => boolean;
  /** Reports what a running stream has used so far. It is kept in memory and journalled from time to time. */
  readonly progress: (usage: Usage, source: UsageSource) => void;
  /**
   * Ends the hold. Durable when resolved: only then may the last byte go out.
   * @returns the charge, with those for other models within the call; 0 if nothing was used
   */
  readonly settle: (end: CallEnd) => Promise<NanoCredits>;
}

/** The work of a batch, whose cost is to be set aside: it is done later, in many parts. */
export interface BatchReservation {
  readonly caller: Caller;
  /** When it was requested, in epoch milliseconds. */
  readonly startedAt: number;
  /** Empty if the parts have not been read: then some credit must be left. */
  readonly parts: readonly Pick<CallDraft, 'route' | 'estimate' | 'side' | 'instead'>[];
}

/** Credit set aside for a batch reservation. Its owner must either keep it for a batch or release it. */
export interface Reservation {
  /** When the batch was requested, in epoch milliseconds: its calls count in the windows of that time. */
  readonly startedAt: number;
  /**
   * Assigns it to the batch until the batch is finished, also across restarts. Durable when resolved.
   *
   * @throws if that cannot be written. The credit is then still set aside, and may be kept for another id or released
   */
  readonly keep: (batchId: string) => Promise<void>;
  /** Gives it back, once. Does nothing after `keep`. */
  readonly release: () => void;
}

/** A finished line of a batch, which is charged as a call. */
export interface PostpaidCharge extends Omit<CallDraft, 'estimate' | 'side' | 'instead'> {
  readonly batchId: string;
  /** How many lines the batch has; null or absent: not known. What is not plausible is charged up to a line's share of the reservation. */
  readonly lines?: number | null;
}

/** A check of credit for a call whose body has not arrived. */
export interface FundsCheck {
  readonly caller: Caller;
  /** The Product that the head names; null: the model's own. */
  readonly product: Product | null;
  /** True: it costs credits, so that free Products do not count. */
  readonly isPaid?: boolean;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

/** Metering as the pipeline sees it. */
export interface Metering {
  /**
   * Returns a hold at once if this instance has enough credit; a single instance always decides at once. Otherwise returns a promise
   * that resolves when more has been leased, or rejects if no instance has any.
   *
   * @throws {GatewayError} 403 naming the limit met, its figure, what is left and when it resets
   */
  readonly admit: (draft: CallDraft) => Hold | Promise<Hold>;
}

/** Metering of batches: work that is done later, in many parts. */
export interface BatchMetering {
  /**
   * Sets aside the sum of what all parts can cost, if balance and limits cover it, in one step as `admit` does.
   * @throws {GatewayError} as `admit`
   */
  readonly reserve: (batchReservation: BatchReservation) => Reservation | Promise<Reservation>;
  /**
   * Charges work that is already done, without a check of balance and limits. Its hold comes out of the reservation of its batch.
   * A cost beyond that is flagged, and may take the balance below zero. Idempotent by call id, also across restarts. Durable when resolved.
   * @returns the charge, as `settle`
   * @throws {GatewayError} `overloaded` if nothing can be written at the moment; the charge may be tried again
   */
  readonly charge: (draft: PostpaidCharge, end: CallEnd) => Promise<NanoCredits>;
  /** Gives back what is left of a batch's reservation, once. Nothing more of it may be charged. Durable when resolved. */
  readonly finish: (batchId: string) => Promise<void>;
  /**
   * Opens a hold of 0 credits without checking balance and limits: for work that an upstream does whether or not there is credit, which
   * is charged as usual. Frozen accounts and removed plans do not stop it.
   * @throws {GatewayError} `overloaded` if nothing can be written at the moment
   */
  readonly holdNothing: (draft: Omit<CallDraft, 'estimate'>) => Hold;
}
