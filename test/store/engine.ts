import pg from 'pg';
import { onTestFinished } from 'vitest';
import { migrate } from '../../src/store/postgres/migrate.ts';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { makeChannel, type Channel } from '../../src/store/shared/hub.ts';
import { silentLog } from '../../src/shared/log.ts';
import { openParentStore, openSharedDatabase } from '../../src/store/sqlite/shared-database.ts';
import type { Store } from '../../src/store/store.ts';
import { makeHandClock, type HandClock } from '../fakes/hand-clock.ts';
import { makeSharedMemory } from '../fakes/memory-store.ts';
import type { PostgresServer, TestDatabase } from '../fakes/postgres-server.ts';
import { newFile, setUpStore } from '../unit/store/set-up-store.ts';

/** One state, and instances on it. */
export interface Engine {
  /** Of all instances. */
  readonly clock: HandClock;
  /** Whether several instances may run at once; else one after another. */
  readonly isShared: boolean;
  /** Lets what instances do by their timers come to an end. */
  readonly turn: () => Promise<void>;
  /** Starts an instance; it is closed after the test, or before by `close`. */
  readonly start: () => Promise<Store>;
}

/** Makes a state with nothing in it, which is gone after the test. */
export type NewEngine = () => Engine;

async function fewTurns(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) await new Promise(setImmediate);
}

/** A database file, in a thread of its own, for one instance. */
export const newSqliteEngine: NewEngine = () => {
  const file = newFile();
  const clock = makeHandClock();
  return { clock, isShared: false, turn: fewTurns, start: () => setUpStore(file, clock) };
};

/** A state in memory that any number of instances share. */
export const newSharedEngine: NewEngine = () => {
  const clock = makeHandClock();
  const memory = makeSharedMemory(clock.now());
  // Registered first, so that it comes last.
  onTestFinished(memory.close);
  return {
    clock,
    isShared: true,
    turn: fewTurns,
    start: async () => closing(await memory.open(clock)),
  };
};

/** Two ends of a line between processes: what is sent is copied, and arrives in another turn. */
export function makeLine(): readonly [Channel, Channel] {
  const receivers: [(message: unknown) => void, (message: unknown) => void] = [() => undefined, () => undefined];
  const end = (own: 0 | 1): Channel =>
    makeChannel({
      post: (message) => {
        const copy: unknown = structuredClone(message);
        setImmediate(() => receivers[own === 0 ? 1 : 0](copy));
        return true;
      },
      listen: (receive) => (receivers[own] = receive),
    });
  return [end(0), end(1)];
}

/** A database file that a parent process owns, and workers that use it. */
export const newWorkersEngine: NewEngine = () => {
  const clock = makeHandClock();
  const opened = openSharedDatabase(newFile(), { clock, log: silentLog });
  const stores: Store[] = [];
  onTestFinished(async () => (await opened).close());
  return {
    clock,
    isShared: true,
    turn: async () => {
      for (let round = 0; round < 2; round += 1) {
        await fewTurns();
        await Promise.allSettled(stores.map(({ ledger }) => ledger.account('acme')));
      }
    },
    start: async () => {
      const [parent, worker] = makeLine();
      const leave = (await opened).serve(parent);
      const store = closing(await openParentStore(worker, { clock, log: silentLog, lost: () => undefined }));
      stores.push(store);
      return { ...store, close: () => store.close().then(leave) };
    },
  };
};

/** Closes a store once: by the test, or after it. */
function closing(store: Store): Store {
  let closed: Promise<void> | null = null;
  const close = (): Promise<void> => (closed ??= store.close());
  onTestFinished(close);
  return { ...store, close };
}

async function inDatabase({ url }: TestDatabase, action: (pool: pg.Pool) => Promise<unknown>): Promise<void> {
  const pool = new pg.Pool({ connectionString: url });
  await action(pool);
  await pool.end();
}

/** Makes databases with all tables. Copies of one take a third of the time of the migrations. */
function makeCopies(server: PostgresServer): () => Promise<TestDatabase> {
  const first = server.create();
  const migrated = first.then((database) => inDatabase(database, (pool) => migrate(pool, makeHandClock().now())));
  return async () => {
    await migrated;
    const database = await server.create(await first);
    await inDatabase(database, (pool) =>
      pool.query('update deployment set id = substr(md5(current_database()), 1, 16)'),
    );
    return database;
  };
}

/** Databases on a server, which any number of instances use. Their clock is the database's. */
export const newPostgresEngine = (server: PostgresServer): NewEngine => {
  const create = makeCopies(server);
  return () => {
    const clock = makeHandClock();
    const created = create();
    const stores: Store[] = [];
    onTestFinished(async () => (await created).drop());
    return {
      clock,
      isShared: true,
      // Answered after everything that was asked before it.
      turn: async () => {
        for (let round = 0; round < 2; round += 1) {
          await fewTurns();
          await Promise.allSettled(stores.map(({ ledger }) => ledger.account('acme')));
        }
      },
      start: async () => {
        const { url: database } = await created;
        const options = { database, clock, log: silentLog, followsDatabaseClock: false };
        const store = closing(await openPostgresStore(options));
        stores.push(store);
        return store;
      },
    };
  };
};
