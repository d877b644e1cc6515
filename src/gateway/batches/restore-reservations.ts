import type { KeyStore } from '../../identity/key-store.ts';
import type { BatchMetering, KeptReservation } from '../../metering/hold.ts';
import type { ObjectStore } from '../../resources/object-store.ts';
import type { Owned } from '../../resources/owned-object.ts';
import { objectOf, stringOf } from '../../shared/json.ts';
import { readPayer } from './batch-payer.ts';

interface Rooms {
  readonly objects: Pick<ObjectStore, 'unchargedBatches'>;
  readonly keys: Pick<KeyStore, 'workspace'>;
  readonly metering: Pick<BatchMetering, 'restore'>;
}

const pageSize = 500;

/**
 * Sets aside again, whole, what an earlier process had set aside for batches that are not charged yet. Lines of them that are
 * in the ledger already make it smaller when the batch is looked at next.
 */
export async function restoreReservations({ objects, keys, metering }: Rooms): Promise<void> {
  for (let after: string | null = null; ;) {
    const page: readonly Owned<'batch'>[] = await objects.unchargedBatches(after, pageSize);
    for (const batch of page) {
      const kept = reservationOf(batch, keys);
      if (kept !== null) metering.restore(kept);
    }
    after = page.at(-1)?.id ?? null;
    if (page.length < pageSize) return;
  }
}

/** Null for a batch of a release that set nothing aside. */
function reservationOf(
  { id: batchId, workspaceId, createdAt: startedAt, fields }: Owned<'batch'>,
  keys: Rooms['keys'],
): KeptReservation | null {
  const payer = readPayer(objectOf(fields['payer']), workspaceId);
  const reserved = stringOf(fields['reserved']) ?? '';
  if (payer === null || !/^\d+$/.test(reserved)) return null;
  // The workspace may have moved to another zone since: its calls are counted there.
  const timeZone = keys.workspace(workspaceId)?.timeZone ?? payer.caller.timeZone;
  return { batchId, amount: BigInt(reserved), caller: { ...payer.caller, timeZone }, startedAt };
}
