import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { ObjectName, ObjectQuery, UpstreamName } from '../../resources/object-store.ts';
import { listPage, type RowPage, type UnknownCursor } from './list-page.ts';
import { objectColumns, type ItemRow, type ObjectRow } from './object-row.ts';
import { query } from './query.ts';
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

const present = 'deleted_at is null and (expires_at is null or expires_at > ?)';

function conditionsOf({ where = [], ids }: ObjectQuery): { conditions: string[]; values: SQLInputValue[] } {
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
  if (ids !== undefined) {
    conditions.push('id in (select value from json_each(?))');
    values.push(JSON.stringify(ids));
  }
  return { conditions, values };
}

/** What is kept for callers. Every statement that reads an object names its workspace, apart from the sweeper's. */
export function makeObjectOperations(database: DatabaseSync) {
  const insert = database.prepare(`insert into object (${objectColumns}) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const insertItem = database.prepare(
    `insert into object_item (object_id, part, item_id, body)
      select ?1, ?2, ?3, ?4 where exists (select 1 from object where id = ?1 and deleted_at is null)
      on conflict (object_id, part, item_id) do nothing`,
  );
  const update = database.prepare(
    'update object set fields = coalesce(?2, fields), expires_at = iif(?3, ?4, expires_at) where id = ?1 and deleted_at is null',
  );
  const byId = query<ObjectRow>(
    database,
    `select ${objectColumns} from object where id = ? and kind = ? and spec = ? and workspace_id = ? and ${present}`,
  );
  const byUpstreamId = query<{ id: string }>(
    database,
    'select id from object where upstream_id = ? and provider_id = ? and kind = ? and spec = ? and workspace_id = ?',
  );
  const expiry = query<{ created_at: bigint; expires_at: bigint }>(
    database,
    'select created_at, expires_at from object where id = ? and kind = ? and spec = ? and workspace_id = ? and expires_at <= ?',
  );
  const any = query<{ found: bigint }>(
    database,
    `select 1 as found from object where id = ? and kind = ? and ${present}`,
  );
  const place = query<{ seq: bigint }>(
    database,
    'select seq from object where id = ? and kind = ? and spec = ? and workspace_id = ?',
  );
  const empty = database.prepare("update object set deleted_at = ?, fields = '{}' where id = ? and deleted_at is null");
  const dropItems = database.prepare('delete from object_item where object_id = ?');
  const expired = query<ObjectRow>(
    database,
    `select ${objectColumns} from object where expires_at <= ? and deleted_at is null order by expires_at limit ?`,
  );
  const forget = database.prepare('delete from object where deleted_at < ?');

  return {
    keepObjects: (writes: readonly ObjectWriteRow[]): void =>
      transaction(database, () => {
        for (const write of writes) {
          const { items } = write;
          if ('add' in write) {
            const { add } = write;
            const { id, kind, spec, workspace_id, provider_id, upstream_id, created_at, expires_at, fields } = add;
            insert.run(id, kind, spec, workspace_id, provider_id, upstream_id, created_at, expires_at, fields);
          }
          const objectId = 'add' in write ? write.add.id : write.append;
          for (const { part, item_id, body } of items) insertItem.run(objectId, part, item_id, body);
        }
      }),
    changeObject: ({ id, fields, expiresAt }: ObjectChangeRow): boolean =>
      Number(update.run(id, fields ?? null, expiresAt === undefined ? 0 : 1, expiresAt ?? null).changes) > 0,
    findObject: ({ id, kind, spec, workspaceId }: ObjectName, now: number): ObjectRow | undefined =>
      byId.get(id, kind, spec, workspaceId, now),
    idOfUpstream: (name: UpstreamName): string | null =>
      byUpstreamId.get(name.upstreamId, name.providerId, name.kind, name.spec, name.workspaceId)?.id ?? null,
    lifeOfExpired: ({ id, kind, spec, workspaceId }: ObjectName, now: number) =>
      expiry.get(id, kind, spec, workspaceId, now) ?? null,
    objectExists: (kind: string, id: string, now: number): boolean => any.get(id, kind, now) !== undefined,
    deleteObject: (id: string, now: number): boolean =>
      transaction(database, () => {
        dropItems.run(id);
        return Number(empty.run(now, id).changes) > 0;
      }),
    pageObjects: (asked: ObjectQuery, now: number): RowPage<ObjectRow> | UnknownCursor => {
      const { kind, spec, workspaceId } = asked;
      const narrowed = conditionsOf(asked);
      const list = {
        table: 'object',
        columns: objectColumns,
        conditions: ['workspace_id = ?', 'kind = ?', 'spec = ?', present, ...narrowed.conditions],
        values: [workspaceId, kind, spec, now, ...narrowed.values],
        placeOf: (id: string) => place.get(id, kind, spec, workspaceId)?.seq,
      };
      return listPage<ObjectRow>(database, list, asked);
    },
    expiredObjects: (now: number, limit: number): readonly ObjectRow[] => expired.all(now, limit),
    forgetDeletedObjects: (before: number): void => void forget.run(before),
  };
}
