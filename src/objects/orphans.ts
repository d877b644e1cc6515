import type { Log } from '../shared/log.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { IsEnding } from '../shared/time/repeat.ts';
import type { ByteStorage } from './byte-storage.ts';
import type { ObjectStore } from './object-store.ts';

/**
 * Deletes bytes without a record, which a crash can leave behind. Several deployments may use one storage: each deletes only what
 * its own database named.
 */
export interface OrphanCollector {
  /** Marks the storage as used by this process, so that no copy of its database takes its files for orphans. */
  readonly enter: () => Promise<void>;
  /** Deletes what is there, unless a copy of the database is in use with the storage too. Resolves with its number. */
  readonly collect: (isEnding: IsEnding) => Promise<number>;
  /** Takes the mark of this process away. */
  readonly leave: () => Promise<void>;
  /** A sentence for the operator if a copy of the database is in use with the storage; else null. */
  readonly warning: () => string | null;
}

/** The processes that share the database and live. */
export interface LiveInstances {
  readonly live: () => Promise<readonly { readonly id: string; readonly isThis: boolean }[]>;
  /** As in `Instances`. */
  readonly deployment: () => Promise<string>;
}

const prefixOf = async (instances: LiveInstances): Promise<string> => `${await instances.deployment()}_`;

/** The storage as one deployment writes it: the name of everything begins with the id of its database. */
export const nameByDeployment = (storage: ByteStorage, instances: LiveInstances): ByteStorage => ({
  ...storage,
  write: async (name) => storage.write(`${await prefixOf(instances)}${name}`),
});

interface Deps {
  /** Of `nameByDeployment`. */
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
  'A copy of this database is in use with the same drive. Give each a bucket of its own (`storage.drive`) and restart. Until then bytes without a record stay in the drive.';

/** The record of a file is in one database alone, so to any other database on the same storage it looks like an orphan. */
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

  const isOrphan = async (name: string, writtenAt: number): Promise<boolean> =>
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
    const prefix = await prefixOf(instances);
    const seen = new Map<string, number>();
    const orphans: string[] = [];
    for await (const { key, name: whole, writtenAt } of storage.list()) {
      if (isEnding()) return 0;
      if (!whole.startsWith(prefix)) continue;
      const name = whole.slice(prefix.length);
      const instance = instanceIn(name);
      if (instance === null) {
        if (orphans.length < mostOrphans && (await isOrphan(name, writtenAt))) orphans.push(key);
      } else if (writtenAt <= clock.now() - markAge) await storage.delete(key);
      else if (!own.has(instance)) seen.set(instance, writtenAt);
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
