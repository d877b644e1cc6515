import { GatewayError } from '../../errors/gateway-error.ts';
import type { AuditLog } from '../../identity/audit-log.ts';
import type { KeyRecord, KeyStore, WorkspaceRecord } from '../../identity/key-store.ts';
import type { Mismatch, StoreHealth } from '../../metering/ledger-records.ts';
import type { ObjectChanges, ObjectStore, ObjectWrite, Page, PageQuery } from '../../objects/object-store.ts';
import type { Owned } from '../../objects/owned-object.ts';
import { newId } from '../../shared/ids.ts';
import type { Log } from '../../shared/log.ts';
import { echo } from '../../shared/text/echo.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { ChangeFeed, Store, StoreSettings } from '../store.ts';
import { openConnection, type Connection } from './connection.ts';
import {
  rowsOfStep,
  toItem,
  toItemRow,
  toObjectRow,
  toOwned,
  type ObjectRow,
  type ObjectWriteRow,
  type StagedRow,
} from './object-rows.ts';
import { makePeopleStores } from '../people/people-stores.ts';
import type { RowPage, UnknownCursor } from './query.ts';
import { makeChangeFeed } from './leases/change-feed.ts';
import { nobodyElse, type Hub } from './leases/hub.ts';
import { makeAccountNews, makeSqliteLedger } from './sqlite-ledger.ts';

/** Bytes reserved next to the database for calls that are under way when the disk fills up: enough for 30,000 of them. */
export const ballastBytes = 16 * 1024 * 1024;

/** Logs each change of the database's health. */
export const healthLog =
  (log: Log, path: string) =>
  ({ state, message }: StoreHealth): void => {
    if (state === 'ok') log.info('the database has disk space again');
    else log.error('the database is not well', { state, reason: message, file: path });
  };

/** @param path a file or `:memory:` */
export async function openSqliteStore(path: string, { clock, log }: StoreSettings): Promise<Store> {
  const settings = { path, instanceId: newId('inst'), now: clock.now(), ballastBytes };
  const connection = await openConnection(settings, { now: clock.now, onHealth: healthLog(log, path) });
  return assembleStore({ connection, clock });
}

interface StoreParts {
  readonly connection: Connection;
  readonly clock: Clock;
  /** How the instances that share the database speak to each other; absent: this one is alone. */
  readonly hub?: Hub;
}

/** Everything that is kept, over one connection. Reads the keys. */
export async function assembleStore({ connection, clock, hub = nobodyElse }: StoreParts): Promise<Store> {
  const { now } = clock;
  const { epoch, ...records } = await connection.ask('snapshot');
  const cache = makeKeyCache(records);
  const accounts = makeAccountNews();
  const { changes, stop } = makeChangeFeed({ connection, clock, hub, epoch });
  changes.subscribe((news) => {
    news.keys.forEach(cache.remember);
    news.workspaces.forEach(cache.rememberWorkspace);
    news.accounts.forEach(accounts.announce);
  });
  return {
    changes,
    keys: makeSqliteKeyStore({ connection, cache, changes, hub }),
    ...makePeopleStores(connection),
    ledger: makeSqliteLedger({ connection, now, hub, accounts }),
    audit: makeSqliteAuditLog(connection),
    objects: makeSqliteObjectStore(connection, now),
    health: connection.health,
    close: async () => {
      await stop();
      await connection.close();
    },
  };
}

/** Goes through the chain piece by piece, so that a long one does not hold up settling. */
async function verify({ ask }: Connection): Promise<readonly Mismatch[]> {
  let slice = await ask('verifyAuditSlice', null);
  while (slice.next !== null) slice = await ask('verifyAuditSlice', slice.next);
  return slice.mismatches;
}

/** The audit log in the embedded database. */
const makeSqliteAuditLog = (connection: Connection): AuditLog => ({
  append: (event) => connection.ask('appendAudit', event),
  page: (query) => connection.ask('auditPage', query),
  verify: () => verify(connection),
});

/** Keys and workspaces, all of them in memory. */
function makeKeyCache(records: {
  readonly keys: readonly KeyRecord[];
  readonly workspaces: readonly WorkspaceRecord[];
}) {
  const keys = new Map<string, KeyRecord>();
  const workspaces = new Map(records.workspaces.map((workspace) => [workspace.id, workspace]));
  const byHash = new Map<string, KeyRecord>();

  /** News may come twice, and late: what is known in a newer version, or in this one, stays the same object. */
  const isNews = (known: { readonly version: number } | undefined, record: { readonly version: number }): boolean =>
    known === undefined || known.version < record.version;
  const remember = (key: KeyRecord): void => {
    const before = keys.get(key.id);
    if (!isNews(before, key)) return;
    for (const hash of [before?.hash, before?.previousHash]) if (hash) byHash.delete(hash);
    keys.set(key.id, key);
    for (const hash of [key.hash, key.previousHash]) if (hash) byHash.set(hash, key);
  };
  const rememberWorkspace = (workspace: WorkspaceRecord): void => {
    if (isNews(workspaces.get(workspace.id), workspace)) workspaces.set(workspace.id, workspace);
  };
  records.keys.forEach(remember);
  return { keys, workspaces, byHash, remember, rememberWorkspace };
}

interface KeyStoreParts {
  readonly connection: Connection;
  readonly cache: ReturnType<typeof makeKeyCache>;
  readonly changes: ChangeFeed;
  readonly hub: Hub;
}

/** A change is on the disk before it is seen. */
function makeSqliteKeyStore({ connection: { ask }, cache, changes, hub }: KeyStoreParts): KeyStore {
  const { keys, workspaces, byHash, remember, rememberWorkspace } = cache;

  /** The result of a compare-and-swap. If another change came first, reads it; a change that ends calls is in force on all instances. */
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
    const known = hub.changed();
    if (('revokedAt' in kept ? kept.revokedAt : kept.suspendedAt) !== null) await known;
    return kept;
  };

  return {
    find: (hash) => byHash.get(hash),
    workspace: (id) => workspaces.get(id),
    listKeys: (workspaceId) =>
      [...keys.values()].filter((key) => workspaceId === undefined || key.workspaceId === workspaceId),
    listWorkspaces: () => [...workspaces.values()],
    addKey: async (key, event) => {
      await ask('addKey', event ?? null, key);
      remember(key);
      void hub.changed();
    },
    putKey: async (key, event) => swapped(key, await ask('putKey', event ?? null, key), remember),
    addWorkspace: async (workspace, event) => {
      await ask('addWorkspace', event ?? null, workspace);
      rememberWorkspace(workspace);
      void hub.changed();
    },
    putWorkspace: async (workspace, event) =>
      swapped(workspace, await ask('putWorkspace', event ?? null, workspace), rememberWorkspace),
  };
}

const toWriteRow = (write: ObjectWrite): ObjectWriteRow =>
  'add' in write
    ? { add: toObjectRow(write.add), items: (write.items ?? []).map(toItemRow) }
    : { append: write.append.id, items: write.items.map(toItemRow) };

/** Under what items wait that are to be appended: no caller can request it. */
const stageRow = ({ spec, workspaceId }: Owned, now: number): ObjectRow => ({
  id: newId('stage'),
  kind: 'stage',
  spec,
  workspace_id: workspaceId,
  provider_id: null,
  upstream_id: null,
  batch_id: null,
  created_at: BigInt(now),
  expires_at: null,
  fields: '{}',
});

function pageOf<Row, Entry>(
  found: RowPage<Row> | UnknownCursor,
  facts: PageQuery,
  toEntry: (row: Row) => Entry,
): Page<Entry> {
  if ('rows' in found) return { data: found.rows.map(toEntry), hasMore: found.hasMore };
  const { unknown } = found;
  const param = facts.names?.[unknown] ?? unknown;
  const message = `${param} names nothing in this list; you sent ${echo(facts[unknown] ?? '')}. Send an id of an earlier page.`;
  throw new GatewayError('invalid_value', message, { param });
}

/** Writes and deletions, whose items may be many. */
function makeWriting({ ask }: Connection, now: () => number): Pick<ObjectStore, 'keep' | 'delete' | 'forgetDeleted'> {
  const clear = async (id: string): Promise<void> => {
    while (await ask('dropItems', id));
  };
  /** @returns what `revealObjects` makes of it */
  const stage = async (write: ObjectWrite): Promise<StagedRow> => {
    const row = 'add' in write ? toObjectRow(write.add) : stageRow(write.append, now());
    await ask('stageObject', row, now());
    const items = (write.items ?? []).map(toItemRow);
    for (let at = 0; at < items.length; at += rowsOfStep)
      await ask('stageItems', row.id, items.slice(at, at + rowsOfStep));
    return 'add' in write ? { add: row.id } : { append: write.append.id, staged: row.id };
  };
  return {
    keep: async (writes) => {
      const items = writes.reduce((sum, write) => sum + (write.items?.length ?? 0), 0);
      if (items <= rowsOfStep) return ask('keepObjects', writes.map(toWriteRow));
      const staged: StagedRow[] = [];
      for (const write of writes) staged.push(await stage(write));
      await ask('revealObjects', staged);
      // What has been copied is not needed any more; what is left of it is forgotten in a day.
      for (const write of staged) if ('staged' in write) clear(write.staged).catch(() => undefined);
    },
    delete: async (object) => {
      const { deleted, hasMore } = await ask('deleteObject', object.id, now());
      if (hasMore) await clear(object.id);
      return deleted;
    },
    forgetDeleted: async (before) => {
      while (await ask('forgetDeletedObjects', before));
    },
  };
}

function toChangeRow({ fields, expiresAt }: ObjectChanges) {
  return {
    fields: fields === undefined ? undefined : JSON.stringify(fields),
    expiresAt: typeof expiresAt === 'number' ? BigInt(expiresAt) : expiresAt,
  };
}

/** What callers come back for, in the embedded database. */
export function makeSqliteObjectStore(connection: Connection, now: () => number): ObjectStore {
  const { ask } = connection;
  const writing = makeWriting(connection, now);
  return {
    ...writing,
    add: (object, items = []) => writing.keep([{ add: object, items }]),
    change: async (object, change) => {
      const { id, kind, spec, workspaceId } = object;
      for (let current: typeof object | null = object; current !== null;) {
        const changes = change(current);
        const done = await ask('changeObject', { id, version: current.version, ...toChangeRow(changes) });
        if (done) return { ...current, ...changes, version: current.version + 1 };
        const row = await ask('findObject', { id, kind, spec, workspaceId }, now());
        current = row === undefined ? null : toOwned(row);
      }
      return null;
    },
    find: async (name) => {
      const row = await ask('findObject', name, now());
      return row === undefined ? null : toOwned(row);
    },
    idOfUpstream: (name) => ask('idOfUpstream', name),
    isShared: ({ id, kind, spec, providerId, upstreamId }) =>
      ask('isShared', { id, kind, spec, providerId, upstreamId }, now()),
    lifeOfExpired: async (name) => {
      const life = await ask('lifeOfExpired', name, now());
      return life && { createdAt: Number(life.created_at), expiresAt: Number(life.expires_at) };
    },
    exists: (kind, id) => ask('objectExists', kind, id, now()),
    page: async (facts) => pageOf(await ask('pageObjects', facts, now()), facts, (row) => toOwned(row)),
    items: async (object, facts) => pageOf(await ask('pageItems', object.id, facts), facts, toItem),
    allItems: async (object) => (await ask('allItems', object.id)).map(toItem),
    item: async (object, itemId) => {
      const row = await ask('findItem', object.id, itemId);
      return row === undefined ? null : toItem(row);
    },
    itemOfWorkspace: async (name, itemId) => {
      const row = await ask('findWorkspaceItem', name, itemId, now());
      return row === undefined ? null : toItem(row);
    },
    deleteItem: (object, itemId) => ask('deleteItem', object.id, itemId),
    unchargedBatches: async (after, limit) =>
      (await ask('unchargedBatches', after, limit)).map((row) => toOwned<'batch'>(row)),
    claimBatch: (batch, milliseconds) => ask('claimBatch', batch.id, now(), milliseconds),
    markCharged: (batch, claim, uncharged) =>
      ask('markCharged', batch.id, claim, uncharged && JSON.stringify(uncharged)),
    expired: async (limit) => (await ask('expiredObjects', now(), limit)).map((row) => toOwned(row)),
  };
}
