import type { JsonObject } from '../../../shared/json/json.ts';
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
} from '../../shared/object-rows.ts';
import { liveMilliseconds } from '../../shared/lease-rows.ts';
import type { Session } from '../session.ts';

const insertObject = (session: Session, row: ObjectRow): Promise<number> =>
  session.run(
    `insert into object (${objectColumns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    ...objectValues(row),
  );

interface NewItems {
  readonly objectId: string;
  readonly items: readonly ItemRow[];
  /** What must hold of the object, in SQL. */
  readonly where: string;
}

const insertItems = (session: Session, { objectId, items, where }: NewItems): Promise<number> =>
  session.run(
    `insert into object_item (object_id, part, item_id, body)
      select $1, part, item_id, body from unnest($2::text[], $3::text[], $4::text[]) with ordinality as item (part, item_id, body, place)
        where exists (select 1 from object where id = $1 and ${where})
        order by place
      on conflict (object_id, part, item_id) do nothing`,
    objectId,
    items.map(({ part }) => part),
    items.map(({ item_id }) => item_id.replaceAll('\0', '\ufffd')),
    items.map(({ body }) => body),
  );

interface Deletion {
  readonly table: 'object' | 'object_item';
  /** Finds rows and their bytes, by one value and a number of rows. */
  readonly places: string;
}

/** One step of a deletion; answers whether there may be more. */
async function deleteStep(
  session: Session,
  { table, places, value, rows }: Deletion & { readonly value: string | number; readonly rows: number },
): Promise<boolean> {
  const { seqs, hasMore } = cutStep(await session.all<Place>(places, value, rows), rows);
  if (seqs.length > 0) await session.run(`delete from ${table} where seq = any ($1)`, seqs);
  return hasMore;
}

const itemsOfObject: Deletion = {
  table: 'object_item',
  places: 'select seq, octet_length(body)::bigint as bytes from object_item where object_id = $1 limit $2',
};
const itemsOfDeleted: Deletion = {
  table: 'object_item',
  places: `select object_item.seq, octet_length(body)::bigint as bytes from object
    join object_item on object_id = object.id where deleted_at < $1 limit $2`,
};
const deletedObjects: Deletion = {
  table: 'object',
  places: 'select seq, octet_length(fields)::bigint as bytes from object where deleted_at < $1 limit $2',
};

/** Everything that changes what is kept. Who asks has the object already, so its owner is known. */
export const objectWrites = {
  keepObjects: async (session: Session, writes: readonly ObjectWriteRow[]): Promise<void> => {
    for (const write of writes) {
      if ('add' in write) await insertObject(session, write.add);
      const objectId = 'add' in write ? write.add.id : write.append;
      if (write.items.length > 0)
        await insertItems(session, { objectId, items: write.items, where: 'deleted_at is null' });
    }
  },
  /** Whether it still had its version. */
  changeObject: async (session: Session, { id, version, fields, expiresAt }: ObjectChangeRow): Promise<boolean> =>
    (await session.run(
      `update object set fields = coalesce($2, fields), expires_at = case when $3 then $4::bigint else expires_at end,
        version = version + 1 where id = $1 and version = $5 and deleted_at is null`,
      id,
      fields ?? null,
      expiresAt !== undefined,
      expiresAt ?? null,
      version,
    )) > 0,
  /** Nothing finds its items from then on; the first of them go with it. */
  deleteObject: async (session: Session, id: string, now: number) => {
    const sql = `update object set deleted_at = $1, fields = '{}' where id = $2 and deleted_at is null`;
    const deleted = (await session.run(sql, now, id)) > 0;
    if (!deleted) return { deleted, hasMore: false };
    return { deleted, hasMore: await deleteStep(session, { ...itemsOfObject, value: id, rows: rowsOfObject }) };
  },
  /** Answers whether there may be more. */
  dropItems: (session: Session, id: string): Promise<boolean> =>
    deleteStep(session, { ...itemsOfObject, value: id, rows: rowsOfStep }),
  stageObject: async (session: Session, row: ObjectRow, now: number): Promise<void> => {
    await insertObject(session, row);
    await session.run('update object set deleted_at = $2 where id = $1', row.id, now);
  },
  stageItems: async (session: Session, objectId: string, items: readonly ItemRow[]): Promise<void> => {
    await insertItems(session, { objectId, items, where: 'deleted_at is not null' });
  },
  revealObjects: async (session: Session, writes: readonly StagedRow[]): Promise<void> => {
    for (const write of writes) {
      if ('add' in write) await session.run('update object set deleted_at = null where id = $1', write.add);
      else
        await session.run(
          `insert into object_item (object_id, part, item_id, body)
            select $1, part, item_id, body from object_item
              where object_id = $2 and exists (select 1 from object where id = $1 and deleted_at is null)
              order by seq
            on conflict (object_id, part, item_id) do nothing`,
          write.append,
          write.staged,
        );
    }
  },
  deleteItem: async (session: Session, objectId: string, itemId: string): Promise<boolean> =>
    (await session.run('delete from object_item where object_id = $1 and item_id = $2', objectId, itemId)) > 0,
  /** One step of it; answers whether there may be more. */
  forgetDeletedObjects: async (session: Session, before: number): Promise<boolean> => {
    const step = { value: before, rows: rowsOfStep };
    return (
      (await deleteStep(session, { ...itemsOfDeleted, ...step })) || deleteStep(session, { ...deletedObjects, ...step })
    );
  },
};

/** Claims of batches: one instance at a time charges one. */
export const makeClaims = (instanceId: string) => ({
  claimBatch: async (session: Session, { id, now, milliseconds }: BatchClaim): Promise<number | null> => {
    const row = await session.one<{ fence: bigint }>(
      `insert into batch_claim as claim (batch_id, fence, instance_id, until) values ($1, 1, $2, $3)
        on conflict (batch_id) do update set fence = claim.fence + 1, instance_id = excluded.instance_id, until = excluded.until
        where claim.instance_id = excluded.instance_id or claim.until <= $4
          or not exists (select 1 from instance where id = claim.instance_id and heartbeat_at > $5)
        returning fence`,
      id,
      instanceId,
      now + milliseconds,
      now,
      now - liveMilliseconds,
    );
    return row === undefined ? null : Number(row.fence);
  },
  markCharged: async (session: Session, { id, fence, uncharged }: ChargedBatch): Promise<boolean> => {
    const claimed = 'select 1 from batch_claim where batch_id = $1 and fence = $2 for update';
    if ((await session.one(claimed, id, fence)) === undefined) return false;
    const row = await session.one<{ fields: string }>(
      'select fields from object where id = $1 and deleted_at is null for update',
      id,
    );
    if (row === undefined) return true;
    const { uncharged: _before, ...fields } = JSON.parse(row.fields) as JsonObject;
    if (fields['charged'] === true) return false;
    const reason = uncharged === null ? {} : { uncharged: JSON.parse(uncharged) as JsonObject };
    const changed = JSON.stringify({ ...fields, charged: true, ...reason });
    await session.run('update object set fields = $2, version = version + 1 where id = $1', id, changed);
    return true;
  },
});
