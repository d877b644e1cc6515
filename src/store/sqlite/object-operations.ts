import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { ObjectName, ObjectQuery, UpstreamName } from '../../resources/object-store.ts';
import type { OwnedObject } from '../../resources/owned-object.ts';
import { listPage, type RowPage, type UnknownCursor } from './list-page.ts';
import { objectColumns, type ObjectRow } from './object-row.ts';
import { makeObjectSweepOperations } from './object-sweep-operations.ts';
import { makeObjectWriteOperations } from './object-write-operations.ts';
import { query } from './query.ts';

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

/** One object of a workspace. Every statement that reads one names its workspace. */
function makeFindOperations(database: DatabaseSync) {
  const byId = query<ObjectRow>(
    database,
    `select ${objectColumns} from object where id = ? and kind = ? and spec = ? and workspace_id = ? and ${present}`,
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

  return {
    findObject: ({ id, kind, spec, workspaceId }: ObjectName, now: number): ObjectRow | undefined =>
      byId.get(id, kind, spec, workspaceId, now),
    idOfUpstream: ({ upstreamId, providerId, kind, spec, workspaceId, batchId }: UpstreamName): string | null =>
      byUpstreamId.get(upstreamId, providerId, kind, spec, workspaceId, batchId ?? null)?.id ?? null,
    isShared: (object: Pick<OwnedObject, 'id' | 'kind' | 'spec' | 'providerId' | 'upstreamId'>, now: number): boolean =>
      sharing.get(object.upstreamId, object.providerId, object.kind, object.spec, object.id, now) !== undefined,
    lifeOfExpired: ({ id, kind, spec, workspaceId }: ObjectName, now: number) =>
      expiry.get(id, kind, spec, workspaceId, now) ?? null,
    objectExists: (kind: string, id: string, now: number): boolean => any.get(id, kind, now) !== undefined,
  };
}

/** The objects of a workspace, page by page. */
function makePageOperation(database: DatabaseSync) {
  const place = query<{ seq: bigint }>(
    database,
    'select seq from object where id = ? and kind = ? and spec = ? and workspace_id = ?',
  );

  return {
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
  };
}

/** What is kept for callers. */
export const makeObjectOperations = (database: DatabaseSync) => ({
  ...makeFindOperations(database),
  ...makePageOperation(database),
  ...makeObjectWriteOperations(database),
  ...makeObjectSweepOperations(database),
});
