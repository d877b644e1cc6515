import fc from 'fast-check';
import type { Outcome } from '../../src/metering/hold.ts';
import type { UsageSource } from '../../src/shared/usage.ts';
import type { Order } from './local-connection.ts';

/** Quantities of the two kinds that the model's calls use. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
}

/** One thing that can happen to the metering. Numbers that pick something wrap around what there is. */
export type Command =
  | { readonly kind: 'admit'; readonly key: number; readonly burst: number; readonly estimate: Tokens }
  | { readonly kind: 'progress'; readonly call: number; readonly share: number }
  | {
      readonly kind: 'finish';
      readonly call: number;
      readonly share: number;
      readonly outcome: Outcome;
      readonly source: UsageSource;
    }
  | { readonly kind: 'duplicate'; readonly call: number }
  | { readonly kind: 'flush'; readonly order: Order }
  | { readonly kind: 'post' }
  | { readonly kind: 'move'; readonly milliseconds: number }
  | { readonly kind: 'jump'; readonly milliseconds: number }
  | { readonly kind: 'crash'; readonly how: 'now' | 'answer lost' }
  | { readonly kind: 'crash between statements'; readonly statement: number }
  | { readonly kind: 'restart' }
  | { readonly kind: 'full'; readonly full: boolean }
  | { readonly kind: 'grant'; readonly amount: bigint; readonly twice: boolean }
  | { readonly kind: 'refund'; readonly call: number; readonly amount: bigint }
  | { readonly kind: 'freeze'; readonly frozen: boolean }
  | { readonly kind: 'price' }
  | { readonly kind: 'reconcile' };

const call = fc.nat({ max: 1000 });
/** In hundredths: how much of its estimate a call has used. */
const share = fc.integer({ min: 0, max: 100 });
const tokens = fc.record({
  input: fc.integer({ min: 0, max: 100_000_000 }),
  output: fc.integer({ min: 0, max: 100_000_000 }),
});
const day = 86_400_000;

export const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('admit' as const),
      key: fc.nat({ max: 1 }),
      burst: fc.integer({ min: 1, max: 4 }),
      estimate: tokens,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('progress' as const), call, share }) },
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constant('finish' as const),
      call,
      share,
      outcome: fc.constantFrom<Outcome>(
        'completed',
        'completed',
        'completed',
        'client_left',
        'upstream_cut',
        'timed_out',
        'failed',
      ),
      source: fc.constantFrom<UsageSource>('upstream', 'partial', 'estimate', 'none'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('duplicate' as const), call }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('flush' as const), order: fc.constantFrom<Order>('kept', 'reversed') }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'post' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('move' as const), milliseconds: fc.constantFrom(10, 1000, 5000, 60_000) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('jump' as const),
      milliseconds: fc.constantFrom(-3_600_000, 3_600_000, day, -day),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('crash' as const),
      how: fc.constantFrom<'now' | 'answer lost'>('now', 'answer lost'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('crash between statements' as const),
      statement: fc.integer({ min: 1, max: 40 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('full' as const), full: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('grant' as const),
      amount: fc.bigInt(-(10n ** 11n), 10n ** 12n),
      twice: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('refund' as const), call, amount: fc.bigInt(1n, 10n ** 12n) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('freeze' as const), frozen: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'price' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'reconcile' as const }) },
);
