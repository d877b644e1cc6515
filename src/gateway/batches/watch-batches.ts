import type { ObjectStore } from '../../resources/object-store.ts';
import type { Log } from '../../shared/log.ts';
import type { ChargeBatch } from './charge-batch.ts';

interface Rooms {
  readonly objects: Pick<ObjectStore, 'unchargedBatches'>;
  readonly chargeBatch: ChargeBatch;
  readonly log: Log;
}

const pageSize = 100;

/**
 * Makes a round through all batches that are not charged yet, whether or not anybody asks for them. One that cannot be
 * charged does not keep the others; the next round tries it again.
 */
export const makeBatchWatch =
  ({ objects, chargeBatch, log }: Rooms): (() => Promise<void>) =>
  async () => {
    let after: string | null = null;
    for (;;) {
      const page = await objects.unchargedBatches(after, pageSize);
      for (const batch of page) {
        await chargeBatch(batch).catch((error: unknown) =>
          log.warn('a batch could not be charged yet', { batch: batch.id, reason: String(error) }),
        );
      }
      after = page.at(-1)?.id ?? null;
      if (page.length < pageSize) return;
    }
  };
