import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallRecord, LimitUse, NewReservation } from '../../src/metering/ledger-records.ts';
import type { UsageDimension, UsageQuery, UsageRow, Ledger } from '../../src/metering/ledger.ts';
import { largestCharge } from '../../src/shared/money.ts';
import { spanOf, type Span } from '../../src/shared/time/calendar.ts';
import { makeWorkspace } from '../fakes/make-key.ts';
import { entryOf } from '../unit/metering/set-up-metering.ts';
import { callOf, collect, lineOf, noon } from '../unit/store/set-up-store.ts';
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

const quarterHour = 900_000;

/** What days and months were charged, by their names. */
const spentOf = (uses: readonly LimitUse[]): ReadonlyMap<string, bigint> =>
  new Map(
    uses
      .filter(({ window }) => window !== 'total')
      .map(({ subject, window, windowStart, posted }) => [`${subject} ${window} ${windowStart}`, posted]),
  );

/** The same, added up from calls: of the windows that had not ended a day ago. */
function windowsOf(calls: readonly CallRecord[], zone: string, now: number): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { workspaceId, keyId, startedAt, charge } of calls) {
    for (const window of ['day', 'month'] as const) {
      const { start, end } = spanOf(window, zone, startedAt);
      if (end <= now - 86_400_000) continue;
      for (const subject of [workspaceId, keyId]) {
        const name = `${subject} ${window} ${start}`;
        sums.set(name, (sums.get(name) ?? 0n) + charge);
      }
    }
  }
  return sums;
}

const labels = {
  key: ({ keyId }) => keyId,
  model: ({ model }) => model,
  product: ({ productSku }) => productSku,
  operation: ({ operation }) => operation,
  status: ({ status }) => String(status),
  workspace: ({ workspaceId }) => workspaceId,
} as const satisfies Record<UsageDimension, (call: CallRecord) => string>;

/** Where the row begins that a call counts in. */
function rowStart({ bucket, timeZone, from: first }: UsageQuery, at: number): number {
  if (bucket === 'all') return first;
  return bucket === 'quarter_hour' ? at - (at % quarterHour) : spanOf(bucket, timeZone, at).start;
}

/** The rows of a query as a list of calls makes them, in any order. */
function rowsOf(calls: readonly CallRecord[], query: UsageQuery): ReadonlyMap<string, unknown> {
  const within = calls.filter(({ startedAt }) => startedAt >= query.from && startedAt < query.to);
  const nameOf = (call: CallRecord): string =>
    [rowStart(query, call.startedAt), ...query.groupBy.map((dimension) => labels[dimension](call))].join(' ');
  const sum = (of: readonly CallRecord[]) => ({
    calls: of.length,
    charge: of.reduce((all, { charge }) => all + charge, 0n),
    input: of.reduce((all, { lines }) => all + (lines[0]?.quantity ?? 0), 0),
  });
  return new Map([...Map.groupBy(within, nameOf)].map(([name, of]) => [name, sum(of)]));
}

/** Zones whose days begin at a quarter hour, and whose clocks change by an hour, by half an hour, and not at all. */
const zones = ['UTC', 'Asia/Kathmandu', 'America/Los_Angeles', 'Europe/Berlin', 'Australia/Lord_Howe'];
const quarters = fc.integer({ min: 0, max: (to - from) / quarterHour });

/** A query of the ten weeks: any range, zone, length of rows and groups. */
const anyQuery: fc.Arbitrary<UsageQuery> = fc
  .record({
    edges: fc.tuple(quarters, quarters),
    timeZone: fc.constantFrom(...zones),
    bucket: fc.constantFrom('all', 'month', 'day', 'hour', 'quarter_hour'),
    groupBy: fc.subarray(Object.keys(labels) as UsageDimension[]),
  })
  .map(({ edges, ...rest }) => ({
    ...rest,
    workspaceId: 'acme',
    from: from + Math.min(...edges) * quarterHour,
    to: from + Math.max(...edges) * quarterHour,
  }));

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

    it('of all workspaces together may be more than an integer of the database holds', async () => {
      const { ledger } = await newEngine().start();
      const line = { unitKind: 'requests', quantity: 10 ** 9, unitPrice: 10n ** 12n, amount: 10n ** 21n } as const;
      const dear = { charge: largestCharge, hold: largestCharge, lines: [line], startedAt: from };
      for (const workspaceId of Array.from({ length: 10 }, (_, number) => `w${number}`)) {
        await ledger.post(entryOf(largestCharge, { workspaceId }));
        await ledger.settle(callOf({ ...dear, workspaceId, keyId: `key_${workspaceId}` }));
      }
      const rows = await read(ledger, { workspaceId: null });
      expect(rows.map(({ calls, charge }) => ({ calls, charge }))).toEqual([
        { calls: 10, charge: 10n * largestCharge },
      ]);
      expect(await ledger.verify()).toEqual([]);
    });

    it('in a day and a month is what the calls that began in them were charged, of the keys that are asked for', async () => {
      const { ledger } = await newEngine().start();
      await fill(ledger);
      const at = Date.UTC(2026, 10, 20, 12);
      const [month, day] = [spanOf('month', 'UTC', at), spanOf('day', 'UTC', at)];
      const keyIds = ['key_1', 'key_3', 'key_none'];
      const found = await ledger.spent({ workspaceId: 'acme', keyIds, day, month });
      const chargeIn = async ({ start, end }: Span, keyId?: string): Promise<bigint | undefined> =>
        (await read(ledger, { from: start, to: end, ...(keyId !== undefined && { keyId }) }))[0]?.charge;
      const uses = new Map(found.map((use) => [`${use.subject} ${use.window} ${use.windowStart}`, use.posted]));
      expect(uses.get(`acme month ${month.start}`)).toBe(await chargeIn(month));
      for (const keyId of ['key_1', 'key_3']) {
        expect(uses.get(`${keyId} month ${month.start}`)).toBe(await chargeIn(month, keyId));
        expect(uses.get(`${keyId} day ${day.start}`)).toBe(await chargeIn(day, keyId));
        expect(uses.get(`${keyId} total 0`)).toBe(await chargeIn({ start: from, end: to }, keyId));
      }
      expect([uses.size, uses.get('key_none total 0')]).toEqual([10, 0n]);
      const nothing = [{ subject: 'other', window: 'month', windowStart: month.start, posted: 0n, reserved: 0n }];
      expect(await ledger.spent({ workspaceId: 'other', keyIds: [], day, month })).toEqual(nothing);
    });

    it('in a day and a month has next to it what is left of the reservations of batches that began in them', async () => {
      const { ledger } = await newEngine().start();
      const [day, month] = (['day', 'month'] as const).map((unit) => spanOf(unit, 'Europe/Berlin', noon));
      if (!day || !month) throw new Error('There are two spans.');
      const reserve = (batchId: string, amount: bigint, startedAt: number, changes: Partial<NewReservation> = {}) =>
        ledger.reserve({ batchId, workspaceId: 'acme', keyId: 'key_1', startedAt, amount, ...changes });
      await ledger.post(entryOf(10_000n));
      await ledger.post(entryOf(10_000n, { workspaceId: 'other' }));
      await reserve('day', 100n, day.start);
      await reserve('eve', 20n, day.start - 1);
      await reserve('next', 3n, day.end);
      await reserve('october', 400n, month.start - 1);
      await reserve('december', 5000n, month.end);
      await reserve('key', 7n, noon, { keyId: 'key_2' });
      await reserve('elsewhere', 900n, noon, { workspaceId: 'other', keyId: 'key_3' });
      await reserve('ended', 9n, noon);
      await ledger.endReservation('ended');
      await ledger.settle(callOf({ batchId: 'day', startedAt: day.start, hold: 10n, charge: 10n }));
      const found = await ledger.spent({ workspaceId: 'acme', keyIds: ['key_1', 'key_2'], day, month });
      expect(found.map(({ subject, window, posted, reserved }) => [`${subject} ${window}`, posted, reserved])).toEqual([
        ['acme month', 10n, 120n],
        ['key_1 day', 10n, 90n],
        ['key_1 month', 10n, 113n],
        ['key_1 total', 10n, 5513n],
        ['key_2 day', 0n, 7n],
        ['key_2 month', 0n, 7n],
        ['key_2 total', 0n, 7n],
      ]);
    });

    it('before a moment is what the account says, less what came since', async () => {
      const { ledger } = await newEngine().start();
      expect(await ledger.chargedBefore('acme', from)).toEqual({ granted: 0n, charged: 0n });
      const { charge } = await fill(ledger);
      for (const at of [from, from + 30 * 86_400_000 + quarterHour, to]) {
        const [since] = await read(ledger, { from: at });
        const charged = charge - (at === to ? 0n : (since?.charge ?? 0n));
        expect(await ledger.chargedBefore('acme', at)).toEqual({ granted: 0n, charged });
      }
      expect(await ledger.chargedBefore('other', to)).toEqual({ granted: 0n, charged: 0n });
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

    it('is what its calls make, for any range, zone, length of rows and groups', async () => {
      const { ledger } = await newEngine().start();
      await fill(ledger);
      const { items } = await ledger.calls({ workspaceId: 'acme', limit: 1000 });
      const holds = fc.asyncProperty(anyQuery, async (query) => {
        const rows = await collect(ledger.usage(query));
        const names = rows.map(({ bucketStart, group }) =>
          [bucketStart, ...query.groupBy.map((dimension) => group[dimension])].join(' '),
        );
        const sums = rows.map(({ calls, charge, usage }) => ({ calls, charge, input: usage.input_tokens ?? 0 }));
        expect(new Set(names).size).toBe(names.length);
        expect(new Map(names.map((name, index) => [name, sums[index]]))).toEqual(rowsOf(items, query));
        const starts = rows.map(({ bucketStart }) => bucketStart);
        expect(starts).toEqual(starts.toSorted((one, other) => one - other));
      });
      await fc.assert(holds, { numRuns: 60 });
    });

    it('counts against the days and months that can still be open, whatever time and zone it is', async () => {
      const { ledger } = await newEngine().start();
      await fill(ledger);
      const { items } = await ledger.calls({ workspaceId: 'acme', limit: 1000 });
      const anyTime = fc.integer({ min: from - 86_400_000, max: to + 86_400_000 });
      const holds = fc.asyncProperty(anyTime, fc.constantFrom(...zones), async (now, zone) => {
        expect(spentOf(await ledger.windows('acme', zone, now))).toEqual(windowsOf(items, zone, now));
      });
      await fc.assert(holds, { numRuns: 20 });
    });

    it('counts against the windows of each workspace in its own zone when the books are opened', async () => {
      const { ledger, keys } = await newEngine().start();
      const [now, ids] = [Date.UTC(2026, 10, 1, 9), ['a', 'b', 'c', 'd', 'e']];
      for (const [index, id] of ids.entries()) {
        await keys.addWorkspace({ ...makeWorkspace(id), timeZone: zones[index % zones.length] ?? 'UTC' });
        for (const hours of [-40 * 24, -40, -20, -8, 1, 30, 400])
          await ledger.settle(callOf({ workspaceId: id, keyId: `key_${id}`, startedAt: now + hours * 3_600_000 }));
      }
      const expected = new Map<string, bigint>();
      for (const [index, id] of ids.entries()) {
        const { items } = await ledger.calls({ workspaceId: id, limit: 100 });
        const zone = zones[index % zones.length] ?? 'UTC';
        for (const [name, posted] of windowsOf(items, zone, now)) expected.set(name, posted);
      }
      const { limitUses } = await ledger.open(now);
      expect(spentOf(limitUses)).toEqual(expected);
    });

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
