import { describe, expect, it } from 'vitest';
import type { CallQuery } from '../../../src/metering/ledger.ts';
import type { Connection } from '../../../src/store/shared/batch-queue.ts';
import { makeLedger } from '../../../src/store/shared/ledger-store.ts';
import { writeCalls } from '../../../src/store/shared/settle-row.ts';
import { callOf, noon, setUpStore } from './set-up-store.ts';

const many = 10_500;
const name = (n: number): string => `call_${String(n).padStart(5, '0')}`;

/** Every thousandth call failed; every second one is of another workspace. */
async function makeCalls() {
  const { ledger } = await setUpStore();
  await Promise.all(
    Array.from({ length: many }, (_, n) =>
      ledger.settle(
        callOf({ id: name(n), status: n % 1000 === 0 ? 500 : 200, workspaceId: n % 2 === 0 ? 'acme' : 'blue' }),
      ),
    ),
  );
  return ledger;
}

const failed = { statusClass: 5 } as const;
const newestFirst = Array.from({ length: 11 }, (_, index) => name((10 - index) * 1000));

describe('a list of calls', () => {
  const everything: Omit<CallQuery, 'limit'> = { workspaceId: null };

  it.each([
    ['of all workspaces', everything],
    ['of one', { workspaceId: 'acme' }],
  ])('%s finds what is rare among many, page by page', async (_, filter) => {
    const ledger = await makeCalls();
    for (const limit of [1, 3, 11, 12, 1000]) {
      const found: string[] = [];
      let after: string | null = null;
      do {
        const { items, next }: Awaited<ReturnType<typeof ledger.calls>> = await ledger.calls({
          ...filter,
          ...failed,
          limit,
          ...(after !== null && { after }),
        });
        expect(items.length).toBe(next === null ? items.length : limit);
        found.push(...items.map(({ id }) => id));
        after = next;
      } while (after !== null);
      expect(found).toEqual(newestFirst);
    }
    expect((await ledger.calls({ ...filter, outcome: 'failed', limit: 5 })).items).toEqual([]);
    expect((await ledger.calls({ ...filter, requestId: 'req_none', limit: 5 })).items).toEqual([]);
  });

  it('goes by when they began, of a workspace or of all', async () => {
    const { ledger } = await setUpStore();
    const calls = Array.from({ length: many }, (_, n) =>
      callOf({
        id: name(n),
        startedAt: noon + ((n * 7_919) % 5_000) * 1_000,
        workspaceId: n % 3 === 0 ? 'blue' : 'acme',
      }),
    );
    await Promise.all(calls.map((call) => ledger.settle(call)));
    const newest = calls.toReversed().toSorted((one, other) => other.startedAt - one.startedAt);
    const [from, to] = [noon + 1_234_567, noon + 4_000_000];
    for (const filter of [
      {},
      { from, to },
      { workspaceId: 'acme' },
      { workspaceId: 'acme', from },
      { workspaceId: 'acme', to },
      { workspaceId: 'acme', from, to },
      { workspaceId: 'acme', from: to, to: from },
    ]) {
      const wanted = newest.filter(
        ({ startedAt, workspaceId }) =>
          startedAt >= (filter.from ?? 0) &&
          startedAt < (filter.to ?? Infinity) &&
          workspaceId === (filter.workspaceId ?? workspaceId),
      );
      for (const limit of [999, 1000]) {
        const found: string[] = [];
        let after: string | null = null;
        do {
          const query: CallQuery = { workspaceId: null, ...filter, limit, ...(after !== null && { after }) };
          const { items, next }: Awaited<ReturnType<typeof ledger.calls>> = await ledger.calls(query);
          found.push(...items.map(({ id }) => id));
          after = next;
        } while (after !== null);
        expect(found).toEqual(wanted.map(({ id }) => id));
      }
    }
  });

  it('looks at a bounded number of calls for a page, which may be empty, and says where to go on', async () => {
    const slices: (number | null)[] = [];
    const [row] = JSON.parse(writeCalls([callOf()]).text) as unknown[];
    const found = [{ seq: 4n, row: JSON.stringify(row) }];
    /** A million calls, of which the very first ones match. */
    const slice = (_: CallQuery, before: number | null) => {
      slices.push(before);
      const end = (before ?? 1_000_000) - 5_000;
      return Promise.resolve({ found: end === 0 ? found : [], end: end === 0 ? null : end, looked: 5_000 });
    };
    const ask = (operation: string, ...parameters: Parameters<typeof slice>) =>
      operation === 'callsSlice' ? slice(...parameters) : Promise.reject(new Error(operation));
    const { calls } = makeLedger({ connection: { ask } as unknown as Connection, now: () => 0 });
    const pages: [number, string | null][] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof calls>> = await calls({ ...everything, limit: 5, ...(after && { after }) });
      pages.push([page.items.length, page.next]);
      after = page.next;
    } while (after !== null);
    expect(pages).toEqual([
      [0, '750000'],
      [0, '500000'],
      [0, '250000'],
      [1, null],
    ]);
    expect(slices).toHaveLength(200);
  });

  it('has no page behind the last call', async () => {
    const ledger = await makeCalls();
    expect((await ledger.calls({ ...everything, limit: 5 })).items.map(({ id }) => id)[0]).toBe(name(many - 1));
    const last = await ledger.calls({ ...everything, after: '2', limit: 5 });
    expect([last.items.map(({ id }) => id), last.next]).toEqual([[name(0)], null]);
  });

  it('lets calls be settled while it looks for what is not there', async () => {
    const ledger = await makeCalls();
    const order: string[] = [];
    const listed = ledger.calls({ workspaceId: 'nobody', limit: 5 });
    const looking = ledger.calls({ ...everything, model: 'none', limit: 5 }).then(() => order.push('listed'));
    await listed;
    const settling = ledger.settle(callOf()).then(() => order.push('settled'));
    await Promise.all([looking, settling]);
    expect(order).toEqual(['settled', 'listed']);
  });
});
