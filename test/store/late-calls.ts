import { describe, expect, it } from 'vitest';
import type { ChargeLine, SettledCall } from '../../src/metering/ledger-records.ts';
import { roundToNano } from '../../src/shared/money.ts';
import type { Store } from '../../src/store/store.ts';
import { entryOf, ofBalance } from '../unit/metering/set-up-metering.ts';
import { callOf, lineOf } from '../unit/store/set-up-store.ts';
import type { NewEngine } from './engine.ts';

type PricedUnits = readonly [unitKind: ChargeLine['unitKind'], quantity: number, unitPrice: bigint];

/** The charge and the lines of a call that used these units. */
function ratedAs(...units: readonly PricedUnits[]): Pick<SettledCall, 'charge' | 'lines'> {
  const lines = units.map(([unitKind, quantity, unitPrice]) => {
    const amount = BigInt(quantity) * unitPrice;
    return { unitKind, quantity, unitPrice, amount };
  });
  return { charge: roundToNano(lines.reduce((sum, { amount }) => sum + amount, 0n)), lines };
}

const leaseMilliseconds = 60_000;
/** Milliseconds without a heartbeat after which an instance counts as gone. */
const recoveryGrace = 600_000;

/** A call whose charge is its hold. */
const chargedCall = (charge: bigint, changes: Partial<SettledCall> = {}): SettledCall =>
  callOf({ charge, hold: charge, lines: [lineOf(Number(charge))], ...changes });

const leaseOf = (need: bigint) => [{ ...ofBalance, need, least: 0n, most: 0n, giveBack: 0n }];

const disagreements = async ({ ledger }: Store) => [...(await ledger.reconcile()), ...(await ledger.verify())];

/** What an instance spent on a lease that ended before its calls were posted. */
export function describeLateCalls(newEngine: NewEngine): void {
  describe('with an instance that is gone or cut off', () => {
    /** One has leased 30 of 100 credits; then its lease ends, and the other one leases and spends all 100. */
    async function spendTwice() {
      const engine = newEngine();
      const [one, other] = [await engine.start(), await engine.start()];
      for (const { ledger } of [one, other]) await ledger.open(engine.clock.now());
      await one.ledger.post(entryOf(100n));
      const [leased] = await one.ledger.lease(leaseOf(30n));
      expect(leased).toMatchObject({ taken: 30n });
      const spendAll = async (): Promise<void> => {
        engine.clock.move(leaseMilliseconds);
        const [again] = await other.ledger.lease(leaseOf(100n));
        expect(again).toMatchObject({ taken: 100n });
        await other.ledger.settle(chargedCall(100n));
      };
      return { engine, one, other, spendAll };
    }

    it('the books agree when its calls are recovered after their credit was leased and spent again', async () => {
      const { engine, one, other, spendAll } = await spendTwice();
      await one.ledger.journal([chargedCall(30n, { outcome: 'recovered', journalled: true })]);
      await spendAll();
      engine.clock.move(recoveryGrace);
      expect(await other.ledger.heartbeat()).toBe(1);
      expect(await other.ledger.account('acme')).toMatchObject({ granted: 100n, posted: 130n, leased: 0n });
      expect(await disagreements(other)).toEqual([]);
    });

    it('at most 200 of its calls are recovered at a time, and its leases last until all are', async () => {
      const engine = newEngine();
      const [one, other] = [await engine.start(), await engine.start()];
      for (const { ledger } of [one, other]) await ledger.open(engine.clock.now());
      await one.ledger.post(entryOf(10_000n));
      await one.ledger.lease(leaseOf(4000n));
      await one.ledger.journal(Array.from({ length: 250 }, () => callOf({ outcome: 'recovered', journalled: true })));
      engine.clock.move(recoveryGrace);
      expect(await other.ledger.heartbeat()).toBe(200);
      expect(await other.ledger.account('acme')).toMatchObject({ posted: 2000n, leased: 2000n });
      expect(await disagreements(other)).toEqual([]);
      expect(await other.ledger.heartbeat()).toBe(50);
      expect(await other.ledger.account('acme')).toMatchObject({ posted: 2500n, leased: 0n });
      expect(await disagreements(other)).toEqual([]);
    });

    it('the books agree when it settles late, on no lease or on one that is too small', async () => {
      const { one, other, spendAll } = await spendTwice();
      await spendAll();
      await one.ledger.settle(chargedCall(20n));
      await other.ledger.post(entryOf(25n));
      await one.ledger.lease(leaseOf(5n));
      await one.ledger.settle(chargedCall(10n));
      expect(await other.ledger.account('acme')).toMatchObject({ granted: 125n, posted: 130n, leased: 0n });
      expect(await disagreements(other)).toEqual([]);
    });

    it('the books agree when it sets credit aside for a batch late, and charges a line to it', async () => {
      const { engine, one, other, spendAll } = await spendTwice();
      const startedAt = engine.clock.now();
      await spendAll();
      await one.ledger.reserve({ batchId: 'batch_1', workspaceId: 'acme', keyId: 'key_1', startedAt, amount: 30n });
      expect(await disagreements(other)).toEqual([]);
      await other.ledger.settle(chargedCall(30n, { batchId: 'batch_1', startedAt }));
      await other.ledger.endReservation('batch_1');
      expect(await other.ledger.account('acme')).toMatchObject({ granted: 100n, posted: 130n, leased: 0n });
      expect(await disagreements(other)).toEqual([]);
    });

    type Rated = ReturnType<typeof ratedAs>;

    /** Settles a call that was recovered at one charge at another one, twice. */
    async function settleAfterRecovery(recovered: Rated, done: Rated, refunded = 0n) {
      const engine = newEngine();
      const [one, other] = [await engine.start(), await engine.start()];
      for (const { ledger } of [one, other]) await ledger.open(engine.clock.now());
      await one.ledger.post(entryOf(1_000_000_000n));
      const noted = callOf({ ...recovered, outcome: 'recovered', journalled: true, hold: 100_000_000n });
      await one.ledger.journal([noted]);
      engine.clock.move(recoveryGrace);
      expect(await other.ledger.heartbeat()).toBe(1);
      if (refunded > 0n) await other.ledger.post(entryOf(refunded, { kind: 'refund', callId: noted.id }));
      const settlement = { ...noted, ...done, outcome: 'completed' } as const;
      for (let time = 0; time < 2; time += 1) expect(await one.ledger.settle(settlement)).toBe(done.charge);
      const { granted, posted } = await other.ledger.account('acme');
      const { items } = await other.ledger.entries({ workspaceId: 'acme', callId: noted.id, limit: 10 });
      expect(await disagreements(other)).toEqual([]);
      expect((await other.ledger.account('loss:gateway')).granted).toBe(0n);
      return { cost: 1_000_000_000n - (granted - posted), returned: items.map(({ amount }) => amount) };
    }

    const guess = ratedAs(['input_tokens', 1000, 280_000n], ['output_tokens', 5000, 10_000_000n]);

    it.each<readonly [what: string, recovered: Rated, done: Rated, returned: readonly bigint[]]>([
      [
        'input that was read from a cache and less output',
        guess,
        ratedAs(
          ['input_tokens', 200, 280_000n],
          ['cached_input_tokens', 800, 28_000n],
          ['output_tokens', 4300, 10_000_000n],
        ),
        [7_224_000n],
      ],
      [
        'output that was audio',
        ratedAs(['output_tokens', 100, 10_000n]),
        ratedAs(['output_audio_tokens', 100, 40_000n]),
        [1000n],
      ],
      [
        'a tier that was only known at its end',
        ratedAs(['input_tokens', 1000, 2000n]),
        ratedAs(['input_tokens', 1200, 4000n]),
        [2000n],
      ],
      ['nothing', guess, ratedAs(), [guess.charge]],
      ['more of one kind', ratedAs(['input_tokens', 10, 2000n]), ratedAs(['input_tokens', 15, 2000n]), []],
    ])('a call that was recovered costs in the end what it used: %s', async (_, recovered, done, returned) => {
      expect(await settleAfterRecovery(recovered, done)).toEqual({ cost: done.charge, returned });
    });

    it('of a recovered call that was refunded, no more is given back than is left of its charge', async () => {
      const [recovered, done] = [ratedAs(['output_tokens', 100, 10_000n]), ratedAs(['output_tokens', 30, 10_000n])];
      const { cost, returned } = await settleAfterRecovery(recovered, done, 800n);
      expect({ cost, returned }).toEqual({ cost: 0n, returned: [200n, 800n] });
    });

    it('a recovered call costs what it used to the last nano-credit, however its parts are rounded', async () => {
      const [recovered, done] = [ratedAs(['output_tokens', 1, 400n]), ratedAs(['output_tokens', 2, 400n])];
      expect((await settleAfterRecovery(recovered, done)).cost).toBe(1n);
    });
  });
}
