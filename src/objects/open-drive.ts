import type { Log } from '../shared/log.ts';
import { oneDay } from '../shared/time/calendar.ts';
import { type Clock, type IsEnding, neverEnding, repeat } from '../shared/time/clock.ts';
import type { ByteStorage, StoredEntry } from './byte-storage.ts';
import { type Drive, type DriveUse, makeDrive } from './drive.ts';
import type { ObjectStore } from './object-store.ts';
import { newObjectId, type ObjectKind, type Owned } from './owned-object.ts';

interface OpenDriveDeps {
  readonly storage: ByteStorage;
  readonly objects: ObjectStore;
  readonly instances: Deployment;
  /** Seconds until a file expires. */
  readonly retention: () => number;
  readonly origin: () => string;
  readonly clock: Clock;
  readonly log: Log;
  /** Called each time that the drive fails, or lacks bytes that were stored. */
  readonly onFailure: () => void;
}

/** Warnings for the operator, by a use of the drive. */
const useWarnings: Readonly<Record<Exclude<DriveUse, 'worked'>, string>> = {
  failed:
    'The drive failed when it was used last; the log says why. Until it works, images that were asked for as URL come in the answer.',
  missing:
    'The drive of this instance lacks the bytes of a stored file. Instances on one database need the same storage.drive: a bucket, or a folder that they share.',
};

/** Milliseconds for which a warning of missing bytes stays. Other bytes that are there do not end it. */
const missingMilliseconds = 3_600_000;

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
export function openDrive({
  storage: shared,
  objects,
  instances,
  retention,
  origin,
  clock,
  log,
  onFailure,
}: OpenDriveDeps): OpenDrive {
  const storage = nameByDeployment(shared, instances);
  let lastUse: DriveUse = 'worked';
  let missingAt = Number.NEGATIVE_INFINITY;
  const noteUse = (use: DriveUse): void => {
    if (use !== 'worked') onFailure();
    if (use === 'missing') missingAt = clock.now();
    lastUse = use;
  };
  const drive = makeDrive({ storage, objects, clock, log, retention, origin, noteUse });
  const sweep = makeSweeper({ objects, clock, releases: { 'drive-file': drive.release } });
  const orphans = makeOrphanCollector({ storage, objects, instances, clock, log });
  const failed = (cause: unknown): void => log.error('a sweep failed and will be tried again', {}, cause);
  const useWarning = (): string | null => {
    if (lastUse === 'failed') return useWarnings.failed;
    return clock.now() - missingAt < missingMilliseconds ? useWarnings.missing : null;
  };
  const driveWarning = (): string | null => orphans.warning() ?? useWarning();
  const entering = orphans.enter().catch(failed);
  const loops = [
    repeat({ clock, every: sweepMilliseconds, action: sweep, failed }),
    repeat({ clock, every: orphanMilliseconds, action: orphans.collect, failed }),
  ];
  const closeDrive = async (): Promise<void> => {
    await Promise.all([entering, ...loops.map((end) => end())]);
    await orphans.leave().catch(failed);
  };
  return { drive, driveWarning, closeDrive };
}

/** Deletes what belongs to an object, such as its bytes, before its record is deleted; by kind. */
type Releases = Readonly<Partial<Record<ObjectKind, (object: Owned) => Promise<void>>>>;

interface SweeperDeps {
  readonly objects: Pick<ObjectStore, 'expired' | 'delete' | 'forgetDeleted'>;
  readonly clock: Clock;
  readonly releases: Releases;
}

/** Expired objects that are read at once. */
const sweptAtOnce = 100;

/** Milliseconds for which the position of a deleted object is remembered, so that lists can continue from it. */
const rememberedMilliseconds = oneDay;

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
      const expired: readonly Owned[] = await objects.expired(sweptAtOnce, after);
      for (const object of expired) {
        if (isEnding()) return swept;
        try {
          await releases[object.kind]?.(object);
          if (await objects.delete(object)) swept += 1;
        } catch (error) {
          failure ??= error;
        }
      }
      after = expired.length < sweptAtOnce ? null : (expired.at(-1) ?? null);
    } while (after !== null);
    await objects.forgetDeleted(clock.now() - rememberedMilliseconds);
    if (failure !== null) throw failure;
    return swept;
  };

/**
 * Deletes bytes without a record, which a crash can leave behind. Several deployments may use one storage, so each deletes only what
 * its own database named. What a copy of a database has no record of may belong to the original, so a copy deletes nothing. To detect a
 * copy, processes leave marks in the storage and record them in their database: a copy lacks the records of later marks.
 */
interface OrphanCollector {
  /** Marks the storage as used by this database in its current state. */
  readonly enter: () => Promise<void>;
  /** Deletes orphans, unless another copy of the database has used the storage too. Resolves with their number. */
  readonly collect: (isEnding: IsEnding) => Promise<number>;
  /** Marks the storage once more: copies that were made of the database in the meantime lack the new mark's record. */
  readonly leave: () => Promise<void>;
  /** A sentence for the operator if another copy of the database has used the storage; else null. */
  readonly warning: () => string | null;
}

/** The database that processes share. */
interface Deployment {
  /** As in `Instances`. */
  readonly deployment: () => Promise<string>;
}

const prefixOf = async (instances: Deployment): Promise<string> => `${await instances.deployment()}_`;

/** The storage as one deployment writes it: every name begins with the id of its database. */
export const nameByDeployment = (storage: ByteStorage, instances: Deployment): ByteStorage => ({
  ...storage,
  write: async (name) => storage.write(`${await prefixOf(instances)}${name}`),
});

interface OrphanDeps {
  /** From `nameByDeployment`. */
  readonly storage: Pick<ByteStorage, 'write' | 'list' | 'delete'>;
  readonly objects: Pick<ObjectStore, 'add' | 'find' | 'change' | 'existing'>;
  readonly instances: Deployment;
  readonly clock: Clock;
  readonly log: Log;
}

/** Milliseconds for which bytes may be without a record, which is written right after them. */
const orphanAge = 600_000;
/** Milliseconds for which marks of ended processes are kept. */
const markAge = oneDay;
/** Milliseconds for which a replaced mark keeps its record, because another instance may just have seen it. */
const recordAge = 3_600_000;
/** The most orphans deleted in one round; the next one takes the rest. */
const mostOrphans = 10_000;

/** Names that the database is asked about at once. */
const namesAtOnce = 500;

/** The record of a mark, which belongs to no workspace. */
const place = { spec: 'a', kind: 'drive-file', workspaceId: '' } as const;

const markName = (id: string): string => `process-${id}`;
const markIn = (name: string): string | null => /^process-(.+)$/.exec(name)?.[1] ?? null;

/** An entry of a deployment, with the id of its record. */
function readEntry({ key, name, writtenAt }: StoredEntry, prefix: string) {
  const own = name.slice(prefix.length);
  const mark = markIn(own);
  return { key, writtenAt, id: mark ?? own, isMark: mark !== null };
}

const shared =
  'Another copy of this database uses the same drive, or has used it since this one was copied. Bytes without a record stay in the drive, because they may be of the other. Give each copy a drive of its own (`storage.drive`). If the other is gone for good, delete what has `_process-` in its name from the drive: the next round, in 15 minutes, goes on.';

interface Mark {
  readonly id: string;
  readonly key: string;
}

async function* pagesOf(entries: AsyncIterable<StoredEntry>): AsyncIterable<readonly StoredEntry[]> {
  let page: StoredEntry[] = [];
  for await (const entry of entries) {
    page.push(entry);
    if (page.length < namesAtOnce) continue;
    yield page;
    page = [];
  }
  yield page;
}

/** The record of a file is in one database alone, so to any other database on the same storage it looks like an orphan. */
export function makeOrphanCollector({ storage, objects, instances, clock, log }: OrphanDeps): OrphanCollector {
  let own: Mark | null = null;
  let warning: string | null = null;

  const remove = async ({ id, key }: Mark): Promise<void> => {
    await storage.delete(key);
    const record = await objects.find({ ...place, id });
    if (record !== null) await objects.change(record, () => ({ expiresAt: clock.now() + recordAge }));
  };

  const mark = async (): Promise<void> => {
    const id = newObjectId('drive-file');
    // The record comes first, so that no mark of this database is ever without one.
    const times = { createdAt: clock.now(), expiresAt: null };
    await objects.add({ ...place, ...times, id, providerId: null, upstreamId: null, fields: {} });
    const writer = await storage.write(markName(id));
    const { key } = await writer.finish().catch(async (error: unknown) => {
      await writer.abort();
      throw error;
    });
    const before = own;
    own = { id, key };
    if (before !== null) await remove(before);
  };

  const warn = (): void => {
    if (warning === null) log.warn('the drive is shared with another copy of the database', { reason: shared });
    warning = shared;
  };

  const collect = async (isEnding: IsEnding): Promise<number> => {
    await mark();
    const prefix = await prefixOf(instances);
    const orphans: string[] = [];
    let isAlone = true;
    for await (const page of pagesOf(storage.list())) {
      if (isEnding()) return 0;
      const entries = page.filter(({ name }) => name.startsWith(prefix)).map((entry) => readEntry(entry, prefix));
      const ids = entries.map(({ id }) => id);
      // Before the query: a file is old enough only if its record had to be there when the query ran.
      const latest = clock.now() - orphanAge;
      const recorded = await objects.existing('drive-file', ids);
      for (const { key, id, isMark, writtenAt } of entries) {
        if (!isMark) {
          const isOrphan = !recorded.has(id) && writtenAt <= latest;
          if (isOrphan && orphans.length < mostOrphans) orphans.push(key);
        } else if (!recorded.has(id)) isAlone = false;
        else if (id !== own?.id && writtenAt <= clock.now() - markAge) await remove({ id, key });
      }
    }
    if (!isAlone) {
      warn();
      return 0;
    }
    warning = null;
    let collected = 0;
    for (const key of orphans) {
      if (isEnding()) break;
      await storage.delete(key);
      collected += 1;
    }
    return collected;
  };

  return { enter: mark, collect, leave: mark, warning: () => warning };
}
