import type { Log } from '../shared/log.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { IsEnding } from '../shared/time/repeat.ts';
import type { ByteStorage, StoredEntry } from './byte-storage.ts';
import type { ObjectStore } from './object-store.ts';

/** Deletes bytes without a record, which a crash can leave behind. */
export interface OrphanCollector {
  /** Marks the storage as used by this process, so that no other deployment takes its files for orphans. */
  readonly enter: () => Promise<void>;
  /** Deletes what is there, unless another deployment uses the storage too. Resolves with its number. */
  readonly collect: (isEnding: IsEnding) => Promise<number>;
  /** Takes the mark of this process away. */
  readonly leave: () => Promise<void>;
  /** A sentence for the operator if another deployment uses the storage; else null. */
  readonly warning: () => string | null;
}

/** The processes that share the database and live. */
export interface LiveInstances {
  readonly live: () => Promise<readonly { readonly id: string; readonly isThis: boolean }[]>;
}

interface Deps {
  readonly storage: Pick<ByteStorage, 'write' | 'list' | 'delete'>;
  readonly objects: Pick<ObjectStore, 'exists'>;
  readonly instances: LiveInstances;
  readonly clock: Clock;
  readonly log: Log;
}

/** Milliseconds for which bytes may be without a record, which is written right after them. */
const orphanAge = 600_000;
/** Milliseconds for which a mark counts that is not renewed: its process was killed, or cannot reach the storage. */
const markAge = 86_400_000;
/** Orphans of one round; the next one takes the rest. */
const mostOrphans = 10_000;

const markName = (instanceId: string): string => `process-${instanceId}`;
const instanceIn = (name: string): string | null => /^process-(.+)$/.exec(name)?.[1] ?? null;

const shared =
  'Another deployment with a database of its own stores files in the same drive. Give each a bucket of its own (`storage.drive`) and restart. Until then bytes without a record stay in the drive.';

/** The record of a file is in one database alone, so to any other deployment on the same storage it looks like an orphan. */
export function makeOrphanCollector({ storage, objects, instances, clock, log }: Deps): OrphanCollector {
  /** Instances of this database, as long as this process has known them. */
  const own = new Set<string>();
  /** When the marks of others were written, as of the last round. */
  let others: ReadonlyMap<string, number> = new Map();
  let warning: string | null = null;
  let markKey: string | null = null;

  const enter = async (): Promise<void> => {
    const live = await instances.live();
    for (const { id } of live) own.add(id);
    const self = live.find(({ isThis }) => isThis);
    if (!self) return;
    const writer = await storage.write(markName(self.id));
    markKey = (await writer.finish()).key;
  };

  const isOrphan = async ({ name, writtenAt }: StoredEntry): Promise<boolean> =>
    writtenAt <= clock.now() - orphanAge && !(await objects.exists('drive-file', name));

  const noteOthers = (seen: ReadonlyMap<string, number>): void => {
    // A process that was killed leaves a mark too, but does not renew it.
    const isAlive = [...seen].some(([id, writtenAt]) => writtenAt > (others.get(id) ?? Infinity));
    others = seen;
    if (!isAlive || warning !== null) return;
    warning = shared;
    log.warn('the drive is shared with another deployment', { reason: shared });
  };

  const collect = async (isEnding: IsEnding): Promise<number> => {
    await enter();
    const seen = new Map<string, number>();
    const orphans: string[] = [];
    for await (const entry of storage.list()) {
      if (isEnding()) return 0;
      const instance = instanceIn(entry.name);
      if (instance === null) {
        if (orphans.length < mostOrphans && (await isOrphan(entry))) orphans.push(entry.key);
      } else if (entry.writtenAt <= clock.now() - markAge) await storage.delete(entry.key);
      else if (!own.has(instance)) seen.set(instance, entry.writtenAt);
    }
    noteOthers(seen);
    if (seen.size > 0 || warning !== null) return 0;
    let collected = 0;
    for (const key of orphans) {
      if (isEnding()) break;
      await storage.delete(key);
      collected += 1;
    }
    return collected;
  };

  return {
    enter,
    collect,
    leave: async () => {
      if (markKey !== null) await storage.delete(markKey);
    },
    warning: () => warning,
  };
}
