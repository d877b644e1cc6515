import type { Clock } from '../../src/shared/time/clock.ts';
import type { Store } from '../../src/store/store.ts';
import { assembleStore } from '../../src/store/sqlite/sqlite-store.ts';
import { makeBatchQueue } from '../../src/store/sqlite/batch-queue.ts';
import { makeBatchServer } from '../../src/store/sqlite/batch-server.ts';
import { openDatabase } from '../../src/store/sqlite/open-database.ts';
import { newId } from '../../src/shared/ids.ts';

/** The store on a database in memory, in this very thread: the same code and batches, without the start of a worker. */
export async function openMemoryStore(clock: Clock): Promise<Store> {
  const instanceId = newId('inst');
  const database = openDatabase(':memory:', clock.now());
  const { answer } = makeBatchServer(database, {
    instanceId,
    makeRoom: () => false,
    isShort: () => false,
    onBroken: (reason) => {
      throw new Error(reason);
    },
  });
  const queue = makeBatchQueue({
    // Copied as it would be between threads, and answered in another turn.
    post: (batch) => void setImmediate(() => queue.answered(structuredClone(answer(structuredClone(batch))))),
    now: clock.now,
  });
  return assembleStore(
    {
      ask: (name, ...parameters) => queue.ask({ name, parameters }) as Promise<never>,
      settle: queue.settle,
      health: () => ({ state: 'ok', message: '' }),
      close: async () => {
        await queue.drained();
        queue.end({ code: 'overloaded', message: 'The database is closed.' });
        database.close();
      },
    },
    clock.now,
  );
}
