import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { ItemQuery, ObjectName, ObjectQuery, PageQuery, UpstreamName } from '../../objects/object-store.ts';
import type { OwnedObject } from '../../objects/owned-object.ts';
import { liveMilliseconds } from '../shared/lease-rows.ts';
import type { InstanceFacts } from './ledger-operations.ts';
import {
  itemBytes,
  mostUncounted,
  objectColumns,
  rowWithin,
  rowsOfStep,
  type ExpiryPlace,
  type Found,
  type ItemRow,
  type Larger,
  type Measured,
  type ObjectRow,
  type RowPage,
  type UnknownCursor,
} from '../shared/object-rows.ts';
import { makeObjectWriteOperations } from './object-writes.ts';
import { listPage, prepareDeletion, query, searchStep, transaction } from './query.ts';

/** A row without the text, which may be large. */
const headColumns = `${objectColumns.replace(', fields', '')}, version`;
const itemWithin = 'part, item_id, octet_length(body) as bytes, iif(octet_length(body) <= ?, body, null) as body';
const present = 'deleted_at is null and (expires_at is null or expires_at > ?)';

/** Conditions on the text of objects, each of which reads all of it. */
function searchOf({ where = [] }: ObjectQuery): { conditions: string[]; values: SQLInputValue[] } {
  const conditions: string[] = [];
  const values: SQLInputValue[] = [];
  for (const { path, equals } of where) {
    const [outer, inner] = path;
    if (inner === undefined) {
      conditions.push(`exists (select 1 from json_each(fields) as member where member.key = ? and member.value = ?)`);
      values.push(outer, equals);
    } else {
      conditions.push(
        `exists (select 1 from json_each(fields) as member, json_each(member.value) as inside
          where member.key = ? and member.type = 'object' and inside.key = ? and inside.value = ?)`,
      );
      values.push(outer, inner, equals);
    }
  }
  return { conditions, values };
}

/** One object of a workspace. Every statement that reads one names its workspace. */
function makeFindOperations(database: DatabaseSync) {
  const byId = query<Measured<ObjectRow>>(
    database,
    `select ${headColumns}, octet_length(fields) as bytes, iif(octet_length(fields) <= ?, fields, null) as fields
      from object where id = ? and kind = ? and spec = ? and workspace_id = ? and ${present}`,
  );
  const byUpstreamId = query<{ id: string }>(
    database,
    `select id from object where upstream_id = ?1 and provider_id = ?2 and kind = ?3 and spec = ?4 and workspace_id = ?5
      and (?6 is null or batch_id = ?6) order by deleted_at is not null, seq limit 1`,
  );
  const sharing = query<{ found: bigint }>(
    database,
    `select 1 as found from object where upstream_id = ? and provider_id = ? and kind = ? and spec = ? and id <> ?
      and ${present} limit 1`,
  );
  const expiry = query<{ created_at: bigint; expires_at: bigint }>(
    database,
    'select created_at, expires_at from object where id = ? and kind = ? and spec = ? and workspace_id = ? and expires_at <= ?',
  );
  const any = query<{ found: bigint }>(
    database,
    `select 1 as found from object where id = ? and kind = ? and ${present}`,
  );
  const use = query<{ bytes: bigint }>(database, 'select bytes from stored_use where workspace_id = ?');

  return {
    findObject: (
      { id, kind, spec, workspaceId }: ObjectName,
      now: number,
      most: number,
    ): ObjectRow | Larger | undefined => rowWithin(byId.get(most, id, kind, spec, workspaceId, now), most),
    idOfUpstream: ({ upstreamId, providerId, kind, spec, workspaceId, batchId }: UpstreamName): string | null =>
      byUpstreamId.get(upstreamId, providerId, kind, spec, workspaceId, batchId ?? null)?.id ?? null,
    isShared: (object: Pick<OwnedObject, 'id' | 'kind' | 'spec' | 'providerId' | 'upstreamId'>, now: number): boolean =>
      sharing.get(object.upstreamId, object.providerId, object.kind, object.spec, object.id, now) !== undefined,
    lifeOfExpired: ({ id, kind, spec, workspaceId }: ObjectName, now: number) =>
      expiry.get(id, kind, spec, workspaceId, now) ?? null,
    objectExists: (kind: string, id: string, now: number): boolean => any.get(id, kind, now) !== undefined,
    storedBytes: (workspaceId: string): number => Number(use.get(workspaceId)?.bytes ?? 0n),
  };
}

/** The objects of a workspace, page by page. */
function makePageOperation(database: DatabaseSync) {
  const place = query<{ seq: bigint }>(
    database,
    'select seq from object where id = ? and kind = ? and spec = ? and workspace_id = ?',
  );

  const listOf = ({ kind, spec, workspaceId, ids }: ObjectQuery, now: number) => ({
    table: 'object',
    columns: `${objectColumns}, version`,
    text: 'fields',
    conditions: [
      ...['workspace_id = ?', 'kind = ?', 'spec = ?', present],
      ...(ids === undefined ? [] : ['id in (select value from json_each(?))']),
    ],
    values: [workspaceId, kind, spec, now, ...(ids === undefined ? [] : [JSON.stringify(ids)])],
    placeOf: (id: string) => place.get(id, kind, spec, workspaceId)?.seq,
  });

  return {
    /** Without its `where`: see `searchObjects`. */
    pageObjects: (wanted: ObjectQuery, now: number, most: number): RowPage<ObjectRow> | UnknownCursor | Larger =>
      listPage<ObjectRow>(database, listOf(wanted, now), { ...wanted, most }),
    /** One step of a search: ids of what meets `where`. @param from where the step before ended; null: at the start */
    searchObjects: (wanted: ObjectQuery, now: number, from: bigint | null): Found | UnknownCursor =>
      searchStep(database, listOf(wanted, now), { ...wanted, ...searchOf(wanted), from }),
  };
}

/** What is kept for callers. */
export const makeObjectOperations = (database: DatabaseSync, instance: InstanceFacts) => ({
  ...makeFindOperations(database),
  ...makePageOperation(database),
  ...makeObjectWriteOperations(database),
  ...makeObjectSweepOperations(database),
  ...makeClaimOperations(database, instance),
});

/** Claims of batches: one instance at a time charges one. */
function makeClaimOperations(database: DatabaseSync, { instanceId, isShared }: InstanceFacts) {
  const claim = query<{ fence: bigint }>(
    database,
    `insert into batch_claim (batch_id, fence, instance_id, until) values (?1, 1, ?2, ?3)
      on conflict (batch_id) do update set fence = fence + 1, instance_id = excluded.instance_id, until = excluded.until
      where ?5 = 0 or instance_id = excluded.instance_id or until <= ?4
        or not exists (select 1 from instance where id = batch_claim.instance_id and heartbeat_at > ?6)
      returning fence`,
  );
  const charged = database.prepare(
    `update object set fields = json_patch(fields, json_object('charged', json('true'), 'uncharged', json(?2))),
      version = version + 1
      where id = ?1 and deleted_at is null`,
  );
  const claimed = query<object>(database, 'select 1 from batch_claim where batch_id = ? and fence = ?');

  return {
    claimBatch: (id: string, now: number, milliseconds: number): number | null => {
      const row = claim.get(id, instanceId, now + milliseconds, now, isShared ? 1 : 0, now - liveMilliseconds);
      return row === undefined ? null : Number(row.fence);
    },
    markCharged: (id: string, fence: number, uncharged: string | null): boolean =>
      transaction(database, () => {
        if (claimed.get(id, fence) === undefined) return false;
        charged.run(id, uncharged);
        return true;
      }),
  };
}

/** Queries of the gateway over the objects of all workspaces. */
function makeObjectSweepOperations(database: DatabaseSync) {
  const expired = query<ObjectRow>(
    database,
    `select ${headColumns}, iif(octet_length(fields) <= ${mostUncounted}, fields, '{}') as fields from object
      where expires_at <= ? and deleted_at is null and (expires_at, id) > (?, ?)
      order by expires_at, id limit ?`,
  );
  const forgetItems = prepareDeletion(database, {
    table: 'object_item',
    places: `select object_item.seq as seq, octet_length(body) as bytes from object
      join object_item on object_id = object.id where deleted_at < ? limit ?`,
  });
  const forget = prepareDeletion(database, {
    table: 'object',
    places: 'select seq, octet_length(fields) as bytes from object where deleted_at < ? limit ?',
  });
  const place = query<{ seq: bigint }>(database, 'select seq from object where id = ?');
  const uncharged = {
    table: 'object',
    columns: `${objectColumns}, version`,
    text: 'fields',
    conditions: ["kind = 'batch'", 'deleted_at is null', "json_extract(fields, '$.charged') = 0"],
    values: [],
    // A batch that is forgotten meanwhile marks the start: what is looked at twice is charged once.
    placeOf: (id: string) => place.get(id)?.seq ?? 0n,
  };

  return {
    expiredObjects: (now: number, limit: number, after: ExpiryPlace): readonly ObjectRow[] =>
      expired.all(now, after.expiresAt, after.id, limit),
    /** One step of it; answers whether there may be more. */
    forgetDeletedObjects: (before: number): boolean =>
      transaction(database, () => forgetItems(rowsOfStep, before) || forget(rowsOfStep, before)),
    unchargedBatches: (wanted: PageQuery, most: number): RowPage<ObjectRow> | UnknownCursor | Larger =>
      listPage<ObjectRow>(database, uncharged, { ...wanted, most }),
  };
}

/** The parts of kept objects. Who asks has the object already, so its owner is known. */
export function makeObjectItemOperations(database: DatabaseSync) {
  const all = query<ItemRow>(
    database,
    'select part, item_id, body from object_item where object_id = ?1 and (?2 is null or part = ?2) order by seq',
  );
  const sum = query<{ bytes: bigint }>(
    database,
    `select coalesce(sum(octet_length(body) + ${itemBytes}), 0) as bytes from object_item
      where object_id = ?1 and (?2 is null or part = ?2)`,
  );
  const one = query<Measured<ItemRow>>(
    database,
    `select ${itemWithin} from object_item where object_id = ? and item_id = ?`,
  );
  const ofWorkspace = query<Measured<ItemRow>>(
    database,
    `select ${itemWithin} from object_item join object on object.id = object_id
      where item_id = ? and workspace_id = ? and spec = ? and deleted_at is null and (expires_at is null or expires_at > ?)
      order by object_item.seq desc limit 1`,
  );
  const place = query<{ seq: bigint }>(
    database,
    'select seq from object_item where object_id = ? and part = ? and item_id = ?',
  );
  const remove = database.prepare('delete from object_item where object_id = ? and item_id = ?');

  return {
    allItems: (objectId: string, part: string | null, most: number): readonly ItemRow[] | Larger => {
      const larger = Number(sum.get(objectId, part)?.bytes ?? 0n);
      return larger > most ? { larger } : all.all(objectId, part);
    },
    findItem: (objectId: string, itemId: string, most: number): ItemRow | Larger | undefined =>
      rowWithin(one.get(most, objectId, itemId), most),
    findWorkspaceItem: (
      { spec, workspaceId }: Pick<ObjectName, 'spec' | 'workspaceId'>,
      itemId: string,
      [now, most]: readonly [now: number, most: number],
    ): ItemRow | Larger | undefined => rowWithin(ofWorkspace.get(most, itemId, workspaceId, spec, now), most),
    deleteItem: (objectId: string, itemId: string): boolean => Number(remove.run(objectId, itemId).changes) > 0,
    pageItems: (objectId: string, wanted: ItemQuery, most: number): RowPage<ItemRow> | UnknownCursor | Larger => {
      const list = {
        table: 'object_item',
        columns: 'part, item_id, body',
        text: 'body',
        conditions: ['object_id = ?', 'part = ?'],
        values: [objectId, wanted.part],
        placeOf: (id: string) => place.get(objectId, wanted.part, id)?.seq,
      };
      return listPage<ItemRow>(database, list, { ...wanted, most });
    },
  };
}
