import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../src/errors/codes.ts';
import type {
  RefusalDimension,
  RefusalQuery,
  RefusalRow,
  RefusedCalls,
  RefusedCallStore,
} from '../../src/identity/refused-calls.ts';
import { quarterHour, spanOf } from '../../src/shared/time/calendar.ts';
import { collect } from '../unit/store/set-up-store.ts';
import type { NewEngine } from './engine.ts';

/** Ten days in which the summer time of Europe ends. */
const from = Date.UTC(2026, 9, 20);
const quarters = 10 * 96;

const codes = ['invalid_value', 'model_not_found', 'insufficient_credits'] as const satisfies readonly ErrorCode[];

const refusedOf = (changes: Partial<RefusedCalls> = {}): RefusedCalls => {
  const of = { workspaceId: 'acme', keyId: 'key_1', code: codes[0], bucketStart: from, calls: 1, ...changes };
  return { lastAt: of.bucketStart + 60_000, ...of };
};

const whole: RefusalQuery = {
  workspaceId: 'acme',
  from,
  to: from + quarters * quarterHour,
  groupBy: [],
  bucket: 'all',
  timeZone: 'UTC',
};

const read = (store: RefusedCallStore, changes: Partial<RefusalQuery> = {}): Promise<RefusalRow[]> =>
  collect(store.query({ ...whole, ...changes }));

const labels = {
  workspace: ({ workspaceId }) => workspaceId,
  key: ({ keyId }) => keyId,
  code: ({ code }) => code,
} as const satisfies Record<RefusalDimension, (refused: RefusedCalls) => string>;

/** Where the row begins that a count is in. */
function rowStart({ bucket, timeZone, from: first }: RefusalQuery, at: number): number {
  if (bucket === 'all') return first;
  return bucket === 'quarter_hour' ? at : spanOf(bucket, timeZone, at).start;
}

/** The rows of a query as a list of counts makes them, in any order. */
function rowsOf(all: readonly RefusedCalls[], query: RefusalQuery): ReadonlyMap<string, unknown> {
  const { workspaceId } = query;
  const asked = all.filter(
    (each) =>
      each.bucketStart >= query.from &&
      each.bucketStart < query.to &&
      (workspaceId === null || each.workspaceId === workspaceId),
  );
  const nameOf = (each: RefusedCalls): string =>
    [rowStart(query, each.bucketStart), ...query.groupBy.map((dimension) => labels[dimension](each))].join(' ');
  return new Map(
    [...Map.groupBy(asked, nameOf)].map(([name, of]) => [
      name,
      { calls: of.reduce((sum, { calls }) => sum + calls, 0), lastAt: Math.max(...of.map(({ lastAt }) => lastAt)) },
    ]),
  );
}

const anyCount: fc.Arbitrary<RefusedCalls> = fc
  .record({
    key: fc.integer({ min: 0, max: 3 }),
    code: fc.constantFrom(...codes),
    quarter: fc.integer({ min: 0, max: quarters - 1 }),
    calls: fc.integer({ min: 1, max: 1_000_000 }),
    second: fc.integer({ min: 0, max: 899 }),
  })
  .map(({ key, code, quarter, calls, second }) => {
    const bucketStart = from + quarter * quarterHour;
    const workspaceId = key === 3 ? 'other' : 'acme';
    return { workspaceId, keyId: `key_${key}`, code, bucketStart, calls, lastAt: bucketStart + second * 1000 };
  });

const rowName = ({ keyId, code, bucketStart }: RefusedCalls): string => `${keyId} ${code} ${bucketStart}`;

/** What one instance writes at once: each key, code and quarter of an hour is there once. */
const anyWrite = fc.uniqueArray(anyCount, { minLength: 1, maxLength: 30, selector: rowName });

const edge = fc.integer({ min: 0, max: quarters });

const anyQuery: fc.Arbitrary<RefusalQuery> = fc
  .record({
    workspaceId: fc.constantFrom('acme', 'other', null),
    edges: fc.tuple(edge, edge),
    timeZone: fc.constantFrom('UTC', 'Asia/Kathmandu', 'Europe/Berlin', 'Australia/Lord_Howe'),
    bucket: fc.constantFrom('all', 'month', 'day', 'hour', 'quarter_hour'),
    groupBy: fc.subarray(Object.keys(labels) as RefusalDimension[]),
  })
  .map(({ edges, ...rest }) => ({
    ...rest,
    from: from + Math.min(...edges) * quarterHour,
    to: from + Math.max(...edges) * quarterHour,
  }));

export function describeRefusedCalls(newEngine: NewEngine): void {
  describe('refused calls', () => {
    it('add up to what was counted, however often it is written, grouped, cut and zoned', async () => {
      const { refusedCalls } = await newEngine().start();
      const written: RefusedCalls[] = [];
      for (const counts of fc.sample(anyWrite, { seed: 11, numRuns: 20 })) {
        await refusedCalls.add(counts);
        written.push(...counts);
      }
      for (const query of fc.sample(anyQuery, { seed: 12, numRuns: 60 })) {
        const rows = await collect(refusedCalls.query(query));
        const found = rows.map(
          ({ bucketStart, group, ...counted }) =>
            [[bucketStart, ...query.groupBy.map((name) => group[name])].join(' '), counted] as const,
        );
        expect(found).toHaveLength(new Map(found).size);
        expect(new Map(found)).toEqual(rowsOf(written, query));
        expect(rows.map(({ bucketStart }) => bucketStart)).toEqual(
          rows.map(({ bucketStart }) => bucketStart).toSorted((one, other) => one - other),
        );
      }
    });

    it('of one key only, and none of another workspace', async () => {
      const { refusedCalls } = await newEngine().start();
      await refusedCalls.add([
        refusedOf({ calls: 3 }),
        refusedOf({ keyId: 'key_2', calls: 5 }),
        refusedOf({ workspaceId: 'other', keyId: 'key_3', calls: 7 }),
      ]);
      const callsOf = async (changes: Partial<RefusalQuery>) => (await read(refusedCalls, changes))[0]?.calls;
      expect([await callsOf({}), await callsOf({ keyId: 'key_2' })]).toEqual([8, 5]);
      expect([await callsOf({ keyId: 'key_3' }), await callsOf({ workspaceId: null })]).toEqual([undefined, 15]);
    });

    it('are counted by each instance, also at once, and are there for the next process', async () => {
      const engine = newEngine();
      const first = await engine.start();
      const counts = codes.map((code, at) => refusedOf({ code, calls: at + 1, lastAt: from + at }));
      if (engine.isShared) {
        const other = await engine.start();
        const reversed = counts.toReversed();
        await Promise.all(
          Array.from({ length: 10 }, (_, turn) =>
            turn % 2 === 0 ? first.refusedCalls.add(counts) : other.refusedCalls.add(reversed),
          ),
        );
      } else for (let turn = 0; turn < 10; turn += 1) await first.refusedCalls.add(counts);
      await first.close();
      const { refusedCalls } = await engine.start();
      const rows = await read(refusedCalls, { groupBy: ['code'] });
      expect(new Map(rows.map(({ group, calls, lastAt }) => [group.code, [calls, lastAt]]))).toEqual(
        new Map(codes.map((code, at) => [code, [10 * (at + 1), from + at]])),
      );
    });

    it('are forgotten a quarter of an hour at a time, the oldest first, and only from before a time', async () => {
      const { refusedCalls } = await newEngine().start();
      const starts = [0, 1, 2].map((quarter) => from + quarter * quarterHour);
      await refusedCalls.add(starts.map((bucketStart) => refusedOf({ bucketStart })));
      const left = async () =>
        (await read(refusedCalls, { bucket: 'quarter_hour' })).map(({ bucketStart }) => bucketStart);
      const sweeps = [];
      for (let turn = 0; turn < 3; turn += 1) {
        await refusedCalls.sweep(from + 2 * quarterHour);
        sweeps.push(await left());
      }
      expect(sweeps).toEqual([starts.slice(1), starts.slice(2), starts.slice(2)]);
    });
  });
}
