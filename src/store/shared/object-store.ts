import { GatewayError } from '../../errors/gateway-error.ts';
import type {
  CountRead,
  ObjectChanges,
  ObjectQuery,
  ObjectStore,
  ObjectWrite,
  ListPage,
  PageQuery,
} from '../../objects/object-store.ts';
import type { Owned } from '../../objects/owned-object.ts';
import { newId, storedItemId } from '../../shared/ids.ts';
import { echo } from '../../shared/text/names.ts';
import type { Connection } from './batch-queue.ts';
import {
  mostUncounted,
  rowsOfStep,
  toItem,
  toItemRow,
  toObjectRow,
  toOwned,
  type Found,
  type Larger,
  type ObjectRow,
  type ObjectWriteRow,
  type StagedRow,
  type RowPage,
  type UnknownCursor,
} from './object-rows.ts';

const toWriteRow = (write: ObjectWrite): ObjectWriteRow =>
  'add' in write
    ? { add: toObjectRow(write.add), items: (write.items ?? []).map(toItemRow) }
    : { append: write.append.id, items: write.items.map(toItemRow) };

/** The object under which items wait until they are appended. No caller can request it. */
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
  query: PageQuery,
  toEntry: (row: Row) => Entry,
): ListPage<Entry> {
  if ('rows' in found) return { data: found.rows.map(toEntry), hasMore: found.hasMore };
  const { unknown } = found;
  const param = query.names?.[unknown] ?? unknown;
  const message = `${param} does not name an entry of this list; you sent ${echo(query[unknown] ?? '')}. Send an id from an earlier page.`;
  throw new GatewayError('invalid_value', message, { param });
}

const uncounted: CountRead = () => undefined;

/** Reads only as many bytes as have been counted. If the result is larger, it counts the missing bytes and reads again. */
async function readCounted<Result>(
  count: CountRead,
  read: (most: number) => Promise<Result | Larger>,
): Promise<Exclude<Result, Larger>> {
  let counted = 0;
  for (;;) {
    const found = await read(Math.max(counted, mostUncounted));
    if (typeof found !== 'object' || found === null || !('larger' in found)) return found as Exclude<Result, Larger>;
    count(found.larger - counted);
    counted = found.larger;
  }
}

const cursorOf = (itemId: string | null = null): string | null => (itemId === null ? null : storedItemId(itemId));

/** The reads of the store, which bound what they hold in memory. */
function makeReading(
  { ask }: Connection,
  now: () => number,
): Pick<ObjectStore, 'find' | 'page' | 'items' | 'allItems' | 'item' | 'itemOfWorkspace'> {
  /** The ids of objects that meet the query's `where`: all, or one more than its page can have. */
  const search = async (query: ObjectQuery, count: CountRead): Promise<readonly string[] | UnknownCursor> => {
    const ids: string[] = [];
    for (let from: bigint | null = null; ;) {
      const found: Found | UnknownCursor = await ask('searchObjects', query, now(), from);
      if ('unknown' in found) return found;
      ids.push(...found.ids);
      from = found.next;
      if (from === null || ids.length > query.limit) return ids;
      count(0);
    }
  };
  const pageObjects = async (query: ObjectQuery, count: CountRead): Promise<RowPage<ObjectRow> | UnknownCursor> => {
    const { where = [], ...listed } = query;
    const read = (wanted: ObjectQuery) => readCounted(count, (most) => ask('pageObjects', wanted, now(), most));
    if (where.length === 0) return read(listed);
    for (;;) {
      const ids = await search(query, count);
      if ('unknown' in ids) return ids;
      const page = await read({ ...listed, ids });
      const mayFollow = ids.length > query.limit;
      // What was found may be gone by now. A page of nothing would leave no place to go on from, so the search begins again.
      if ('rows' in page && page.rows.length === 0 && mayFollow) continue;
      return 'rows' in page ? { ...page, hasMore: page.hasMore || mayFollow } : page;
    }
  };
  return {
    find: async (name, count = uncounted) => {
      const row = await readCounted(count, (most) => ask('findObject', name, now(), most));
      return row === undefined ? null : toOwned(row);
    },
    page: async (query, count = uncounted) => pageOf(await pageObjects(query, count), query, (row) => toOwned(row)),
    items: async ({ id }, query, count = uncounted) => {
      const wanted = { ...query, after: cursorOf(query.after), before: cursorOf(query.before) };
      return pageOf(await readCounted(count, (most) => ask('pageItems', id, wanted, most)), query, toItem);
    },
    allItems: async ({ id }, { part = null, count = uncounted } = {}) =>
      (await readCounted(count, (most) => ask('allItems', id, part, most))).map(toItem),
    item: async ({ id }, itemId, count = uncounted) => {
      const row = await readCounted(count, (most) => ask('findItem', id, storedItemId(itemId), most));
      return row === undefined ? null : toItem(row);
    },
    itemOfWorkspace: async (name, itemId, count = uncounted) => {
      const id = storedItemId(itemId);
      const row = await readCounted(count, (most) => ask('findWorkspaceItem', name, id, { now: now(), most }));
      return row === undefined ? null : toItem(row);
    },
  };
}

/** The writes and deletions of the store, whose items may be many. */
function makeWriting(
  { ask }: Connection,
  now: () => number,
): Pick<ObjectStore, 'keep' | 'delete' | 'deleteShared' | 'forgetDeleted'> {
  const clear = async (id: string): Promise<void> => {
    while (await ask('dropItems', id));
  };
  /** @returns the row that `revealObjects` takes */
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
      // The copied rows are no longer needed. If this fails, they are deleted within a day.
      for (const write of staged) if ('staged' in write) clear(write.staged).catch(() => undefined);
    },
    delete: async (object) => {
      const { deleted, hasMore } = await ask('deleteObject', object.id, now());
      if (hasMore) await clear(object.id);
      return deleted;
    },
    deleteShared: async ({ id, kind, spec, providerId, upstreamId }) => {
      const { isShared, hasMore } = await ask('deleteShared', { id, kind, spec, providerId, upstreamId }, now());
      if (hasMore) await clear(id);
      return isShared;
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

/** What callers come back for, over one connection. */
export function makeObjectStore(connection: Connection, now: () => number): ObjectStore {
  const { ask } = connection;
  const writing = makeWriting(connection, now);
  const reading = makeReading(connection, now);
  return {
    ...writing,
    ...reading,
    add: (object, items = []) => writing.keep([{ add: object, items }]),
    change: async (object, change) => {
      const { id } = object;
      for (let current: typeof object | null = object; current !== null;) {
        const changes = change(current);
        const done = await ask('changeObject', { id, version: current.version, ...toChangeRow(changes) });
        if (done) return { ...current, ...changes, version: current.version + 1 };
        current = await reading.find(object);
      }
      return null;
    },
    idOfUpstream: (name) => ask('idOfUpstream', name),
    lifeOfExpired: async (name) => {
      const life = await ask('lifeOfExpired', name, now());
      return life && { createdAt: Number(life.created_at), expiresAt: Number(life.expires_at) };
    },
    existing: async (kind, ids) => new Set(await ask('existingObjects', kind, ids, now())),
    storedBytes: (workspaceId) => ask('storedBytes', workspaceId),
    deleteItem: (object, itemId) => ask('deleteItem', object.id, storedItemId(itemId), now()),
    unchargedBatches: async (after, limit) => {
      const query = { after, limit, order: 'asc' } as const;
      const found = await readCounted(uncounted, (most) => ask('unchargedBatches', query, most));
      return pageOf(found, query, (row) => toOwned<'batch'>(row));
    },
    claimBatch: (batch, milliseconds) => ask('claimBatch', { id: batch.id, now: now(), milliseconds }),
    markCharged: (batch, claim, uncharged) =>
      ask('markCharged', { id: batch.id, fence: claim, uncharged: uncharged && JSON.stringify(uncharged) }),
    expired: async (limit, after) => {
      const place = { expiresAt: after?.expiresAt ?? -1, id: after?.id ?? '' };
      return (await ask('expiredObjects', now(), limit, place)).map((row) => toOwned(row));
    },
  };
}
