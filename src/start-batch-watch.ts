import type { ChargeBatch } from './gateway/batches/charge-batch.ts';
import { makeBatchWatch } from './gateway/batches/watch-batches.ts';
import { repeat } from './metering/repeat.ts';
import type { ObjectStore } from './resources/object-store.ts';
import type { Clock } from './shared/clock.ts';
import type { Log } from './shared/log.ts';

interface Parts {
  readonly objects: ObjectStore;
  readonly chargeBatch: ChargeBatch;
  readonly clock: Clock;
  readonly log: Log;
}

/** Looks at batches every minute, so that one that nobody asks for is charged too. The returned function ends that. */
export const startBatchWatch = (rooms: Parts): (() => Promise<void>) =>
  repeat({
    clock: rooms.clock,
    every: 60_000,
    action: makeBatchWatch(rooms),
    failed: (cause) => rooms.log.error('batches could not be looked at; they are looked at again', {}, cause),
  });
