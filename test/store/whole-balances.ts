import { describe, expect, it } from 'vitest';
import { entryOf } from '../unit/metering/set-up-metering.ts';
import { callOf, noon } from '../unit/store/set-up-store.ts';
import type { NewEngine } from './engine.ts';

/** What an engine does for an instance that is alone: it leases every balance whole. */
export function describeWholeBalances(newEngine: NewEngine): void {
  describe('the lease of an instance that is alone', () => {
    it('is drawn on by its calls, and not once it is closed', async () => {
      const { ledger } = await newEngine().start();
      await ledger.open(noon);
      await ledger.post(entryOf(100n));
      await ledger.settle(callOf());
      expect(await ledger.account('acme')).toMatchObject({ posted: 10n, leased: 90n });
      await ledger.release();
      expect(await ledger.account('acme')).toMatchObject({ posted: 10n, leased: 0n });
      await ledger.settle(callOf());
      expect(await ledger.account('acme')).toMatchObject({ posted: 20n, leased: 0n });
      expect(await ledger.reconcile()).toEqual([]);
    });

    it('gives back what is taken out of the account, down to nothing', async () => {
      const { ledger } = await newEngine().start();
      await ledger.open(noon);
      await ledger.post(entryOf(100n));
      await ledger.settle(
        callOf({
          charge: 80n,
          hold: 80n,
          lines: [{ unitKind: 'images', quantity: 80, unitPrice: 1000n, amount: 80_000n }],
        }),
      );
      await ledger.post(entryOf(-50n, { kind: 'adjust' }));
      expect(await ledger.account('acme')).toMatchObject({ granted: 50n, posted: 80n, leased: 0n });
      expect(await ledger.reconcile()).toEqual([]);
      await ledger.post(entryOf(40n));
      expect(await ledger.account('acme')).toMatchObject({ granted: 90n, posted: 80n, leased: 10n });
      expect(await ledger.reconcile()).toEqual([]);
    });

    it('becomes the reservation of a batch, which outlives it, and has the rest back when that ends', async () => {
      const engine = newEngine();
      const { ledger, close } = await engine.start();
      await ledger.open(noon);
      await ledger.post(entryOf(100n));
      const reservation = { batchId: 'batch_1', workspaceId: 'acme', keyId: 'key_1', startedAt: noon, amount: 60n };
      await ledger.reserve(reservation);
      await ledger.reserve(reservation);
      await ledger.settle(callOf({ batchId: 'batch_1' }));
      expect(await ledger.account('acme')).toMatchObject({ posted: 10n, leased: 90n });
      await close();
      const next = (await engine.start()).ledger;
      const { reservations } = await next.open(noon);
      expect(reservations).toEqual([{ ...reservation, left: 50n, timeZone: 'UTC' }]);
      expect(await next.account('acme')).toMatchObject({ posted: 10n, leased: 90n });
      await next.release();
      expect(await next.account('acme')).toMatchObject({ posted: 10n, leased: 50n });
      await next.endReservation('batch_1');
      await next.endReservation('batch_1');
      expect(await next.account('acme')).toMatchObject({ posted: 10n, leased: 0n });
      expect(await next.reservation('batch_1')).toBeNull();
      // A line whose charge comes later is posted, and drawn from nothing.
      await next.settle(callOf({ batchId: 'batch_1' }));
      expect(await next.account('acme')).toMatchObject({ posted: 20n, leased: 0n });
      expect(await next.reconcile()).toEqual([]);
    });
  });
}
