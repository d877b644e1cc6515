import type { DatabaseSync } from 'node:sqlite';
import { liveMilliseconds } from '../shared/lease-rows.ts';
import {
  objectColumns,
  objectValues,
  rowsOfObject,
  rowsOfStep,
  type BatchClaim,
  type ChargedBatch,
  type ItemRow,
  type ObjectChangeRow,
  type ObjectRow,
  type ObjectWriteRow,
  type StagedRow,
} from '../shared/object-rows.ts';
import type { InstanceFacts } from './ledger-operations.ts';
import { prepareDeletion, query, transaction } from './query.ts';

/**
 * Many items are written step by step under an object that is marked as deleted, so that it is found whole or not at all. What
 * a process leaves half done when it dies is forgotten like any other deleted object.
 */
function makeStageOperations(database: DatabaseSync) {
  const insert = database.prepare(
    `insert into object (${objectColumns}, deleted_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertItem = database.prepare(
    `insert into object_item (object_id, part, item_id, body) values (?, ?, ?, ?)
      on conflict (object_id, part, item_id) do nothing`,
  );
  const reveal = database.prepare('update object set deleted_at = null where id = ?');
  const append = database.prepare(
    `insert into object_item (object_id, part, item_id, body)
      select ?1, part, item_id, body from object_item
        where object_id = ?2 and exists (select 1 from object where id = ?1 and deleted_at is null)
        order by seq
      on conflict (object_id, part, item_id) do nothing`,
  );

  return {
    stageObject: (row: ObjectRow, now: number): void => void insert.run(...objectValues(row), now),
    stageItems: (objectId: string, items: readonly ItemRow[]): void =>
      transaction(database, () => {
        for (const { part, item_id, body } of items) insertItem.run(objectId, part, item_id, body);
      }),
    revealObjects: (writes: readonly StagedRow[]): void =>
      transaction(database, () => {
        for (const write of writes) {
          if ('add' in write) reveal.run(write.add);
          else append.run(write.append, write.staged);
        }
      }),
  };
}

/** Everything that changes what is kept. Who asks has the object already, so its owner is known. */
export function makeObjectWriteOperations(database: DatabaseSync) {
  const insert = database.prepare(`insert into object (${objectColumns}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const insertItem = database.prepare(
    `insert into object_item (object_id, part, item_id, body)
      select ?1, ?2, ?3, ?4 where exists (select 1 from object where id = ?1 and deleted_at is null)
      on conflict (object_id, part, item_id) do nothing`,
  );
  const update = database.prepare(
    `update object set fields = coalesce(?2, fields), expires_at = iif(?3, ?4, expires_at), version = version + 1
      where id = ?1 and version = ?5 and deleted_at is null`,
  );
  const empty = database.prepare("update object set deleted_at = ?, fields = '{}' where id = ? and deleted_at is null");
  const drop = prepareDeletion(database, {
    table: 'object_item',
    places: 'select seq, octet_length(body) as bytes from object_item where object_id = ? limit ?',
  });
  const forgetItems = prepareDeletion(database, {
    table: 'object_item',
    places: `select object_item.seq as seq, octet_length(body) as bytes from object
      join object_item on object_id = object.id where deleted_at < ? limit ?`,
  });
  const forget = prepareDeletion(database, {
    table: 'object',
    places: 'select seq, octet_length(fields) as bytes from object where deleted_at < ? limit ?',
  });
  const removeItem = database.prepare('delete from object_item where object_id = ? and item_id = ?');

  return {
    ...makeStageOperations(database),
    keepObjects: (writes: readonly ObjectWriteRow[]): void =>
      transaction(database, () => {
        for (const write of writes) {
          const { items } = write;
          if ('add' in write) insert.run(...objectValues(write.add));
          const objectId = 'add' in write ? write.add.id : write.append;
          for (const { part, item_id, body } of items) insertItem.run(objectId, part, item_id, body);
        }
      }),
    /** Whether it still had its version. */
    changeObject: ({ id, version, fields, expiresAt }: ObjectChangeRow): boolean =>
      Number(update.run(id, fields ?? null, expiresAt === undefined ? 0 : 1, expiresAt ?? null, version).changes) > 0,
    /** Nothing finds its items from then on; the first of them go with it. */
    deleteObject: (id: string, now: number): { readonly deleted: boolean; readonly hasMore: boolean } =>
      transaction(database, () => {
        const deleted = Number(empty.run(now, id).changes) > 0;
        return { deleted, hasMore: deleted && drop(rowsOfObject, id) };
      }),
    /** Answers whether there may be more. */
    dropItems: (id: string): boolean => drop(rowsOfStep, id),
    deleteItem: (objectId: string, itemId: string): boolean => Number(removeItem.run(objectId, itemId).changes) > 0,
    /** One step of it; answers whether there may be more. */
    forgetDeletedObjects: (before: number): boolean =>
      transaction(database, () => forgetItems(rowsOfStep, before) || forget(rowsOfStep, before)),
  };
}

/** Claims of batches: one instance at a time charges one. */
export function makeClaimOperations(database: DatabaseSync, { instanceId, isShared }: InstanceFacts) {
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
  const claimed = query<object>(
    database,
    `select 1 from batch_claim where batch_id = ?1 and fence = ?2
      and not exists (select 1 from object where id = ?1 and deleted_at is null and json_extract(fields, '$.charged') = 1)`,
  );

  return {
    claimBatch: ({ id, now, milliseconds }: BatchClaim): number | null => {
      const row = claim.get(id, instanceId, now + milliseconds, now, isShared ? 1 : 0, now - liveMilliseconds);
      return row === undefined ? null : Number(row.fence);
    },
    markCharged: ({ id, fence, uncharged }: ChargedBatch): boolean =>
      transaction(database, () => {
        if (claimed.get(id, fence) === undefined) return false;
        charged.run(id, uncharged);
        return true;
      }),
  };
}
