import { describe, expect, it } from 'vitest';
import type { UsageDimension, UsageQuery, UsageRow, Ledger } from '../../src/metering/ledger.ts';
import { callOf, collect, lineOf } from '../unit/store/set-up-store.ts';
import type { NewEngine } from './engine.ts';

const from = Date.UTC(2026, 9, 1);
const to = Date.UTC(2026, 11, 15);

/** Some 400 calls over ten weeks with the end of summer time, of four keys, three models and two Products. */
async function fill(ledger: Ledger): Promise<{ readonly charge: bigint; readonly calls: number }> {
  let charge = 0n;
  let calls = 0;
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const settles: Promise<bigint>[] = [];
  for (let startedAt = from + 60_000; startedAt < to; startedAt += 4 * 3_600_000 + random(3_600_000)) {
    const quantity = 1 + random(1000);
    const call = callOf({
      startedAt,
      keyId: `key_${random(4)}`,
      model: `model-${random(3)}`,
      productSku: `product-${random(2)}`,
      status: random(5) === 0 ? 500 : 200,
      charge: BigInt(quantity),
      hold: 2000n,
      lines: [lineOf(quantity)],
    });
    settles.push(ledger.settle(call));
    charge += BigInt(quantity);
    calls += 1;
  }
  await Promise.all(settles);
  return { charge, calls };
}

const whole: UsageQuery = { workspaceId: 'acme', from, to, groupBy: [], bucket: 'all', timeZone: 'UTC' };
const read = (ledger: Ledger, changes: Partial<UsageQuery>): Promise<UsageRow[]> =>
  collect(ledger.usage({ ...whole, ...changes }));
const total = (rows: readonly UsageRow[]): unknown => ({
  charge: rows.reduce((sum, { charge }) => sum + charge, 0n),
  calls: rows.reduce((sum, { calls }) => sum + calls, 0),
  input: rows.reduce((sum, { usage }) => sum + (usage.input_tokens ?? 0), 0),
});

export function describeLedgerUsage(newEngine: NewEngine): void {
  describe('usage', () => {
    it('adds up to the same totals however it is grouped, in every zone', async () => {
      const { ledger } = await newEngine().start();
      const { charge, calls } = await fill(ledger);
      const expected = { charge, calls, input: Number(charge) };
      for (const timeZone of ['UTC', 'Asia/Kathmandu', 'America/Los_Angeles']) {
        for (const groupBy of [
          [],
          ['key'],
          ['model'],
          ['product'],
          ['status', 'operation'],
          ['workspace'],
        ] as UsageDimension[][]) {
          for (const bucket of ['all', 'month', 'day', 'hour', 'quarter_hour'] as const) {
            expect(
              total(await read(ledger, { timeZone, groupBy, bucket })),
              `${timeZone} ${groupBy.join('+')} ${bucket}`,
            ).toEqual(expected);
          }
        }
      }
    });

    it.each(['UTC', 'Asia/Kathmandu', 'America/Los_Angeles'])(
      'by day in %s is what the calls of each day make',
      async (timeZone) => {
        const { ledger } = await newEngine().start();
        await fill(ledger);
        const { items } = await ledger.calls({ workspaceId: 'acme', limit: 1000 });
        const dayOf = (time: number): string => new Date(time).toLocaleDateString('en-CA', { timeZone });
        const sums = new Map<string, bigint>();
        for (const { startedAt, charge } of items)
          sums.set(dayOf(startedAt), (sums.get(dayOf(startedAt)) ?? 0n) + charge);
        const rows = await read(ledger, { timeZone, bucket: 'day' });
        expect(Object.fromEntries(rows.map(({ bucketStart, charge }) => [dayOf(bucketStart), charge]))).toEqual(
          Object.fromEntries(sums),
        );
        expect(new Set(rows.map(({ bucketStart }) => bucketStart)).size).toBe(rows.length);
      },
    );

    it('comes ascending by time, with the values of its groups', async () => {
      const { ledger } = await newEngine().start();
      await ledger.settle(callOf({ startedAt: from + 1, model: 'a', status: 404 }));
      await ledger.settle(callOf({ startedAt: from + 86_400_000, model: 'b' }));
      expect(await read(ledger, { groupBy: ['model', 'status'], bucket: 'day' })).toEqual([
        { bucketStart: from, group: { model: 'a', status: '404' }, calls: 1, usage: { input_tokens: 10 }, charge: 10n },
        {
          bucketStart: from + 86_400_000,
          group: { model: 'b', status: '200' },
          calls: 1,
          usage: { input_tokens: 10 },
          charge: 10n,
        },
      ]);
    });

    it('can be filtered as calls are', async () => {
      const { ledger } = await newEngine().start();
      await fill(ledger);
      const { items } = await ledger.calls({ workspaceId: 'acme', keyId: 'key_1', statusClass: 5, limit: 1000 });
      const rows = await read(ledger, { keyId: 'key_1', statusClass: 5 });
      expect(rows).toMatchObject([{ calls: items.length }]);
      expect(await read(ledger, { workspaceId: 'nobody' })).toEqual([]);
    });
  });
}
