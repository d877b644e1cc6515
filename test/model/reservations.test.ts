import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Price } from '../../src/catalog/catalog.ts';
import { GatewayError } from '../../src/errors/gateway-error.ts';
import type { Hold, Reservation } from '../../src/metering/hold.ts';
import { callerOf, draftOf, ended, entryOf, setUpMetering } from '../unit/metering/set-up-metering.ts';

/** Odd figures, so that every charge has something to round. */
const price: Price = { from: 1, rates: { input_tokens: 1_501n, requests: 333n } };
const granted = 400n;
const caller = callerOf({ limits: { day: 350n, month: null, total: null } });

/** A batch whose lines may use so many tokens each. `parts`: its lines are reckoned one by one, or all together. */
interface Batch {
  readonly id: string;
  readonly lines: readonly number[];
  readonly reservation: Reservation;
  readonly amount: bigint;
  /** What each line was charged. */
  readonly charged: Map<number, bigint>;
  isKept: boolean;
}

const pick = fc.nat({ max: 100 });
const command = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('reserve' as const),
      lines: fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 6 }),
      parts: fc.constantFrom<'each' | 'together'>('each', 'together'),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('keep' as const), batch: pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('release' as const), batch: pick }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('charge' as const),
      batch: pick,
      line: pick,
      share: fc.integer({ min: 0, max: 100 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('finish' as const), batch: pick }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('admit' as const), tokens: fc.integer({ min: 0, max: 60 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('settle' as const), call: pick }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'wait' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'come to rest' as const }) },
);
type Command = typeof command extends fc.Arbitrary<infer Kind> ? Kind : never;

const at = <Item>(items: readonly Item[], index: number): Item | undefined => items[index % Math.max(items.length, 1)];

/** What a refusal gives is nothing; any other failure is one. */
function unlessRefused<Result>(action: () => Result): Result | null {
  try {
    return action();
  } catch (cause) {
    if (cause instanceof GatewayError && cause.status === 403) return null;
    throw cause;
  }
}

async function live(commands: readonly Command[]): Promise<void> {
  const setUp = await setUpMetering({ granted: 0 });
  const { metering, ledger } = setUp;
  await ledger.post(entryOf(granted));
  let batches: readonly Batch[] = [];
  const calls: { readonly hold: Hold; readonly amount: bigint; readonly tokens: number }[] = [];
  const charging: Promise<unknown>[] = [];
  let made = 0;
  const route = draftOf(caller, { price }).route;

  const heldNow = (): bigint => metering.balance('acme').held;
  const charge = async ({ id, lines, charged }: Batch, index: number, share: number): Promise<void> => {
    const line = index % lines.length;
    const draft = { ...draftOf(caller, { callId: `call_${id}_${line}`, price }), batchId: id };
    const usage = { input_tokens: Math.floor(((lines[line] ?? 0) * share) / 100) };
    charged.set(line, await metering.charge(draft, ended(usage)));
  };
  const reserve = ({ lines, parts, times }: Extract<Command, { readonly kind: 'reserve' }>): void => {
    const sum = lines.reduce((total, tokens) => total + tokens, 0);
    const estimates =
      parts === 'together'
        ? [{ input_tokens: sum, requests: lines.length }]
        : lines.map((tokens) => ({ input_tokens: tokens }));
    const { startedAt } = draftOf(caller);
    const wish = { caller, startedAt, parts: estimates.map((estimate) => ({ route, estimate })) };
    for (let time = 0; time < times; time += 1) {
      const before = heldNow();
      const reservation = unlessRefused(() => metering.reserve(wish));
      if (!reservation) continue;
      const amount = heldNow() - before;
      made += 1;
      batches = [...batches, { id: `batch_${made}`, lines, reservation, amount, charged: new Map(), isKept: false }];
    }
  };
  const remove = (gone: Batch): void => {
    batches = batches.filter((batch) => batch !== gone);
  };
  /** As the gateway does: a batch is finished when all of its lines are durable. */
  const finish = async (batch: Batch): Promise<void> => {
    remove(batch);
    await Promise.all(charging);
    await metering.finish(batch.id);
    batch.reservation.release();
  };
  /** To the last nano-credit, when no charge is on its way. */
  const checkHeld = (): void => {
    const ofCalls = calls.reduce((sum, { amount }) => sum + amount, 0n);
    const ofBatches = batches.reduce((sum, { amount, charged }) => {
      const spent = [...charged.values()].reduce((all, each) => all + each, 0n);
      expect(spent <= amount, 'a batch was charged more than it may cost').toBe(true);
      return sum + amount - spent;
    }, 0n);
    expect(heldNow()).toBe(ofCalls + ofBatches);
  };
  const perform = async (next: Command): Promise<void> => {
    const kept = batches.filter(({ isKept }) => isKept);
    const batch = 'batch' in next ? at(next.kind === 'keep' ? batches : kept, next.batch) : undefined;
    if (next.kind === 'reserve') reserve(next);
    else if (next.kind === 'admit') {
      const before = heldNow();
      const hold = unlessRefused(() =>
        metering.admit(draftOf(caller, { price, estimate: { input_tokens: next.tokens } })),
      );
      if (hold) calls.push({ hold, amount: heldNow() - before, tokens: next.tokens });
    } else if (next.kind === 'settle') {
      const [call] = calls.splice(next.call % Math.max(calls.length, 1), 1);
      if (call) charging.push(call.hold.settle(ended({ input_tokens: call.tokens })));
    } else if (next.kind === 'wait') await new Promise(setImmediate);
    else if (next.kind === 'come to rest') await Promise.all(charging).then(checkHeld);
    else if (next.kind === 'release') {
      const open = at(
        batches.filter(({ isKept }) => !isKept),
        next.batch,
      );
      open?.reservation.release();
      if (open) remove(open);
    } else if (batch && next.kind === 'keep') {
      batch.isKept = true;
      await batch.reservation.keep(batch.id);
    } else if (batch && next.kind === 'charge') charging.push(charge(batch, next.line, next.share));
    else if (batch && next.kind === 'finish') await finish(batch);
  };
  const check = (): void => {
    const { posted, held } = metering.balance('acme');
    expect(held >= 0n, 'held below nothing').toBe(true);
    expect(posted + held <= granted, `${posted} posted and ${held} held of ${granted}`).toBe(true);
    for (const { window, used, held: ofWindow, limit } of metering.limits(caller)) {
      expect([used, ofWindow], window).toEqual([posted, held]);
      expect(limit === null || used + ofWindow <= limit).toBe(true);
    }
  };

  for (const next of commands) {
    await perform(next);
    check();
  }
  for (const batch of batches) await finish(batch).then(check);
  for (const { hold } of calls) await hold.settle(ended({}, { outcome: 'failed' }));
  await Promise.all(charging);
  const { posted, held } = metering.balance('acme');
  expect(held).toBe(0n);
  expect(posted).toBe((await ledger.account('acme')).posted);
  expect(await ledger.verify()).toEqual([]);
  expect(await metering.reconcile()).toEqual([]);
  await setUp.end();
}

describe('credit that is set aside for batches', () => {
  it('with calls and charges in any order, is never spent twice, and all given back in the end', async () => {
    await fc.assert(fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 60, size: 'max' }), live), {
      numRuns: 60,
    });
  });
});
