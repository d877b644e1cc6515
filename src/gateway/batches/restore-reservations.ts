import type { KeyStore } from '../../identity/key-store.ts';
import type { BatchMetering } from '../../metering/hold.ts';
import type { Ledger } from '../../metering/ledger.ts';
import type { ObjectStore } from '../../resources/object-store.ts';
import type { Owned } from '../../resources/owned-object.ts';
import { stringOf } from '../../shared/json.ts';
import { readPayer, type BatchPayer } from './batch-payer.ts';

interface Rooms {
  readonly objects: Pick<ObjectStore, 'unchargedBatches'>;
  readonly keys: Pick<KeyStore, 'workspace'>;
  readonly ledger: Pick<Ledger, 'calls'>;
  readonly metering: Pick<BatchMetering, 'restore'>;
}

const pageSize = 500;
const mostCalls = 1_000;

/**
 * Sets aside again what an earlier process had set aside for batches that are not charged yet, less what their lines in the
 * ledger were charged.
 */
export async function restoreReservations(rooms: Rooms): Promise<void> {
  for (let after: string | null = null; ;) {
    const page: readonly Owned<'batch'>[] = await rooms.objects.unchargedBatches(after, pageSize);
    for (const batch of page) await restore(batch, rooms);
    after = page.at(-1)?.id ?? null;
    if (page.length < pageSize) return;
  }
}

/** Nothing for a batch of a release that set nothing aside. */
async function restore(batch: Owned<'batch'>, { keys, ledger, metering }: Rooms): Promise<void> {
  const payer = readPayer(batch, keys);
  const reserved = stringOf(batch.fields['reserved']) ?? '';
  if (payer === null || !/^\d+$/.test(reserved)) return;
  const charged = await chargedOf(batch, payer, ledger);
  const left = BigInt(reserved) - charged;
  const { id: batchId, createdAt: startedAt } = batch;
  metering.restore({ batchId, amount: left > 0n ? left : 0n, caller: payer.caller, startedAt });
}

/** What lines of a batch were charged so far: they are the calls of its request and its key that began in its moment. */
async function chargedOf(
  { workspaceId, createdAt }: Owned<'batch'>,
  { requestId, operation, caller: { keyId } }: BatchPayer,
  ledger: Rooms['ledger'],
): Promise<bigint> {
  const lines = { workspaceId, requestId, operation, keyId, from: createdAt, to: createdAt + 1, limit: mostCalls };
  let charged = 0n;
  for (let after: string | null = null; ;) {
    const { items, next } = await ledger.calls({ ...lines, ...(after !== null && { after }) });
    charged = items.reduce((sum, { charge }) => sum + charge, charged);
    if (next === null) return charged;
    after = next;
  }
}
