import type { BatchMetering } from '../../metering/hold.ts';
import type { ObjectStore, Uncharged } from '../../resources/object-store.ts';
import type { Owned } from '../../resources/owned-object.ts';

export interface FinishRooms {
  readonly objects: Pick<ObjectStore, 'markCharged'>;
  readonly metering: Pick<BatchMetering, 'finish'>;
}

/**
 * All lines of a batch are in the ledger that ever will be: it is marked so, and what is left of the credit that was set
 * aside for it is given back.
 *
 * @param uncharged why some or all of them are not; null: all are
 */
export async function finishBatch(
  batch: Owned<'batch'>,
  uncharged: Uncharged | null,
  { objects, metering }: FinishRooms,
): Promise<void> {
  await objects.markCharged(batch, uncharged);
  metering.finish(batch.id);
}
