import type { Caller } from '../identity/caller.ts';
import type { Route } from '../routing/route.ts';
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
}

/** What is known when it has ended. */
export interface CallEnd {
  readonly outcome: Outcome;
  /** HTTP status that the client got (or would have got). */
  readonly status: number;
  readonly usage: Usage;
  readonly usageSource: UsageSource;
  /** Milliseconds from start to the first byte of the answer; null when there was none. */
  readonly firstByteMilliseconds: number | null;
}

/** The durable result of a call. */
export interface Charge {
  readonly callId: string;
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
  /** What a running stream has used so far; kept in memory, journalled now and then. */
  readonly progress: (usage: Usage, source: UsageSource) => void;
  /** Durable when resolved: only then may the last byte go out. Nothing used means an amount of 0. */
  readonly settle: (end: CallEnd) => Promise<Charge>;
}

/** The metering room as the corridor sees it. */
export interface Metering {
  /** @throws {GatewayError} 403 naming the limit met, its figure, what is left and when it resets */
  readonly admit: (draft: CallDraft) => Hold;
}
