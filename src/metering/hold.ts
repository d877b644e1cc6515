import type { Product } from '../catalog/catalog.ts';
import type { Caller } from '../identity/caller.ts';
import type { Route } from '../routing/route.ts';
import { newTimedId } from '../shared/ids.ts';
import type { NanoCredits } from '../shared/money.ts';
import type { Usage, UsageSource } from '../shared/usage.ts';

/**
 * How a call ended. `completed`: the whole answer was there. `client_left`, `upstream_cut`, `timed_out`: it broke
 * after output began. `failed`: nothing was put out (upstream error, no connection). `recovered`: found open after a crash.
 */
export type Outcome = 'completed' | 'client_left' | 'upstream_cut' | 'timed_out' | 'failed' | 'recovered';

/** What is known when a call asks to be let through. */
export interface CallDraft {
  /** Our own id of the call: the request id is the caller's to choose, this one is not. */
  readonly callId: string;
  readonly requestId: string;
  readonly operation: string;
  readonly caller: Caller;
  readonly route: Route;
  /** Upper bound of what the call can use: the hold is this × price. */
  readonly estimate: Usage;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** The batch of which it is a line. */
  readonly batchId?: string;
}

/** What another model used within a call: it is charged as a call of its own, at that model's price. */
export interface SideWork {
  readonly route: Route;
  readonly usage: Usage;
}

/** What is known when it has ended. */
export interface CallEnd {
  readonly outcome: Outcome;
  /** HTTP status that the client got (or would have got). */
  readonly status: number;
  readonly usage: Usage;
  readonly usageSource: UsageSource;
  /** What other models used in it. */
  readonly side?: readonly SideWork[];
  /** What was odd about its usage before it was rated, such as `unbelieved:usage`. */
  readonly flags?: readonly string[];
  /** Milliseconds from start to the first byte of the answer; null when there was none. */
  readonly firstByteMilliseconds: number | null;
}

/** The durable result of a call. */
export interface Charge {
  readonly callId: string;
  /** With what other models used in it. */
  readonly amount: NanoCredits;
  readonly productSku: string;
}

/**
 * Credit set aside for one call, and the permission to leave the building: `upstream` demands one.
 * Ends in exactly one `settle`; a second call of it returns the first one's promise.
 */
export interface Hold {
  readonly callId: string;
  readonly amount: NanoCredits;
  /** False from `settle` on: then nothing may leave any more. */
  readonly isOpen: () => boolean;
  /** What a running stream has used so far; kept in memory, journalled now and then. */
  readonly progress: (usage: Usage, source: UsageSource) => void;
  /** Durable when resolved: only then may the last byte go out. Nothing used means an amount of 0. */
  readonly settle: (end: CallEnd) => Promise<Charge>;
}

/** What work in many parts may cost that is to be done later. */
export interface BatchReservation {
  readonly caller: Caller;
  /** Epoch milliseconds, when it was asked for. */
  readonly startedAt: number;
  /** Empty where nobody has read them: then there must be something left at all. */
  readonly parts: readonly Pick<CallDraft, 'route' | 'estimate'>[];
}

/** Credit set aside for a batch reservation. Whoever has it keeps it for a batch or releases it, whatever happens. */
export interface Reservation {
  readonly amount: NanoCredits;
  /** Epoch milliseconds, of the batch reservation: its calls count in the windows of that time. */
  readonly startedAt: number;
  /**
   * From now on it is the batch's, until that is finished, also after a restart. Durable when resolved.
   *
   * @param store stores the batch; where that fails, the reservation is given back
   */
  readonly keep: (batchId: string, store?: () => Promise<void>) => Promise<void>;
  /** Gives it back, once; nothing when it is kept. */
  readonly release: () => void;
}

/** Work of a batch that has been done, as a call of its own. */
export interface PostpaidCharge extends Omit<CallDraft, 'estimate'> {
  readonly batchId: string;
}

/** Who is to pay for a call of which only the head has come. */
export interface Payer {
  readonly caller: Caller;
  /** The Product that the head names; null: the model's own. */
  readonly product: Product | null;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

/** Metering as the pipeline sees it. */
export interface Metering {
  /**
   * Answers at once where this instance has leased enough, as an instance that is alone always has. Else a promise: of the hold,
   * when more was leased, or of the refusal, when nobody has any.
   *
   * @throws {GatewayError} 403 naming the limit met, its figure, what is left and when it resets
   */
  readonly admit: (draft: CallDraft) => Hold | Promise<Hold>;
}

/** What the metering room does for batches: work that is done later, in many parts. */
export interface BatchMetering {
  /**
   * Sets aside the sum of what all parts can cost, where balance and limits cover it: in one step, as `admit`.
   * @throws {GatewayError} as `admit`
   */
  readonly reserve: (batchReservation: BatchReservation) => Reservation | Promise<Reservation>;
  /**
   * Charges work that has been done already and cannot be refused any more: no balance and no limit is asked. Its hold is
   * taken out of what is set aside for its batch; by what it costs beyond that, which is flagged, the balance may go below
   * zero. Idempotent by call id, also across restarts. Durable when resolved.
   * @throws {GatewayError} `overloaded` when nothing can be written down now; the charge may be asked for again
   */
  readonly charge: (draft: PostpaidCharge, end: CallEnd) => Promise<Charge>;
  /** Nothing more of a batch will be charged: gives back what is left of its reservation, once. Durable when resolved. */
  readonly finish: (batchId: string) => Promise<void>;
  /**
   * Lets a question of the gateway's own leave that costs nobody anything, also for an account that is frozen or whose plan
   * is gone: what was done for it is a fact, and has to be asked for.
   * @throws {GatewayError} `overloaded` when nothing can be written down now
   */
  readonly internalRequest: (draft: Omit<CallDraft, 'estimate'>) => Hold;
}

/**
 * An id for a call: `call_`, eight characters of time, sixteen random ones.
 *
 * @param now epoch milliseconds
 */
export const newCallId = (now: number): string => newTimedId('call', now);
