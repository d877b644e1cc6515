import { neverEnding, repeat, type IsEnding } from '../shared/time/repeat.ts';
import { makeDrive, type Drive } from './drive.ts';
import type { ByteStorage } from './byte-storage.ts';
import type { ObjectStore } from './object-store.ts';
import { makeOrphanCollector, nameByDeployment, type Deployment } from './orphans.ts';
import type { ObjectKind, Owned } from './owned-object.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { Log } from '../shared/log.ts';
import { oneDay } from '../shared/time/calendar.ts';

interface Parts {
  readonly storage: ByteStorage;
  readonly objects: ObjectStore;
  readonly instances: Deployment;
  /** Seconds until a file expires. */
  readonly retention: () => number;
  readonly origin: () => string;
  readonly clock: Clock;
  readonly log: Log;
}

/** The drive and its cleanup. */
interface OpenDrive {
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
export function openDrive({ storage: shared, objects, instances, retention, origin, clock, log }: Parts): OpenDrive {
  const storage = nameByDeployment(shared, instances);
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

/** Deletes what belongs to an object, such as its bytes, before its record is deleted; by kind. */
type Releases = Readonly<Partial<Record<ObjectKind, (object: Owned) => Promise<void>>>>;

interface SweeperDeps {
  readonly objects: Pick<ObjectStore, 'expired' | 'delete' | 'forgetDeleted'>;
  readonly clock: Clock;
  readonly releases: Releases;
}

/** Objects per step. */
const batch = 100;

/** Milliseconds for which the position of a deleted object is remembered, so that lists can continue from it. */
const memory = oneDay;

/**
 * Makes a function that deletes expired objects once and resolves with their number. Only storage depends on it, because
 * expired objects are hidden by the clock. An object that cannot be deleted does not stop the others, however many there are; the
 * next sweep tries it again.
 */
export const makeSweeper =
  ({ objects, clock, releases }: SweeperDeps): ((isEnding?: IsEnding) => Promise<number>) =>
  async (isEnding = neverEnding) => {
    let swept = 0;
    let failure: unknown = null;
    let after: Owned | null = null;
    do {
      const expired: readonly Owned[] = await objects.expired(batch, after);
      for (const object of expired) {
        if (isEnding()) return swept;
        try {
          await releases[object.kind]?.(object);
          if (await objects.delete(object)) swept += 1;
        } catch (error) {
          failure ??= error;
        }
      }
      after = expired.length < batch ? null : (expired.at(-1) ?? null);
    } while (after !== null);
    await objects.forgetDeleted(clock.now() - memory);
    if (failure !== null) throw failure;
    return swept;
  };
