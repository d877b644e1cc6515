import type { Reach } from '../../identity/key-store.ts';
import type { LeaseSubject } from '../../metering/lease-records.ts';
import type { StoreHealth } from '../../metering/ledger-records.ts';
import type { Channel } from '../shared/channel.ts';
import { newId } from '../../shared/ids.ts';
import type { Store, StoreSettings } from '../store.ts';
import { ballastBytes, healthLog } from '../open-store.ts';
import { askOver, databaseClosed, makeBatchQueue, type Batch, type BatchAnswer } from '../shared/batch-queue.ts';
import { startDatabaseThread } from './connection.ts';
import { makeHubs, type Hub } from '../shared/hub.ts';
import { assembleStore } from '../shared/assemble-store.ts';

/** An embedded database that a parent process owns and its workers use. */
export interface SharedDatabase {
  /** Serves the worker at the other end, which is an instance of its own. Call the returned function when it is gone. */
  readonly serve: (channel: Channel) => () => void;
  readonly close: () => Promise<void>;
}

/** Acts for a dead instance: others see at their next heartbeat that they may settle its open calls. */
const lastHeartbeat: Batch = { now: 0, settle: null, requests: [{ name: 'heartbeat', parameters: [0] }] };

/** The questions between a worker and its parent. */
const names = {
  batch: 'store batch',
  health: 'store health',
  changed: 'store changed',
  recall: 'store recall',
} as const;

interface Asked {
  readonly instanceId: string;
  readonly batch: Batch;
}

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
  /** The answer that each instance waits for. */
  const waiting = new Map<string, PromiseWithResolvers<BatchAnswer>>();
  /** Why the thread no longer answers; null if it does. */
  let failure: Error | null = null;
  const announce =
    (health: StoreHealth) =>
    async (channel: Channel): Promise<void> => {
      await channel.ask(names.health, health).catch(() => undefined);
    };
  const report = healthLog(log, path);
  const settings = { path, instanceId: newId('inst'), now: clock.now(), ballastBytes, isShared: true };
  const thread = await startDatabaseThread(settings, {
    onAnswer: ({ settled, answers }, to) => waiting.get(to)?.resolve({ settled, answers }),
    onHealth: (health) => {
      report(health);
      channels.forEach((channel) => void announce(health)(channel));
    },
    onFailure: (message) => {
      failure = new Error(message);
      for (const { reject } of waiting.values()) reject(failure);
      waiting.clear();
    },
  });

  return {
    serve: (channel) => {
      const hub = newHub();
      let instance: string | null = null;
      channels.add(channel);
      channel.handle(names.batch, ({ instanceId, batch }: Asked) => {
        if (failure !== null) throw failure;
        instance = instanceId;
        const answer = Promise.withResolvers<BatchAnswer>();
        waiting.set(instanceId, answer);
        thread.post(instanceId, batch);
        return answer.promise;
      });
      channel.handle(names.health, thread.health);
      channel.handle(names.changed, hub.changed);
      channel.handle(names.recall, hub.recall);
      const ends = [
        hub.onChange(async () => void (await channel.ask(names.changed))),
        hub.onRecall(async (subjects) => void (await channel.ask(names.recall, subjects))),
      ];
      return () => {
        channels.delete(channel);
        for (const end of ends) end();
        if (instance === null) return;
        waiting.delete(instance);
        thread.postLast(instance, lastHeartbeat);
      };
    },
    close: thread.close,
  };
}

/** What is known about the other workers while the parent does not answer. */
const alone: Reach = { reached: 1, instances: 1 };

/** How a worker talks to the other workers: through their parent. */
function makeWorkerHub(channel: Channel): Hub {
  const changeListeners = new Set<() => Promise<void>>();
  const recallListeners = new Set<(subjects: readonly LeaseSubject[]) => Promise<void>>();
  const add = <Listener>(listeners: Set<Listener>, one: Listener) => {
    listeners.add(one);
    return () => void listeners.delete(one);
  };
  channel.handle(names.changed, async () => {
    await Promise.all([...changeListeners].map((listener) => listener()));
  });
  channel.handle(names.recall, async (subjects: readonly LeaseSubject[]) => {
    await Promise.allSettled([...recallListeners].map((listener) => listener(subjects)));
  });
  return {
    isShared: true,
    // Without an answer, everything just takes a little longer.
    changed: () => channel.ask(names.changed).catch(() => alone) as Promise<Reach>,
    onChange: (listener) => add(changeListeners, listener),
    recall: async (subjects) => void (await channel.ask(names.recall, subjects).catch(() => undefined)),
    onRecall: (listener) => add(recallListeners, listener),
  };
}

interface WorkerSettings extends Pick<StoreSettings, 'clock' | 'log'> {
  /** Called if the parent no longer takes this worker's batches although its database is fine. */
  readonly lost: () => void;
}

/** The store of a worker, in the database that its parent owns. */
export async function openParentStore(channel: Channel, { clock, log, lost }: WorkerSettings): Promise<Store> {
  const instanceId = newId('inst');
  let health = (await channel.ask(names.health)) as StoreHealth;
  channel.handle(names.health, (next: StoreHealth) => void (health = next));
  const queue = makeBatchQueue({
    post: (batch) =>
      void channel.ask(names.batch, { instanceId, batch }).then(
        (answer) => queue.answered(answer as BatchAnswer),
        (cause: unknown) => {
          queue.end(databaseClosed);
          // The database has failed, and another worker would not be served either.
          if (health.state === 'failed') return;
          log.error('the parent process does not serve the store of this worker, which ends', {}, cause);
          lost();
        },
      ),
    now: clock.now,
  });
  const connection = {
    ...askOver(queue),
    health: () => health,
    close: async () => {
      await queue.drained();
      queue.end(databaseClosed);
    },
  };
  return assembleStore({ engine: 'sqlite', connection, clock, hub: makeWorkerHub(channel) });
}
