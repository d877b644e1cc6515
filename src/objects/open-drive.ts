import { repeat } from '../shared/time/repeat.ts';
import { makeDrive, type Drive } from './drive.ts';
import type { ByteStorage } from './byte-storage.ts';
import type { ObjectStore } from './object-store.ts';
import { makeOrphanCollector, type LiveInstances } from './orphans.ts';
import { makeSweeper } from './sweeper.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { Log } from '../shared/log.ts';

interface Parts {
  readonly storage: ByteStorage;
  readonly objects: ObjectStore;
  readonly instances: LiveInstances;
  /** Seconds until a file expires. */
  readonly retention: () => number;
  readonly origin: () => string;
  readonly clock: Clock;
  readonly log: Log;
}

/** The drive and its cleanup. */
export interface OpenDrive {
  readonly drive: Drive;
  /** A sentence for the operator about how the drive is used; null if there is none. */
  readonly driveWarning: () => string | null;
  /** Stops sweeping, and waits for a running sweep. */
  readonly closeDrive: () => Promise<void>;
}

/** Milliseconds between sweeps, so that expired bytes are deleted well within an hour. */
const sweepMilliseconds = 300_000;
const orphanMilliseconds = 900_000;

/** Opens the drive and starts its cleanup. */
export function openDrive({ storage, objects, instances, retention, origin, clock, log }: Parts): OpenDrive {
  const drive = makeDrive({ storage, objects, clock, log, retention, origin });
  const sweep = makeSweeper({ objects, clock, releases: { 'drive-file': drive.release } });
  const orphans = makeOrphanCollector({ storage, objects, instances, clock, log });
  const failed = (cause: unknown): void => log.error('a sweep failed and will be tried again', {}, cause);
  const entering = orphans.enter().catch(failed);
  const loops = [
    repeat({ clock, every: sweepMilliseconds, action: sweep, failed }),
    repeat({ clock, every: orphanMilliseconds, action: orphans.collect, failed }),
  ];
  const closeDrive = async (): Promise<void> => {
    await Promise.all([entering, ...loops.map((end) => end())]);
    await orphans.leave().catch(failed);
  };
  return { drive, driveWarning: orphans.warning, closeDrive };
}
