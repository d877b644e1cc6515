import type { DatabaseSync } from 'node:sqlite';
import { objectColumns, type ItemRow, type ObjectRow } from './object-row.ts';
import { transaction } from './transaction.ts';

/** A part of a change, as it crosses the thread. */
export type ObjectWriteRow =
  | { readonly add: ObjectRow; readonly items: readonly ItemRow[] }
  | { readonly append: string; readonly items: readonly ItemRow[] };

/** New values; undefined leaves a column as it is. */
export interface ObjectChangeRow {
  readonly id: string;
  readonly fields: string | undefined;
  readonly expiresAt: bigint | null | undefined;
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
    `update object set
      fields = case when json_extract(fields, '$.charged') = 1 and ?2 is not null
        then json_patch(?2, json_object('charged', json('true'), 'uncharged', json(fields -> '$.uncharged')))
        else coalesce(?2, fields) end,
      expires_at = iif(?3, ?4, expires_at)
      where id = ?1 and deleted_at is null`,
  );
  const charged = database.prepare(
    `update object set fields = json_patch(fields, json_object('charged', json('true'), 'uncharged', json(?2)))
      where id = ?1 and deleted_at is null`,
  );
  const empty = database.prepare("update object set deleted_at = ?, fields = '{}' where id = ? and deleted_at is null");
  const dropItems = database.prepare('delete from object_item where object_id = ?');

  return {
    keepObjects: (writes: readonly ObjectWriteRow[]): void =>
      transaction(database, () => {
        for (const write of writes) {
          const { items } = write;
          if ('add' in write) {
            const { id, kind, spec, workspace_id, provider_id, upstream_id, ...rest } = write.add;
            const { batch_id, created_at, expires_at, fields } = rest;
            insert.run(
              id,
              kind,
              spec,
              workspace_id,
              provider_id,
              upstream_id,
              batch_id,
              created_at,
              expires_at,
              fields,
            );
          }
          const objectId = 'add' in write ? write.add.id : write.append;
          for (const { part, item_id, body } of items) insertItem.run(objectId, part, item_id, body);
        }
      }),
    changeObject: ({ id, fields, expiresAt }: ObjectChangeRow): boolean =>
      Number(update.run(id, fields ?? null, expiresAt === undefined ? 0 : 1, expiresAt ?? null).changes) > 0,
    deleteObject: (id: string, now: number): boolean =>
      transaction(database, () => {
        dropItems.run(id);
        return Number(empty.run(now, id).changes) > 0;
      }),
    markCharged: (id: string, uncharged: string | null): void => void charged.run(id, uncharged),
  };
}
