import { GatewayError } from '../../errors/gateway-error.ts';
import type { ObjectStore, ObjectWrite, Page, PageQuery } from '../../resources/object-store.ts';
import { echo } from '../../shared/echo.ts';
import type { Connection } from './connection.ts';
import type { RowPage, UnknownCursor } from './list-page.ts';
import type { ObjectWriteRow } from './object-write-operations.ts';
import { toItem, toItemRow, toObjectRow, toOwned } from './object-row.ts';

const toWriteRow = (write: ObjectWrite): ObjectWriteRow =>
  'add' in write
    ? { add: toObjectRow(write.add), items: (write.items ?? []).map(toItemRow) }
    : { append: write.append.id, items: write.items.map(toItemRow) };

function pageOf<Row, Entry>(
  found: RowPage<Row> | UnknownCursor,
  asked: PageQuery,
  toEntry: (row: Row) => Entry,
): Page<Entry> {
  if ('rows' in found) return { data: found.rows.map(toEntry), hasMore: found.hasMore };
  const { unknown } = found;
  const param = asked.names?.[unknown] ?? unknown;
  const message = `${param} names nothing in this list; you sent ${echo(asked[unknown] ?? '')}. Send an id of an earlier page.`;
  throw new GatewayError('invalid_value', message, { param });
}

/** What callers come back for, in the embedded database. */
export function makeSqliteObjectStore({ ask }: Connection, now: () => number): ObjectStore {
  const keep: ObjectStore['keep'] = (writes) => ask('keepObjects', writes.map(toWriteRow));
  return {
    keep,
    add: (object, items = []) => keep([{ add: object, items }]),
    change: async (object, changes) => {
      const fields = changes.fields === undefined ? undefined : JSON.stringify(changes.fields);
      const { expiresAt } = changes;
      const moment = typeof expiresAt === 'number' ? BigInt(expiresAt) : expiresAt;
      const done = await ask('changeObject', { id: object.id, fields, expiresAt: moment });
      return done ? { ...object, ...changes } : null;
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
    delete: (object) => ask('deleteObject', object.id, now()),
    page: async (asked) => pageOf(await ask('pageObjects', asked, now()), asked, (row) => toOwned(row)),
    items: async (object, asked) => pageOf(await ask('pageItems', object.id, asked), asked, toItem),
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
    markCharged: (batch, uncharged) => ask('markCharged', batch.id, uncharged && JSON.stringify(uncharged)),
    expired: async (limit) => (await ask('expiredObjects', now(), limit)).map((row) => toOwned(row)),
    forgetDeleted: (before) => ask('forgetDeletedObjects', before),
  };
}
