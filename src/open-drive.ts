import { join } from 'node:path';
import type { InForce } from './in-force.ts';
import { repeat } from './shared/repeat.ts';
import { makeDrive, type Drive } from './resources/drive.ts';
import type { OpenSpool } from './resources/spool.ts';
import { makeSweeper } from './resources/sweeper.ts';
import type { Clock } from './shared/clock.ts';
import type { Log } from './shared/log.ts';
import { openByteStorage } from './store/open-byte-storage.ts';
import type { Store } from './store/store.ts';
import { makeSpools } from './store/unnamed-spool.ts';

interface Parts {
  readonly inForce: InForce;
  readonly objects: Store['objects'];
  /** Where uploads wait that cannot begin yet. */
  readonly dataFolder: string;
  readonly origin: () => string;
  readonly clock: Clock;
  readonly log: Log;
}

/** What keeps bytes, and what clears away after it. */
export interface OpenDrive {
  readonly drive: Drive;
  readonly openSpool: OpenSpool;
  /** Ends the sweeping, and waits for a sweep under way. */
  readonly close: () => Promise<void>;
}

/** Milliseconds between sweeps: what has expired is gone well within the hour. */
const sweepMilliseconds = 300_000;
const orphanMilliseconds = 900_000;

/**
 * Opens the drive and begins to sweep.
 *
 * @throws {StoreError} when the configuration names no storage that can be used
 */
export async function openDrive({ inForce, objects, dataFolder, origin, clock, log }: Parts): Promise<OpenDrive> {
  const { config } = inForce;
  const openSpool = makeSpools(join(dataFolder, 'spool'));
  const { drive: address, driveCredential: credential = null } = config().storage;
  const storage = await openByteStorage({ drive: address, credential, openSpool, clock });
  const retention = (): number => config().limits.driveRetentionSeconds;
  const drive = makeDrive({ storage, objects, clock, log, retention, origin });
  const sweep = makeSweeper({ objects, clock, releases: { 'drive-file': drive.release } });
  const failed = (cause: unknown): void => log.error('a sweep failed; it is tried again', {}, cause);
  const loops = [
    repeat({ clock, every: sweepMilliseconds, action: sweep, failed }),
    repeat({ clock, every: orphanMilliseconds, action: drive.collectOrphans, failed }),
  ];
  return { drive, openSpool, close: async () => void (await Promise.all(loops.map((end) => end()))) };
}
