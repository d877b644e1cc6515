import { isDeepStrictEqual } from 'node:util';
import type { AuditLog, KeyRecord, KeyStore, Reach, WorkspaceRecord } from '../../identity/stores.ts';
import type { Mismatch } from '../../metering/ledger-records.ts';
import { type Clock, repeat } from '../../shared/time/clock.ts';
import { nothingYet } from '../operations/accounts.ts';
import { makePeopleStores } from './people-stores.ts';
import type { Connection } from './batch-queue.ts';
import type { ChangeFeed, Changes, Engine, Store } from '../store.ts';
import { makeListeners, noOthers, type Hub } from './hub.ts';
import { makeAccountNews, makeLedger } from './ledger-store.ts';
import { makeObjectStore } from './object-store.ts';
import { readRefusals } from './usage-query.ts';

interface StoreParts {
  readonly engine: Engine;
  readonly connection: Connection;
  readonly clock: Clock;
  /** How the instances that share the database talk to each other; absent: this is the only one. */
  readonly hub?: Hub;
}

/** Makes the whole store over one connection, and reads the keys. */
export async function assembleStore({ engine, connection, clock, hub = noOthers }: StoreParts): Promise<Store> {
  const { now } = clock;
  const first = await connection.ask('snapshot');
  const cache = makeKeyCache(first);
  const accounts = makeAccountNews();
  const readAll = async (): Promise<Changes> => {
    cache.markAllStale();
    return cache.replaceStale(await connection.ask('snapshot'));
  };
  const { changes, stop } = makeChangeFeed({ connection, clock, hub, first, readAll });
  changes.subscribe((news) => {
    news.keys.forEach(cache.remember);
    news.workspaces.forEach(cache.rememberWorkspace);
    news.accounts.forEach(accounts.announce);
  });
  let deployment: string | null = null;
  return {
    engine,
    clock,
    changes,
    keys: makeKeyStore({ connection, cache, changes, hub }),
    ...makePeopleStores(connection),
    ledger: makeLedger({ connection, now, hub, accounts }),
    instances: {
      note: (catalogHash) => connection.ask('noteCatalog', catalogHash),
      live: () => connection.ask('liveInstances', now()),
      deployment: async () => (deployment ??= await connection.ask('deployment')),
    },
    audit: makeAuditLog(connection),
    refusedCalls: {
      add: (refused) => connection.ask('addRefusals', refused),
      query: (query) => readRefusals(query, (...slice) => connection.ask('refusalSlice', ...slice)),
      sweep: (before) => connection.ask('sweepRefusals', before),
    },
    objects: makeObjectStore(connection, now),
    health: connection.health,
    spooled: connection.spooled ?? (() => 0),
    close: async () => {
      await stop();
      await connection.close();
    },
  };
}

/** Verifies the chain slice by slice, so that a long one does not delay settling. */
async function verify({ ask }: Connection): Promise<readonly Mismatch[]> {
  let slice = await ask('verifyAuditSlice', null);
  while (slice.next !== null) slice = await ask('verifyAuditSlice', slice.next);
  return slice.mismatches;
}

/** The audit log over one connection. */
const makeAuditLog = (connection: Connection): AuditLog => ({
  append: (event) => connection.ask('appendAudit', event),
  page: (query) => connection.ask('auditPage', query),
  verify: () => verify(connection),
});

/** Keys and workspaces, all of them in memory. */
function makeKeyCache(records: Pick<Changes, 'keys' | 'workspaces'>) {
  const keys = new Map<string, KeyRecord>();
  /** The keys of each workspace, in the same order. There may be hundreds of thousands in all, too many to filter for each workspace. */
  const ofWorkspace = new Map<string, Map<string, KeyRecord>>();
  const workspaces = new Map(records.workspaces.map((workspace) => [workspace.id, workspace]));
  const byHash = new Map<string, KeyRecord>();

  /** Records that the database may have lost. Whatever it has in their place is taken, of an older version too. */
  let stale: ReadonlySet<KeyRecord | WorkspaceRecord> = new Set();

  /** Changes may arrive twice, and late: a record that is known in this version or a newer one stays the same object. */
  const isNews = <Kept extends KeyRecord | WorkspaceRecord>(known: Kept | undefined, record: Kept): boolean =>
    known === undefined || known.version < record.version || stale.has(known);
  const forgetHashes = (key: KeyRecord): void => {
    for (const hash of [key.hash, key.previousHash]) if (hash && byHash.get(hash) === key) byHash.delete(hash);
  };
  const remember = (key: KeyRecord): void => {
    const before = keys.get(key.id);
    if (!isNews(before, key)) return;
    if (before !== undefined) forgetHashes(before);
    keys.set(key.id, key);
    const own = ofWorkspace.get(key.workspaceId) ?? new Map<string, KeyRecord>();
    ofWorkspace.set(key.workspaceId, own.set(key.id, key));
    for (const hash of [key.hash, key.previousHash]) if (hash) byHash.set(hash, key);
  };
  const rememberWorkspace = (workspace: WorkspaceRecord): void => {
    if (isNews(workspaces.get(workspace.id), workspace)) workspaces.set(workspace.id, workspace);
  };
  const forgetStale = (): void => {
    for (const key of keys.values()) {
      if (!stale.has(key)) continue;
      keys.delete(key.id);
      ofWorkspace.get(key.workspaceId)?.delete(key.id);
      forgetHashes(key);
    }
    for (const workspace of workspaces.values()) if (stale.has(workspace)) workspaces.delete(workspace.id);
    stale = new Set();
  };
  records.keys.forEach(remember);
  return {
    ...{ keys, ofWorkspace, workspaces, byHash, remember, rememberWorkspace },
    /** Before everything is read again, so that what is changed here meanwhile is kept. */
    markAllStale: (): void => {
      stale = new Set([...keys.values(), ...workspaces.values()]);
    },
    /** @returns the same, with only those workspaces that differ from the known ones, and with an account of each that is or was known */
    replaceStale: (all: Changes): Changes => {
      const changed = all.workspaces.filter((workspace) => !isDeepStrictEqual(workspaces.get(workspace.id), workspace));
      all.keys.forEach(remember);
      all.workspaces.forEach(rememberWorkspace);
      // An account's row is as old as its first grant, freeze or lease, which may be lost.
      const left = new Set(all.accounts.map(({ workspaceId }) => workspaceId));
      const gone = [...workspaces.keys()].filter((id) => !left.has(id));
      forgetStale();
      return { ...all, workspaces: changed, accounts: [...all.accounts, ...gone.map(nothingYet)] };
    },
  };
}

interface KeyStoreParts {
  readonly connection: Connection;
  readonly cache: ReturnType<typeof makeKeyCache>;
  readonly changes: ChangeFeed;
  readonly hub: Hub;
}

/** Keys and workspaces. A change is durable before it is visible. */
function makeKeyStore({ connection: { ask }, cache, changes, hub }: KeyStoreParts): KeyStore {
  const { keys, ofWorkspace, workspaces, byHash, remember, rememberWorkspace } = cache;

  let spreading: Promise<Reach> = Promise.resolve({ reached: 1, instances: 1 });
  const spread = (): void => {
    spreading = hub.changed();
  };

  /** Completes a compare-and-swap. If another change came first, reads it and returns null. */
  const swapped = async <Kept extends KeyRecord | WorkspaceRecord>(
    record: Kept,
    isSwapped: boolean,
    keep: (kept: Kept) => void,
  ): Promise<Kept | null> => {
    if (!isSwapped) {
      await changes.refresh();
      return null;
    }
    const kept = { ...record, version: record.version + 1 };
    keep(kept);
    spread();
    // A revocation or suspension is acknowledged only once it is in force on all instances.
    if (('revokedAt' in kept ? kept.revokedAt : kept.suspendedAt) !== null) await spreading;
    return kept;
  };

  return {
    // Each call asks for both.
    find: byHash.get.bind(byHash),
    key: (id) => keys.get(id),
    workspace: workspaces.get.bind(workspaces),
    listKeys: (workspaceId) => [...(workspaceId === undefined ? keys : (ofWorkspace.get(workspaceId) ?? [])).values()],
    listWorkspaces: () => [...workspaces.values()],
    addKey: async (key, event, most) => {
      if (!(await ask('addKey', event ?? null, key, most))) return false;
      remember(key);
      spread();
      return true;
    },
    putKey: async (key, event) => swapped(key, await ask('putKey', event ?? null, key), remember),
    addWorkspace: async (workspace, event) => {
      await ask('addWorkspace', event ?? null, workspace);
      rememberWorkspace(workspace);
      spread();
    },
    putWorkspace: async (workspace, event) =>
      swapped(workspace, await ask('putWorkspace', event ?? null, workspace), rememberWorkspace),
    reach: () => spreading,
  };
}

/** Milliseconds between two polls without an announcement. */
const pollMilliseconds = 250;

interface FeedParts {
  readonly connection: Pick<Connection, 'ask'>;
  readonly clock: Clock;
  readonly hub: Hub;
  /** What this instance knows everything of. */
  readonly first: Pick<Changes, 'epoch' | 'history'>;
  /** Reads everything, whatever is known. */
  readonly readAll: () => Promise<Changes>;
}

/** Follows the changes of other instances. A single instance makes every change itself and never polls. */
function makeChangeFeed({ connection, clock, hub, first, readAll }: FeedParts): {
  readonly changes: ChangeFeed;
  readonly stop: () => Promise<void>;
} {
  const listeners = makeListeners<(changes: Changes) => void>();
  let confirmed = { epoch: first.epoch, at: clock.monotonic() };
  let { history } = first;
  let looking: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;

  const since = (epoch: number): Promise<Changes> => connection.ask('changesSince', epoch);

  const look = async (): Promise<void> => {
    const at = clock.monotonic();
    const latest = await since(confirmed.epoch);
    const isSame = latest.history === history && latest.epoch >= confirmed.epoch;
    const changes = isSame ? latest : await readAll();
    if (!isSame || changes.epoch !== confirmed.epoch) for (const listener of listeners.all) listener(changes);
    // `at` is from before the poll, which may miss what was changed while it was answered.
    confirmed = { epoch: changes.epoch, at };
    // Not that of the poll: another server may have answered it, and then the next one reads everything again.
    history = changes.history;
  };
  /** Polls run one at a time. All requests during one poll share the next. */
  const refresh = (): Promise<void> => {
    next ??= looking.then(() => {
      next = null;
      const poll = look();
      looking = poll.catch(() => undefined);
      return poll;
    });
    return next;
  };
  const failed = (): undefined => undefined;
  const stopListening = hub.onChange(refresh);
  const stopPolling = hub.isShared ? repeat({ clock, every: pollMilliseconds, action: refresh, failed }) : null;

  return {
    changes: {
      since,
      refresh,
      subscribe: listeners.add,
      confirmed: hub.isShared ? () => confirmed : null,
    },
    stop: async () => {
      stopListening();
      await stopPolling?.();
      await next?.catch(() => undefined);
      await looking;
    },
  };
}
