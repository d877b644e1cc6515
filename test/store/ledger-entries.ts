import { describe, expect, it } from 'vitest';
import { entryOf } from '../unit/metering/set-up-metering.ts';
import { callOf, noon } from '../unit/store/set-up-store.ts';
import type { NewEngine } from './engine.ts';

const most = 9_000_000_000n * 1_000_000_000n;

export function describeLedgerEntries(newEngine: NewEngine): void {
  describe('grants, refunds and adjustments', () => {
    it('are refused in words where they would make more than can be counted exactly', async () => {
      const { ledger } = await newEngine().start();
      const billion = 1_000_000_000n * 1_000_000_000n;
      for (let count = 0; count < 9; count += 1) await ledger.post(entryOf(billion));
      await expect(ledger.post(entryOf(1n))).rejects.toThrow(
        'Workspace acme has been granted 9000000000 credits, and cannot be granted more than 9000000000 in total.',
      );
      await ledger.post(entryOf(-billion, { kind: 'adjust' }));
      await ledger.post(entryOf(billion));
      expect((await ledger.account('acme')).granted).toBe(most);
      for (let count = 0; count < 18; count += 1) await ledger.post(entryOf(-billion, { kind: 'adjust' }));
      await expect(ledger.post(entryOf(-1n, { kind: 'adjust' }))).rejects.toThrow(
        'The entries of workspace acme add up to -9000000000 credits, and must not add up to less than -9000000000.',
      );
      expect((await ledger.account('acme')).granted).toBe(-most);
      // What was taken back is more than an integer of the database holds.
      expect(await ledger.reconcile()).toEqual([]);
      expect(await ledger.verify()).toEqual([]);
    });

    it('give back charges also where no more can be granted', async () => {
      const { ledger } = await newEngine().start();
      const billion = 1_000_000_000n * 1_000_000_000n;
      for (let count = 0; count < 9; count += 1) await ledger.post(entryOf(billion));
      const line = { unitKind: 'requests', quantity: 10 ** 9, unitPrice: 10n ** 12n, amount: 10n ** 21n } as const;
      const call = callOf({ charge: billion, hold: billion, lines: [line] });
      await ledger.settle(call);
      const refund = (amount: bigint) => ledger.post(entryOf(amount, { kind: 'refund', callId: call.id }));
      await refund(billion / 5n);
      await expect(refund(1n)).rejects.toMatchObject({
        code: 'conflict',
        message:
          'The entries of workspace acme add up to 9200000000 credits, and a refund must not make them more than 9200000000. Take back as many credits with an adjustment first.',
      });
      await expect(ledger.post(entryOf(1n))).rejects.toThrow('cannot be granted more than 9000000000 in total');
      await ledger.post(entryOf(-1n, { kind: 'adjust' }));
      await refund(1n);
      expect(await ledger.account('acme')).toMatchObject({ granted: most + billion / 5n, posted: billion });
      expect(await ledger.reconcile()).toEqual([]);
      expect(await ledger.verify()).toEqual([]);
    });

    it('make the balance, as their sum', async () => {
      const engine = newEngine();
      const { ledger } = await engine.start();
      await ledger.open(noon);
      for (const [kind, amount] of [
        ['grant', 100n],
        ['topup', 50n],
        ['adjust', -30n],
        ['expire', -20n],
      ] as const) {
        await ledger.post(entryOf(amount, { kind }));
      }
      expect(await ledger.account('acme')).toEqual({
        workspaceId: 'acme',
        granted: 100n,
        posted: 0n,
        leased: engine.isShared ? 0n : 100n,
        frozenReason: null,
      });
      const { items } = await ledger.entries({ workspaceId: 'acme', limit: 10 });
      expect(items.map(({ amount }) => amount)).toEqual([-20n, -30n, 50n, 100n]);
    });

    it('count once, however often and however concurrently they are sent', async () => {
      const { ledger } = await newEngine().start();
      const entry = entryOf(70n, { externalId: 'invoice-1' });
      const results = await Promise.all([1, 2, 3, 4].map((n) => ledger.post({ ...entry, id: `entry_try_${n}` })));
      expect(results.filter(({ created }) => created)).toHaveLength(1);
      expect(new Set(results.map(({ entry: { id } }) => id)).size).toBe(1);
      expect((await ledger.account('acme')).granted).toBe(70n);
    });

    it('are refused when their external id stands for something else', async () => {
      const { ledger } = await newEngine().start();
      await ledger.post(entryOf(70n, { externalId: 'invoice-1' }));
      await expect(ledger.post(entryOf(71n, { externalId: 'invoice-1' }))).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('The external id invoice-1 already belongs to entry'),
      });
    });

    it('are not refused, and booked no second time, where the external id is the gateway’s own and in the books', async () => {
      const { ledger } = await newEngine().start();
      await ledger.post(entryOf(70n, { externalId: 'bootstrap:acme' }));
      const { created } = await ledger.post(entryOf(71n, { externalId: 'bootstrap:acme' }));
      expect(created).toBe(false);
      expect((await ledger.account('acme')).granted).toBe(70n);
    });

    it('take no more than the balance, where they are to keep to it', async () => {
      const { ledger } = await newEngine().start();
      await ledger.post(entryOf(25n));
      await ledger.settle(callOf());
      const take = (amount: bigint) => ledger.post(entryOf(amount, { kind: 'adjust', withinBalance: true }));
      await expect(take(-16n)).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining(
          'Workspace acme has a balance of 0.000000015 credits, and an adjustment of -0.000000016 would leave -0.000000001.',
        ),
      });
      const { entry, created } = await take(-15n);
      expect([created, entry]).toEqual([true, expect.not.objectContaining({ withinBalance: true })]);
      await expect(take(-1n)).rejects.toMatchObject({ code: 'conflict' });
      await ledger.post(entryOf(-5n, { kind: 'adjust' }));
      // What makes a debt smaller is never refused.
      await take(1n);
      const { granted, posted } = await ledger.account('acme');
      expect(granted - posted).toBe(-4n);
    });

    it('take the balance once, where two take it at once', async () => {
      const { ledger } = await newEngine().start();
      await ledger.post(entryOf(25n));
      const taken = await Promise.allSettled(
        [1, 2].map(() => ledger.post(entryOf(-25n, { kind: 'adjust', withinBalance: true }))),
      );
      expect(taken.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect((await ledger.account('acme')).granted).toBe(0n);
    });

    it('give back no more of a call than it was charged', async () => {
      const { ledger } = await newEngine().start();
      await ledger.post(entryOf(10n));
      const call = callOf();
      await ledger.settle(call);
      const refund = (amount: bigint) => ledger.post(entryOf(amount, { kind: 'refund', callId: call.id }));
      await refund(6n);
      await expect(refund(5n)).rejects.toMatchObject({
        code: 'conflict',
        message: `Call ${call.id} cannot be refunded 0.000000005 credits: 0.000000006 of 0.00000001 credits are refunded already.`,
      });
      await refund(4n);
      const refunds = await ledger.entries({ workspaceId: 'acme', kind: 'refund', callId: call.id, limit: 10 });
      expect(refunds.items.map(({ amount }) => amount)).toEqual([4n, 6n]);
      expect(await ledger.account('acme')).toMatchObject({ granted: 20n, posted: 10n });
      expect(await ledger.verify()).toEqual([]);
    });

    it('give back only calls of the same workspace', async () => {
      const { ledger } = await newEngine().start();
      const call = callOf();
      await ledger.settle(call);
      const refund = entryOf(1n, { kind: 'refund', callId: call.id, workspaceId: 'other' });
      await expect(ledger.post(refund)).rejects.toMatchObject({ code: 'not_found' });
    });

    it.each([
      ['a negative grant', { kind: 'grant' as const }, -1n],
      ['an adjustment of nothing', { kind: 'adjust' as const }, 0n],
      ['a positive expiry', { kind: 'expire' as const }, 1n],
      ['a refund of no call', { kind: 'refund' as const }, 1n],
      ['a grant of a call', { callId: 'call_1' }, 1n],
    ])('cannot be %s', async (_, changes, amount) => {
      const { ledger } = await newEngine().start();
      await expect(ledger.post(entryOf(amount, changes))).rejects.toThrow();
      expect((await ledger.account('acme')).granted).toBe(0n);
      expect(ledger.health().state).toBe('ok');
    });

    it('come in pages, newest first', async () => {
      const { ledger } = await newEngine().start();
      for (let n = 1; n <= 5; n += 1) await ledger.post(entryOf(BigInt(n)));
      const amounts: bigint[] = [];
      let after: string | null = '';
      while (after !== null) {
        const page = await ledger.entries({ workspaceId: null, limit: 2, ...(after === '' ? {} : { after }) });
        amounts.push(...page.items.map(({ amount }) => amount));
        after = page.next;
      }
      expect(amounts).toEqual([5n, 4n, 3n, 2n, 1n]);
    });
  });
}
