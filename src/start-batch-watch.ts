import type { ChargeBatch } from './gateway/batches/charge-batch.ts';
import { restoreReservations } from './gateway/batches/restore-reservations.ts';
import { makeBatchWatch } from './gateway/batches/watch-batches.ts';
import type { KeyStore } from './identity/key-store.ts';
import type { BatchMetering } from './metering/hold.ts';
import type { Ledger } from './metering/ledger.ts';
import { repeat } from './shared/repeat.ts';
import type { ObjectStore } from './resources/object-store.ts';
import type { Clock } from './shared/clock.ts';
import type { Log } from './shared/log.ts';

interface Parts {
  readonly objects: ObjectStore;
  readonly keys: Pick<KeyStore, 'workspace'>;
  readonly ledger: Pick<Ledger, 'calls'>;
  readonly metering: Pick<BatchMetering, 'restore' | 'finish'>;
  readonly chargeBatch: ChargeBatch;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Sets aside again what batches may still cost, before anybody is let in; then looks at them every minute, so that one that
 * nobody asks for is charged too. The returned function ends that.
 */
export async function startBatchWatch(rooms: Parts): Promise<() => Promise<void>> {
  await restoreReservations(rooms);
  return repeat({
    clock: rooms.clock,
    every: 60_000,
    action: makeBatchWatch(rooms),
    failed: (cause) => rooms.log.error('batches could not be looked at; they are looked at again', {}, cause),
  });
}
