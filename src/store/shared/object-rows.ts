import type { DatabaseSync } from 'node:sqlite';
import type { Spec } from '../../catalog/catalog.ts';
import type { ObjectItem, ObjectKind, Owned, OwnedObject } from '../../objects/owned-object.ts';
import type { JsonObject } from '../../shared/json/json.ts';
import { transaction } from '../sqlite/query.ts';

/** An object as the table has it, without what only the table needs. Its fields cross the thread as text. */
export interface ObjectRow {
  readonly id: string;
  readonly kind: string;
  readonly spec: string;
  readonly workspace_id: string;
  readonly provider_id: string | null;
  readonly upstream_id: string | null;
  readonly batch_id: string | null;
  readonly created_at: bigint;
  readonly expires_at: bigint | null;
  readonly fields: string;
  /** Only the table knows it; absent in a row that is to be written. */
  readonly version?: bigint;
}

export const objectColumns =
  'id, kind, spec, workspace_id, provider_id, upstream_id, batch_id, created_at, expires_at, fields' as const;

/** The row's values, in the order of `objectColumns`. */
export const objectValues = (row: ObjectRow) => [
  row.id,
  row.kind,
  row.spec,
  row.workspace_id,
  row.provider_id,
  row.upstream_id,
  row.batch_id,
  row.created_at,
  row.expires_at,
  row.fields,
];

export const toObjectRow = (object: OwnedObject): ObjectRow => ({
  id: object.id,
  kind: object.kind,
  spec: object.spec,
  workspace_id: object.workspaceId,
  provider_id: object.providerId,
  upstream_id: object.upstreamId,
  batch_id: object.batchId ?? null,
  created_at: BigInt(object.createdAt),
  expires_at: object.expiresAt === null ? null : BigInt(object.expiresAt),
  fields: JSON.stringify(object.fields),
});

/** The only place where an object becomes one whose owner is known: every statement that leads here names the workspace. */
export const toOwned = <Kind extends ObjectKind>(row: ObjectRow): Owned<Kind> =>
  ({
    id: row.id,
    kind: row.kind as Kind,
    spec: row.spec as Spec,
    workspaceId: row.workspace_id,
    providerId: row.provider_id,
    upstreamId: row.upstream_id,
    ...(row.batch_id !== null && { batchId: row.batch_id }),
    createdAt: Number(row.created_at),
    expiresAt: row.expires_at === null ? null : Number(row.expires_at),
    fields: JSON.parse(row.fields) as JsonObject,
    version: Number(row.version ?? 1n),
  }) as Owned<Kind>;

export interface ItemRow {
  readonly part: string;
  readonly item_id: string;
  readonly body: string;
}

export const toItemRow = ({ id, part, body }: ObjectItem): ItemRow => ({
  part,
  item_id: id,
  body: JSON.stringify(body),
});

export const toItem = (row: ItemRow): ObjectItem => ({
  id: row.item_id,
  part: row.part as ObjectItem['part'],
  body: JSON.parse(row.body) as JsonObject,
});

/** A part of a change, as it crosses the thread. */
export type ObjectWriteRow =
  | { readonly add: ObjectRow; readonly items: readonly ItemRow[] }
  | { readonly append: string; readonly items: readonly ItemRow[] };

/** New values; undefined leaves a column as it is. */
export interface ObjectChangeRow {
  readonly id: string;
  /** Of the object that the values were made of. */
  readonly version: number;
  readonly fields: string | undefined;
  readonly expiresAt: bigint | null | undefined;
}

/** Rows of one step: settlements wait for no longer than that takes. */
export const rowsOfStep = 500;

/** What has been written where nothing finds it, and where it belongs. */
export type StagedRow = { readonly add: string } | { readonly append: string; readonly staged: string };

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
  const dropItems = database.prepare(
    'delete from object_item where seq in (select seq from object_item where object_id = ? limit ?)',
  );
  const drop = (id: string): boolean => Number(dropItems.run(id, rowsOfStep).changes) === rowsOfStep;

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
        return { deleted, hasMore: deleted && drop(id) };
      }),
    /** Answers whether there may be more. */
    dropItems: drop,
  };
}
