import { newId } from '../../src/shared/ids.ts';
import type { Clock } from '../../src/shared/time/clock.ts';
import { makeBatchQueue } from '../../src/store/shared/batch-queue.ts';
import { makeBatchServers, type BatchServers } from '../../src/store/sqlite/batch-server.ts';
import { makeHubs, type Hub } from '../../src/store/shared/hub.ts';
import { openDatabase } from '../../src/store/sqlite/open-database.ts';
import { assembleStore } from '../../src/store/shared/assemble-store.ts';
import type { Store } from '../../src/store/store.ts';

type Database = ReturnType<typeof openDatabase>;

interface Parts {
  readonly servers: BatchServers;
  readonly clock: Clock;
  readonly hub?: Hub;
  readonly close: () => void;
}

const serve = (database: Database, isShared: boolean): BatchServers =>
  makeBatchServers(database, {
    isShared,
    makeRoom: () => false,
    isShort: () => false,
    onBroken: (reason) => {
      throw new Error(reason);
    },
  });

async function openInstance({ servers, clock, hub, close }: Parts): Promise<Store> {
  const { answer } = servers.of(newId('inst'));
  const queue = makeBatchQueue({
    // Copied as it would be between threads, and answered in another turn.
    post: (batch) => void setImmediate(() => queue.answered(structuredClone(answer(structuredClone(batch))))),
    now: clock.now,
  });
  const connection = {
    ask: (name: string, ...parameters: unknown[]) => queue.ask({ name, parameters }) as Promise<never>,
    settle: queue.settle,
    health: () => ({ state: 'ok', message: '' }) as const,
    close: async () => {
      await queue.drained();
      queue.end({ code: 'overloaded', message: 'The database is closed.' });
      close();
    },
  };
  return assembleStore({ engine: 'sqlite', connection, clock, ...(hub && { hub }) });
}

/** The store on a database in memory, in this very thread: the same code and batches, without the start of a worker. */
export function openMemoryStore(clock: Clock): Promise<Store> {
  const database = openDatabase(':memory:', clock.now());
  return openInstance({ servers: serve(database, false), clock, close: () => database.close() });
}

/** One state in memory, and any number of instances that share it, each with its own id, queue, caches and leases. */
export interface SharedMemory {
  readonly open: (clock: Clock) => Promise<Store>;
  readonly close: () => void;
}

export function makeSharedMemory(now: number): SharedMemory {
  const database = openDatabase(':memory:', now);
  const newHub = makeHubs();
  const servers = serve(database, true);
  return {
    open: (clock) => openInstance({ servers, clock, hub: newHub(), close: () => undefined }),
    close: () => database.close(),
  };
}
