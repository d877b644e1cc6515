import { setTimeout as wait } from 'node:timers/promises';
import type { Reach } from '../../identity/stores.ts';
import type { StoreHealth } from '../../metering/ledger-records.ts';
import { type Channel, type Hub, makeHubListeners, makeHubs } from '../shared/hub.ts';
import { newId } from '../../shared/ids.ts';
import type { Store, StoreSettings } from '../store.ts';
import { ballastBytes, healthLog } from '../open-store.ts';
import { askOver, databaseClosed, makeBatchQueue } from '../shared/batch-queue.ts';
import { openBatchLine, type LinePlace } from './batch-lines.ts';
import { startDatabaseThread } from './connection.ts';
import { assembleStore } from '../shared/assemble-store.ts';

/** An embedded database that a parent process owns and its workers use. */
export interface SharedDatabase {
  /** Serves the worker at the other end, which is an instance of its own. Call the returned function when it is gone. */
  readonly serve: (channel: Channel) => () => void;
  readonly close: () => Promise<void>;
}

/** The questions between a worker and its parent. */
const names = {
  place: 'store place',
  health: 'store health',
  lost: 'store lost',
  changed: 'store changed',
  recall: 'store recall',
} as const;

/** Milliseconds in which a thread that fails has said so. */
const failingMilliseconds = 1_000;

/**
 * Opens a database file for the workers of this process, and finishes what earlier processes left.
 *
 * @throws {StoreError} as `openStore`
 */
export async function openSharedDatabase(
  path: string,
  { clock, log }: Pick<StoreSettings, 'clock' | 'log'>,
): Promise<SharedDatabase> {
  const newHub = makeHubs();
  const channels = new Set<Channel>();
  /** The thread has failed, or was closed. */
  const ended = Promise.withResolvers<void>();
  const announce =
    (health: StoreHealth) =>
    async (channel: Channel): Promise<void> => {
      await channel.ask(names.health, health).catch(() => undefined);
    };
  const report = healthLog(log, path);
  const settings = { path, instanceId: newId('inst'), now: clock.now(), ballastBytes, isShared: true };
  const thread = await startDatabaseThread(settings, {
    onAnswer: () => undefined,
    onHealth: (health) => {
      report(health);
      channels.forEach((channel) => void announce(health)(channel));
    },
    onFailure: () => ended.resolve(),
  });

  return {
    serve: (channel) => {
      const hub = newHub();
      channels.add(channel);
      channel.handle(names.place, () => thread.place);
      channel.handle(names.health, thread.health);
      channel.handle(names.lost, async () => {
        await Promise.race([ended.promise, wait(failingMilliseconds)]);
        return thread.health();
      });
      channel.handle(names.changed, hub.changed);
      channel.handle(names.recall, hub.recall);
      const ends = [
        hub.onChange(async () => void (await channel.ask(names.changed))),
        hub.onRecall(async (subjects) => void (await channel.ask(names.recall, subjects))),
      ];
      return () => {
        channels.delete(channel);
        for (const end of ends) end();
      };
    },
    close: async () => {
      ended.resolve();
      await thread.close();
    },
  };
}

/** What is known about the other workers while the parent does not answer. */
const alone: Reach = { reached: 1, instances: 1 };

/** How a worker talks to the other workers: through their parent. */
function makeWorkerHub(channel: Channel): Hub {
  const { changed, recalled, onChange, onRecall } = makeHubListeners();
  channel.handle(names.changed, changed);
  channel.handle(names.recall, recalled);
  return {
    isShared: true,
    // Without an answer, everything just takes a little longer.
    changed: () => channel.ask(names.changed).catch(() => alone) as Promise<Reach>,
    onChange,
    recall: async (subjects) => void (await channel.ask(names.recall, subjects).catch(() => undefined)),
    onRecall,
  };
}

interface WorkerSettings extends Pick<StoreSettings, 'clock' | 'log'> {
  /** Called if the parent no longer takes this worker's batches although its database is fine. */
  readonly lost: () => void;
}

/**
 * The store of a worker, in the database that its parent owns.
 *
 * @throws if the parent's database does not take it
 */
export async function openParentStore(channel: Channel, { clock, log, lost }: WorkerSettings): Promise<Store> {
  let health = (await channel.ask(names.health)) as StoreHealth;
  channel.handle(names.health, (next: StoreHealth) => void (health = next));
  const onEnd = async (): Promise<void> => {
    queue.end(databaseClosed);
    const last = (await channel.ask(names.lost).catch(() => null)) as StoreHealth | null;
    // The database has failed, and another worker would not be served either.
    if (last?.state === 'failed') return void (health = last);
    log.error('the parent process does not serve the store of this worker, which ends');
    lost();
  };
  const queue = makeBatchQueue({ post: (batch) => line.post(batch), now: clock.now });
  const line = await openBatchLine({
    place: (await channel.ask(names.place)) as LinePlace,
    instanceId: newId('inst'),
    onAnswer: queue.answered,
    onEnd: () => void onEnd(),
  });
  const connection = {
    ...askOver(queue),
    health: () => health,
    close: async () => {
      await queue.drained();
      queue.end(databaseClosed);
      await line.close();
    },
  };
  return assembleStore({ engine: 'sqlite', connection, clock, hub: makeWorkerHub(channel) });
}
