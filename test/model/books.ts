import type { Caller } from '../../src/identity/caller.ts';
import type { Outcome } from '../../src/metering/hold.ts';
import type { UsageSource } from '../../src/shared/usage.ts';
import type { Tokens } from './commands.ts';

/** Pico-credits a token; odd figures, so that every sum has something to round. */
export interface ModelPrice {
  readonly from: number;
  readonly input: bigint;
  readonly output: bigint;
}

export const prices: readonly ModelPrice[] = [
  { from: 1, input: 333_333n, output: 2_000_001n },
  { from: 2, input: 777_777_777n, output: 1_499n },
];

const day = 86_400_000;

/** The model's own rating: one sum, rounded half up once. */
export const costOf = ({ input, output }: Tokens, price: ModelPrice): bigint =>
  (BigInt(input) * price.input + BigInt(output) * price.output + 500n) / 1000n;

/** What the policy table says in words. */
export const isCharged = (outcome: Outcome, source: UsageSource): boolean =>
  outcome !== 'failed' && (source !== 'none' || outcome === 'completed');

export const shareOf = ({ input, output }: Tokens, share: number): Tokens => ({
  input: Math.floor((input * share) / 100),
  output: Math.floor((output * share) / 100),
});

/** A call as the model knows it. */
export interface ModelCall {
  readonly id: string;
  readonly caller: Caller;
  readonly price: ModelPrice;
  readonly estimate: Tokens;
  readonly hold: bigint;
  readonly startedAt: number;
  readonly admittedAt: number;
  /** `open`; `sent`: settled, not acknowledged; `done`: in the books; `gone`: its process died before anything was written. */
  state: 'open' | 'sent' | 'done' | 'gone';
  /** What it will be, or was, charged. */
  charge: bigint;
  /** What it would have been charged at each point it came to. */
  readonly progress: bigint[];
  refunded: bigint;
}

/** The books as they should be: plain sums over plain lists. */
export class ModelBooks {
  granted = 0n;
  /** What the operator took back: it may have been spent before. */
  takenBack = 0n;
  frozen = false;
  price = 0;
  readonly calls: ModelCall[] = [];

  in(...states: readonly ModelCall['state'][]): readonly ModelCall[] {
    return this.calls.filter(({ state }) => states.includes(state));
  }

  /** Charged or set aside, of the calls that `counts` lets through. */
  #used(counts: (call: ModelCall) => boolean): bigint {
    const charged = this.in('sent', 'done').filter(counts);
    const held = this.in('open').filter(counts);
    return charged.reduce((sum, { charge }) => sum + charge, 0n) + held.reduce((sum, { hold }) => sum + hold, 0n);
  }

  get posted(): bigint {
    return this.in('done').reduce((sum, { charge }) => sum + charge, 0n);
  }

  /** Every hold ends: nothing else is held than what the open calls have set aside. */
  get held(): bigint {
    return this.in('open').reduce((sum, { hold }) => sum + hold, 0n);
  }

  get available(): bigint {
    return this.granted - this.#used(() => true);
  }

  /** Whether a call must be let through. */
  admits({ keyId, limits }: Caller, amount: bigint, startedAt: number): boolean {
    const ofKey = (call: ModelCall): boolean => call.caller.keyId === keyId;
    const today = (call: ModelCall): boolean => Math.floor(call.startedAt / day) === Math.floor(startedAt / day);
    const lefts = [
      this.available,
      ...(limits.total === null ? [] : [limits.total - this.#used(ofKey)]),
      ...(limits.day === null ? [] : [limits.day - this.#used((call) => ofKey(call) && today(call))]),
    ];
    return !this.frozen && lefts.every((left) => left > 0n && amount <= left);
  }
}
