import { describe, expect, it } from 'vitest';
import type { SettledCall } from '../../src/metering/ledger-records.ts';
import type { Store } from '../../src/store/store.ts';
import { entryOf, ofBalance } from '../unit/metering/set-up-metering.ts';
import { callOf, lineOf } from '../unit/store/set-up-store.ts';
import type { NewEngine } from './engine.ts';

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
  });
}
