import type { ItemQuery, ObjectName, ObjectQuery, PageQuery, UpstreamName } from '../../../objects/object-store.ts';
import type { OwnedObject } from '../../../objects/owned-object.ts';
import {
  cutPage,
  firstWithin,
  itemBytes,
  mostUncounted,
  objectColumns,
  restOf,
  rowWithin,
  spanBetween,
  stepOfSearch as step,
  type ExpiryPlace,
  type Found,
  type ItemRow,
  type Larger,
  type Measured,
  type ObjectRow,
  type Place,
  type RowPage,
  type Span,
  type UnknownCursor,
} from '../../shared/object-rows.ts';
import type { Session } from '../session.ts';

const present = 'deleted_at is null and (expires_at is null or expires_at > ?)';
const columns = `${objectColumns}, version`;

/** A row without the text, which may be large. */
const headColumns = `${objectColumns.replace(', fields', '')}, version`;
const itemColumns = 'part, item_id, body';
/** @param most the place of the parameter that bounds the text */
const within = (text: string, most: string): string =>
  `octet_length(${text})::bigint as bytes, case when octet_length(${text}) <= ${most}::bigint then ${text} end as ${text}`;

interface PagedList {
  readonly table: 'object' | 'object_item';
  readonly columns: string;
  /** The column that takes the space. */
  readonly text: string;
  readonly conditions: readonly string[];
  readonly values: readonly Value[];
  /** The place (`seq`) of an entry by its id; undefined when it never was one of the list. */
  readonly placeOf: (id: string) => Promise<{ readonly seq: bigint } | undefined>;
}

type Value = string | number | bigint | readonly string[] | readonly bigint[];

async function spanOf(list: PagedList, { order, ...ids }: PageQuery): Promise<Span<Value> | UnknownCursor> {
  const cursors: { after?: bigint; before?: bigint } = {};
  for (const name of ['after', 'before'] as const) {
    const id = ids[name] ?? null;
    if (id === null) continue;
    const place = await list.placeOf(id);
    if (place === undefined) return { unknown: name };
    cursors[name] = place.seq;
  }
  return spanBetween(list, order, cursors);
}

/** So many entries of a span, from its start. */
type Part = Span<Value> & { readonly limit: number };

/** The places of the first entries of a span: reading the length of a text does not read the text. */
function placesIn(session: Session, { table, text }: PagedList, span: Part): Promise<readonly Place[]> {
  const { conditions, values, direction, limit } = span;
  const sql = `select seq, octet_length(${text})::bigint as bytes from ${table} where ${conditions.join(' and ')} order by seq ${direction} limit ?`;
  return session.all<Place>(sql, ...values, limit);
}

/** Reads a page, unless it has more than `most` bytes. */
async function listPage<Row>(
  session: Session,
  list: PagedList,
  wanted: PageQuery & { readonly most: number },
): Promise<RowPage<Row> | UnknownCursor | Larger> {
  const span = await spanOf(list, wanted);
  if ('unknown' in span) return span;
  const page = cutPage(await placesIn(session, list, { ...span, limit: wanted.limit + 1 }), wanted.limit, wanted.most);
  if ('larger' in page) return page;
  const sql = `select ${list.columns} from ${list.table} where seq = any (?) order by seq ${span.direction}`;
  const rows = await session.all<Row>(sql, page.seqs);
  return { rows: span.backwards ? rows.toReversed() : rows, hasMore: page.hasMore };
}

/** Looks for entries that meet conditions on their text, in as much of the list as one step takes. */
async function searchStep(
  session: Session,
  list: PagedList,
  search: PageQuery & Pick<PagedList, 'conditions' | 'values'> & { readonly from: bigint | null },
): Promise<Found | UnknownCursor> {
  const span = await spanOf(list, search);
  if ('unknown' in span) return span;
  const { from, limit } = search;
  const places = await placesIn(session, list, { ...restOf(span, from), limit: step.rows });
  const looked = firstWithin(places, step.bytes);
  const conditions = ['seq = any (?)', ...search.conditions].join(' and ');
  const found = await session.all<{ id: string }>(
    `select id from ${list.table} where ${conditions} order by seq ${span.direction} limit ?`,
    looked.map(({ seq }) => seq),
    ...search.values,
    limit + 1,
  );
  const isLast = looked.length === places.length && places.length < step.rows;
  return { ids: found.map(({ id }) => id), next: isLast ? null : (looked.at(-1)?.seq ?? null) };
}

/** Conditions on the text of objects, each of which reads all of it. */
const searchOf = ({ where = [] }: ObjectQuery) => ({
  conditions: where.map(({ path }) => `value_at(fields, ${path.map(() => '?').join(', ')}) = to_jsonb(?::text)`),
  values: where.flatMap(({ path, equals }) => [...path, equals]),
});

const placeOfObject = 'select seq from object where id = ? and kind = ? and spec = ? and workspace_id = ?';

const objectList = (session: Session, { kind, spec, workspaceId, ids }: ObjectQuery, now: number): PagedList => ({
  table: 'object',
  columns,
  text: 'fields',
  conditions: [
    ...['workspace_id = ?', 'kind = ?', 'spec = ?', present],
    ...(ids === undefined ? [] : ['id = any (?)']),
  ],
  values: [workspaceId, kind, spec, now, ...(ids === undefined ? [] : [ids])],
  placeOf: (id) => session.one(placeOfObject, id, kind, spec, workspaceId),
});

const unchargedList = (session: Session): PagedList => ({
  table: 'object',
  columns,
  text: 'fields',
  conditions: ["kind = 'batch'", 'deleted_at is null', "value_at(fields, 'charged') = 'false'::jsonb"],
  values: [],
  // A batch that is forgotten meanwhile marks the start: what is looked at twice is charged once.
  placeOf: async (id) =>
    (await session.one<{ seq: bigint }>('select seq from object where id = $1', id)) ?? { seq: 0n },
});

/** Reading objects. Every statement that reads one of a workspace names it. */
export const objectReads = {
  findObject: async (
    session: Session,
    ...[{ id, kind, spec, workspaceId }, now, most]: readonly [name: ObjectName, now: number, most: number]
  ): Promise<ObjectRow | Larger | undefined> => {
    const sql = `select ${headColumns}, ${within('fields', '?')} from object
      where id = ? and kind = ? and spec = ? and workspace_id = ? and ${present}`;
    return rowWithin(await session.one<Measured<ObjectRow>>(sql, most, id, kind, spec, workspaceId, now), most);
  },
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
  /** Without its `where`: see `searchObjects`. */
  pageObjects: (session: Session, ...[wanted, now, most]: readonly [wanted: ObjectQuery, now: number, most: number]) =>
    listPage<ObjectRow>(session, objectList(session, wanted, now), { ...wanted, most }),
  /** One step of a search: ids of what meets `where`. `from`: where the step before ended; null: at the start. */
  searchObjects: (
    session: Session,
    ...[wanted, now, from]: readonly [wanted: ObjectQuery, now: number, from: bigint | null]
  ) => searchStep(session, objectList(session, wanted, now), { ...wanted, ...searchOf(wanted), from }),
  expiredObjects: (
    session: Session,
    ...[now, limit, after]: readonly [now: number, limit: number, after: ExpiryPlace]
  ) =>
    session.all<ObjectRow>(
      `select ${headColumns}, case when octet_length(fields) <= ${mostUncounted} then fields else '{}' end as fields from object
        where expires_at <= $1 and deleted_at is null and (expires_at, id) > ($2::bigint, $3)
        order by expires_at, id limit $4`,
      now,
      after.expiresAt,
      after.id,
      limit,
    ),
  unchargedBatches: (session: Session, wanted: PageQuery, most: number) =>
    listPage<ObjectRow>(session, unchargedList(session), { ...wanted, most }),
  allItems: async (
    session: Session,
    ...[objectId, part, most]: readonly [objectId: string, part: string | null, most: number]
  ): Promise<readonly ItemRow[] | Larger> => {
    const where = 'where object_id = $1 and ($2::text is null or part = $2)';
    const sum = await session.one<{ bytes: bigint }>(
      `select coalesce(sum(octet_length(body) + ${itemBytes}), 0)::bigint as bytes from object_item ${where}`,
      objectId,
      part,
    );
    const larger = Number(sum?.bytes ?? 0n);
    if (larger > most) return { larger };
    return session.all<ItemRow>(`select ${itemColumns} from object_item ${where} order by seq`, objectId, part);
  },
  findItem: async (
    session: Session,
    ...[objectId, itemId, most]: readonly [objectId: string, itemId: string, most: number]
  ): Promise<ItemRow | Larger | undefined> => {
    const sql = `select part, item_id, ${within('body', '$3')} from object_item where object_id = $1 and item_id = $2`;
    return rowWithin(await session.one<Measured<ItemRow>>(sql, objectId, itemId, most), most);
  },
  findWorkspaceItem: async (
    session: Session,
    ...[{ spec, workspaceId }, itemId, [now, most]]: readonly [
      name: Pick<ObjectName, 'spec' | 'workspaceId'>,
      itemId: string,
      bounds: readonly [now: number, most: number],
    ]
  ): Promise<ItemRow | Larger | undefined> => {
    const sql = `select part, item_id, ${within('body', '$5')} from object_item join object on object.id = object_id
        where item_id = $1 and workspace_id = $2 and spec = $3 and deleted_at is null and (expires_at is null or expires_at > $4)
        order by object_item.seq desc limit 1`;
    return rowWithin(await session.one<Measured<ItemRow>>(sql, itemId, workspaceId, spec, now, most), most);
  },
  pageItems: (
    session: Session,
    ...[objectId, wanted, most]: readonly [objectId: string, wanted: ItemQuery, most: number]
  ) => {
    const place = 'select seq from object_item where object_id = ? and part = ? and item_id = ?';
    const list: PagedList = {
      table: 'object_item',
      columns: itemColumns,
      text: 'body',
      conditions: ['object_id = ?', 'part = ?'],
      values: [objectId, wanted.part],
      placeOf: (id) => session.one(place, objectId, wanted.part, id),
    };
    return listPage<ItemRow>(session, list, { ...wanted, most });
  },
};
