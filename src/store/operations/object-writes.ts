import type { OwnedObject } from '../../objects/owned-object.ts';
import type { JsonObject } from '../../shared/json/json.ts';
import {
  cutStep,
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
  type Place,
  type StagedRow,
} from '../shared/object-rows.ts';
import {
  all,
  type EngineFacts,
  type InstanceFacts,
  liveMilliseconds,
  one,
  run,
  type Steps,
} from '../shared/repository.ts';

/** Rows to be deleted step by step. */
interface Deletion {
  readonly table: 'object' | 'object_item' | 'deleted_item';
  /** Finds rows and their bytes, by one value and a number of rows. */
  readonly places: string;
}

const itemsOfObject: Deletion = {
  table: 'object_item',
  places: 'select seq, octet_length(body) as bytes from object_item where object_id = $1 limit $2',
};
const itemsOfDeleted: Deletion = {
  table: 'object_item',
  places: `select object_item.seq as seq, octet_length(body) as bytes from object
    join object_item on object_id = object.id where deleted_at < $1 limit $2`,
};
const deletedItems: Deletion = {
  table: 'deleted_item',
  places: 'select seq, 0 as bytes from deleted_item where deleted_at < $1 limit $2',
};
const deletedObjects: Deletion = {
  table: 'object',
  places: 'select seq, octet_length(fields) as bytes from object where deleted_at < $1 limit $2',
};

const insertObject = (row: ObjectRow, deletedAt: number | null): Steps<number> =>
  run(
    `insert into object (${objectColumns}, deleted_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...objectValues(row),
    deletedAt,
  );

/** An object, and the id that its provider gave it. */
type SharedName = Pick<OwnedObject, 'id' | 'kind' | 'spec' | 'providerId' | 'upstreamId'>;

/** The oldest other object with that id. */
function* otherOf({ id, kind, spec, providerId, upstreamId }: SharedName, now: number): Steps<string | null> {
  const sql = `select id from object
    where upstream_id = ? and provider_id = ? and kind = ? and spec = ? and id <> ?
      and deleted_at is null and (expires_at is null or expires_at > ?) order by seq limit 1`;
  return (yield* one<{ id: string }>(sql, upstreamId, providerId, kind, spec, id, now))?.id ?? null;
}

/** Everything that changes what is stored. The caller has the object already, so its owner is known. */
export function makeObjectWrites({ isOneOf, insertItems, lockOwner }: EngineFacts) {
  /** One step of a deletion. @returns whether there may be more */
  function* deleteStep({ table, places }: Deletion, value: string | number, rows: number): Steps<boolean> {
    const { seqs, hasMore } = cutStep(yield* all<Place>(places, value, rows), rows);
    if (seqs.length > 0) yield* run(`delete from ${table} where ${isOneOf('seq', '$1')}`, seqs);
    return hasMore;
  }

  /** Nothing finds its items from then on; the first of them go with it. */
  function* deleteObject(id: string, now: number): Steps<{ readonly deleted: boolean; readonly hasMore: boolean }> {
    const sql = "update object set deleted_at = $1, fields = '{}' where id = $2 and deleted_at is null";
    const deleted = (yield* run(sql, now, id)) > 0;
    return { deleted, hasMore: deleted && (yield* deleteStep(itemsOfObject, id, rowsOfObject)) };
  }

  return {
    *keepObjects(writes: readonly ObjectWriteRow[]): Steps<void> {
      for (const write of writes) {
        if ('add' in write) yield* insertObject(write.add, null);
        const objectId = 'add' in write ? write.add.id : write.append;
        if (write.items.length > 0) yield* insertItems(objectId, write.items, 'deleted_at is null');
      }
    },
    /** Updates an object if its version is unchanged. @returns false if another change came first */
    *changeObject({ id, version, fields, expiresAt }: ObjectChangeRow): Steps<boolean> {
      const sql = `update object set fields = coalesce($2, fields), version = version + 1,
          expires_at = case when $3 = 1 then cast($4 as bigint) else expires_at end
        where id = $1 and version = $5 and deleted_at is null`;
      const changesExpiry = expiresAt === undefined ? 0 : 1;
      return (yield* run(sql, id, fields ?? null, changesExpiry, expiresAt ?? null, version)) > 0;
    },
    deleteObject,
    /** Deletes an object if another one has its id at the provider, which is locked with it: none of two at once may rely on the other. */
    *deleteShared(object: SharedName, now: number): Steps<{ readonly isShared: boolean; readonly hasMore: boolean }> {
      const sql = `select id from object where id in ($1, $2) and deleted_at is null order by seq ${lockOwner}`;
      for (let other = yield* otherOf(object, now); other !== null; other = yield* otherOf(object, now)) {
        const left = yield* all<{ id: string }>(sql, object.id, other);
        // Another deletion may have come first. It is over then, so the next look does not find its object.
        if (!left.some(({ id }) => id === other)) continue;
        const { hasMore } = yield* deleteObject(object.id, now);
        return { isShared: true, hasMore };
      }
      return { isShared: false, hasMore: false };
    },
    /** Answers whether there may be more. */
    dropItems: (id: string): Steps<boolean> => deleteStep(itemsOfObject, id, rowsOfStep),
    /** Its place is kept: see `forgetDeletedObjects`. */
    *deleteItem(objectId: string, itemId: string, now: number): Steps<boolean> {
      const keep = `insert into deleted_item (seq, workspace_id, object_id, part, item_id, deleted_at)
        select object_item.seq, workspace_id, object_id, part, item_id, cast($3 as bigint)
          from object_item join object on object.id = object_id
          where object_id = $1 and item_id = $2 and object.deleted_at is null
        on conflict (seq) do nothing`;
      yield* run(keep, objectId, itemId, now);
      return (yield* run('delete from object_item where object_id = $1 and item_id = $2', objectId, itemId)) > 0;
    },
    /** One step of it; answers whether there may be more. */
    *forgetDeletedObjects(before: number): Steps<boolean> {
      return (
        (yield* deleteStep(itemsOfDeleted, before, rowsOfStep)) ||
        (yield* deleteStep(deletedItems, before, rowsOfStep)) ||
        (yield* deleteStep(deletedObjects, before, rowsOfStep))
      );
    },
  };
}

/**
 * Many items are written step by step under an object that is marked as deleted, so that it is found whole or not at all. What
 * a process leaves half done when it dies is forgotten like any other deleted object.
 */
export const makeStagedWrites = ({ insertItems }: EngineFacts) => ({
  *stageObject(row: ObjectRow, now: number): Steps<void> {
    yield* insertObject(row, now);
  },
  *stageItems(objectId: string, items: readonly ItemRow[]): Steps<void> {
    yield* insertItems(objectId, items, 'deleted_at is not null');
  },
  *revealObjects(writes: readonly StagedRow[]): Steps<void> {
    const append = `insert into object_item (object_id, part, item_id, body)
      select $1, part, item_id, body from object_item
        where object_id = $2 and exists (select 1 from object where id = $1 and deleted_at is null)
        order by seq
      on conflict (object_id, part, item_id) do nothing`;
    for (const write of writes) {
      if ('add' in write) yield* run('update object set deleted_at = null where id = $1', write.add);
      else yield* run(append, write.append, write.staged);
    }
  },
});

/** Claims of batches: one instance at a time charges one. */
export const makeClaims = ({ lock }: EngineFacts, { instanceId, isShared }: InstanceFacts) => ({
  *claimBatch({ id, now, milliseconds }: BatchClaim): Steps<number | null> {
    const row = yield* one<{ fence: bigint }>(
      `insert into batch_claim as claim (batch_id, fence, instance_id, until) values ($1, 1, $2, $3)
        on conflict (batch_id) do update set fence = claim.fence + 1, instance_id = excluded.instance_id, until = excluded.until
        where $6 = 0 or claim.instance_id = excluded.instance_id or claim.until <= $4
          or not exists (select 1 from instance where id = claim.instance_id and heartbeat_at > $5)
        returning fence`,
      id,
      instanceId,
      now + milliseconds,
      now,
      now - liveMilliseconds,
      isShared ? 1 : 0,
    );
    return row === undefined ? null : Number(row.fence);
  },
  *markCharged({ id, fence, uncharged }: ChargedBatch): Steps<boolean> {
    const claimed = `select 1 from batch_claim where batch_id = $1 and fence = $2 ${lock}`;
    if ((yield* one(claimed, id, fence)) === undefined) return false;
    const present = `select fields from object where id = $1 and deleted_at is null ${lock}`;
    const row = yield* one<{ fields: string }>(present, id);
    if (row === undefined) return true;
    const { uncharged: _before, ...fields } = JSON.parse(row.fields) as JsonObject;
    if (fields['charged'] === true) return false;
    const reason = uncharged === null ? {} : { uncharged: JSON.parse(uncharged) as JsonObject };
    const changed = JSON.stringify({ ...fields, charged: true, ...reason });
    yield* run('update object set fields = $2, version = version + 1 where id = $1', id, changed);
    return true;
  },
});
