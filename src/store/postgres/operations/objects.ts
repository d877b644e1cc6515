import type { ItemQuery, ObjectName, ObjectQuery, PageQuery, UpstreamName } from '../../../objects/object-store.ts';
import type { OwnedObject } from '../../../objects/owned-object.ts';
import {
  objectColumns,
  type ItemRow,
  type ExpiryPlace,
  type ObjectRow,
  type RowPage,
  type UnknownCursor,
} from '../../shared/object-rows.ts';
import type { Session } from '../session.ts';

const present = 'deleted_at is null and (expires_at is null or expires_at > ?)';
const columns = `${objectColumns}, version`;

interface PagedList {
  readonly table: 'object' | 'object_item';
  readonly columns: string;
  readonly conditions: readonly string[];
  readonly values: readonly (string | number | readonly string[])[];
  /** The place (`seq`) of an entry by its id; undefined when it never was one of the list. */
  readonly placeOf: (id: string) => Promise<{ readonly seq: bigint } | undefined>;
}

/** Reads a page. With both cursors: what lies between them, from `after` on. */
async function listPage<Row>(
  session: Session,
  list: PagedList,
  { limit, order, after, before }: PageQuery,
): Promise<RowPage<Row> | UnknownCursor> {
  const conditions = [...list.conditions];
  const values: (string | number | bigint | readonly string[])[] = [...list.values];
  for (const [name, id, beyond] of [
    ['after', after, order === 'asc' ? '>' : '<'],
    ['before', before, order === 'asc' ? '<' : '>'],
  ] as const) {
    if (id === null || id === undefined) continue;
    const place = await list.placeOf(id);
    if (place === undefined) return { unknown: name };
    conditions.push(`seq ${beyond} ?`);
    values.push(place.seq);
  }
  const backwards = (before ?? null) !== null && (after ?? null) === null;
  const direction = (order === 'asc') === backwards ? 'desc' : 'asc';
  const found = await session.all<Row>(
    `select ${list.columns} from ${list.table} where ${conditions.join(' and ')} order by seq ${direction} limit ?`,
    ...values,
    limit + 1,
  );
  const rows = found.slice(0, limit);
  return { rows: backwards ? rows.toReversed() : rows, hasMore: found.length > limit };
}

function conditionsOf({ where = [], ids }: ObjectQuery) {
  const conditions = where.map(({ path }) => `value_at(fields, ${path.map(() => '?').join(', ')}) = to_jsonb(?::text)`);
  const values: (string | readonly string[])[] = where.flatMap(({ path, equals }) => [...path, equals]);
  if (ids !== undefined) {
    conditions.push('id = any (?)');
    values.push(ids);
  }
  return { conditions, values };
}

/** Reading objects. Every statement that reads one of a workspace names it. */
export const objectReads = {
  findObject: (session: Session, { id, kind, spec, workspaceId }: ObjectName, now: number) =>
    session.one<ObjectRow>(
      `select ${columns} from object where id = ? and kind = ? and spec = ? and workspace_id = ? and ${present}`,
      id,
      kind,
      spec,
      workspaceId,
      now,
    ),
  idOfUpstream: async (session: Session, name: UpstreamName): Promise<string | null> => {
    const { upstreamId, providerId, kind, spec, workspaceId, batchId } = name;
    const row = await session.one<{ id: string }>(
      `select id from object where upstream_id = $1 and provider_id = $2 and kind = $3 and spec = $4 and workspace_id = $5
        and ($6::text is null or batch_id = $6) order by deleted_at is not null, seq limit 1`,
      upstreamId,
      providerId,
      kind,
      spec,
      workspaceId,
      batchId ?? null,
    );
    return row?.id ?? null;
  },
  isShared: async (
    session: Session,
    object: Pick<OwnedObject, 'id' | 'kind' | 'spec' | 'providerId' | 'upstreamId'>,
    now: number,
  ): Promise<boolean> => {
    const { upstreamId, providerId, kind, spec, id } = object;
    const sql = `select 1 from object where upstream_id = ? and provider_id = ? and kind = ? and spec = ? and id <> ? and ${present} limit 1`;
    return (await session.one(sql, upstreamId, providerId, kind, spec, id, now)) !== undefined;
  },
  lifeOfExpired: async (session: Session, { id, kind, spec, workspaceId }: ObjectName, now: number) =>
    (await session.one<{ created_at: bigint; expires_at: bigint }>(
      `select created_at, expires_at from object
        where id = ? and kind = ? and spec = ? and workspace_id = ? and expires_at <= ?`,
      id,
      kind,
      spec,
      workspaceId,
      now,
    )) ?? null,
  objectExists: async (
    session: Session,
    ...[kind, id, now]: readonly [kind: string, id: string, now: number]
  ): Promise<boolean> =>
    (await session.one(`select 1 from object where id = ? and kind = ? and ${present}`, id, kind, now)) !== undefined,
  storedBytes: async (session: Session, workspaceId: string): Promise<number> => {
    const row = await session.one<{ bytes: bigint }>(
      'select bytes from stored_use where workspace_id = ?',
      workspaceId,
    );
    return Number(row?.bytes ?? 0n);
  },
  pageObjects: (session: Session, facts: ObjectQuery, now: number) => {
    const { kind, spec, workspaceId } = facts;
    const narrowed = conditionsOf(facts);
    const ofWorkspace = 'select seq from object where id = ? and kind = ? and spec = ? and workspace_id = ?';
    const list: PagedList = {
      table: 'object',
      columns,
      conditions: ['workspace_id = ?', 'kind = ?', 'spec = ?', present, ...narrowed.conditions],
      values: [workspaceId, kind, spec, now, ...narrowed.values],
      placeOf: (id) => session.one(ofWorkspace, id, kind, spec, workspaceId),
    };
    return listPage<ObjectRow>(session, list, facts);
  },
  expiredObjects: (
    session: Session,
    ...[now, limit, after]: readonly [now: number, limit: number, after: ExpiryPlace]
  ) =>
    session.all<ObjectRow>(
      `select ${columns} from object
        where expires_at <= $1 and deleted_at is null and (expires_at, id) > ($2::bigint, $3)
        order by expires_at, id limit $4`,
      now,
      after.expiresAt,
      after.id,
      limit,
    ),
  unchargedBatches: (session: Session, after: string | null, limit: number) =>
    session.all<ObjectRow>(
      `select ${columns} from object
        where kind = 'batch' and deleted_at is null and value_at(fields, 'charged') = 'false'::jsonb
          and seq > coalesce((select seq from object where id = $1), 0)
        order by seq limit $2`,
      after,
      limit,
    ),
  allItems: (session: Session, objectId: string) =>
    session.all<ItemRow>('select part, item_id, body from object_item where object_id = $1 order by seq', objectId),
  findItem: (session: Session, objectId: string, itemId: string) =>
    session.one<ItemRow>(
      'select part, item_id, body from object_item where object_id = $1 and item_id = $2',
      objectId,
      itemId,
    ),
  findWorkspaceItem: (
    session: Session,
    ...[{ spec, workspaceId }, itemId, now]: readonly [Pick<ObjectName, 'spec' | 'workspaceId'>, string, number]
  ) =>
    session.one<ItemRow>(
      `select part, item_id, body from object_item join object on object.id = object_id
        where item_id = $1 and workspace_id = $2 and spec = $3 and deleted_at is null and (expires_at is null or expires_at > $4)
        order by object_item.seq desc limit 1`,
      itemId,
      workspaceId,
      spec,
      now,
    ),
  pageItems: (session: Session, objectId: string, facts: ItemQuery) => {
    const place = 'select seq from object_item where object_id = ? and part = ? and item_id = ?';
    const list: PagedList = {
      table: 'object_item',
      columns: 'part, item_id, body',
      conditions: ['object_id = ?', 'part = ?'],
      values: [objectId, facts.part],
      placeOf: (id) => session.one(place, objectId, facts.part, id),
    };
    return listPage<ItemRow>(session, list, facts);
  },
};
