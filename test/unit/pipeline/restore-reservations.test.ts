import { expect, it } from 'vitest';
import { restoreReservations } from '../../../src/batches/watch-batches.ts';
import type { KeptReservation } from '../../../src/metering/hold.ts';
import type { Owned } from '../../../src/objects/owned-object.ts';
import { makeWorkspace } from '../../fakes/make-key.ts';

const payer = { requestId: 'req', operation: 'createBatch', keyId: 'key_1', keyName: 'ci', timeZone: 'UTC' };
const batchOf = (index: number, workspaceId: string): Owned<'batch'> =>
  ({
    id: `batch_${index}`,
    workspaceId,
    createdAt: index,
    fields: { payer, reserved: '9007199254740993' },
  }) as unknown as Owned<'batch'>;

const nothingCharged = { batchCharge: () => Promise.resolve(0n) };

it.each([0, 1, 499, 500, 501, 1_000])(
  'of %i batches each is set aside once, in the zone of its workspace now',
  async (count) => {
    const all = Array.from({ length: count }, (_, index) => batchOf(index, index % 2 === 0 ? 'moved' : 'gone'));
    const restored: KeptReservation[] = [];
    await restoreReservations({
      objects: {
        unchargedBatches: async (after, limit) => {
          const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
          return all.slice(from, from + limit);
        },
      },
      keys: {
        workspace: (id) => (id === 'moved' ? { ...makeWorkspace(), id, timeZone: 'Asia/Tokyo' } : undefined),
      },
      ledger: nothingCharged,
      metering: { restore: (kept) => restored.push(kept) },
    });
    expect(restored.map(({ batchId }) => batchId)).toEqual(all.map(({ id }) => id));
    for (const { batchId, amount, startedAt, caller } of restored) {
      const index = Number(batchId.slice(6));
      expect([amount, startedAt, caller.keyId]).toEqual([9_007_199_254_740_993n, index, 'key_1']);
      expect(caller.timeZone).toBe(index % 2 === 0 ? 'Asia/Tokyo' : 'UTC');
    }
  },
);

it.each([
  ['what is left of it', 9n, 91n],
  ['nothing where lines cost more than it was', 120n, 0n],
])('of a batch that is partly charged %s is set aside', async (_, charged, left) => {
  const restored: KeptReservation[] = [];
  const batch = batchOf(7, 'acme');
  await restoreReservations({
    objects: { unchargedBatches: () => Promise.resolve([{ ...batch, fields: { payer, reserved: '100' } }]) },
    keys: { workspace: () => undefined },
    ledger: { batchCharge: (batchId) => Promise.resolve(batchId === 'batch_7' ? charged : 0n) },
    metering: { restore: (kept) => restored.push(kept) },
  });
  expect(restored.map(({ amount }) => amount)).toEqual([left]);
});
