import type { ItemQuery, ObjectName, ObjectQuery, PageQuery, UpstreamName } from '../../objects/object-store.ts';
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
  type RowRange,
  type UnknownCursor,
} from './object-rows.ts';
import { all, one, type EngineFacts, type Steps, type Value } from './repository.ts';

/** A list to read pages of, in SQL. */
interface PagedList {
  readonly table: 'object' | 'object_item';
  readonly columns: string;
  /** The column that takes the space. */
  readonly text: string;
  /** Conditions with one placeholder each, or none. */
  readonly conditions: readonly string[];
  readonly values: readonly Value[];
  /** The place (`seq`) of an entry of the list by its id; undefined if it never was one. */
  readonly placeOf: (id: string) => Steps<bigint | undefined>;
}

function* spanOf(list: PagedList, { order, ...ids }: PageQuery): Steps<RowRange<Value> | UnknownCursor> {
  const cursors: { after?: bigint; before?: bigint } = {};
  for (const name of ['after', 'before'] as const) {
    const id = ids[name] ?? null;
    if (id === null) continue;
    const place = yield* list.placeOf(id);
    if (place === undefined) return { unknown: name };
    cursors[name] = place;
  }
  return spanBetween(list, order, cursors);
}

/** The first entries of a span. */
type Part = RowRange<Value> & { readonly limit: number };

/** The places of the first entries of a span: reading the length of a text does not read the text. */
function placesIn({ table, text }: PagedList, { conditions, values, direction, limit }: Part): Steps<readonly Place[]> {
  const where = conditions.join(' and ');
  const sql = `select seq, octet_length(${text}) as bytes from ${table} where ${where} order by seq ${direction} limit ?`;
  return all<Place>(sql, ...values, limit);
}

/** Reads a page, unless it has more than `most` bytes. */
function* listPage<Row>(
  { isOneOf }: EngineFacts,
  list: PagedList,
  wanted: PageQuery & { readonly most: number },
): Steps<RowPage<Row> | UnknownCursor | Larger> {
  const span = yield* spanOf(list, wanted);
  if ('unknown' in span) return span;
  const page = cutPage(yield* placesIn(list, { ...span, limit: wanted.limit + 1 }), wanted.limit, wanted.most);
  if ('larger' in page) return page;
  const sql = `select ${list.columns} from ${list.table} where ${isOneOf('seq', '?')} order by seq ${span.direction}`;
  const rows = yield* all<Row>(sql, page.seqs);
  return { rows: span.backwards ? rows.toReversed() : rows, hasMore: page.hasMore };
}

/** Looks for entries that meet conditions on their text, in as much of the list as one step takes. */
function* searchStep(
  { isOneOf }: EngineFacts,
  list: PagedList,
  search: PageQuery & Pick<PagedList, 'conditions' | 'values'> & { readonly from: bigint | null },
): Steps<Found | UnknownCursor> {
  const span = yield* spanOf(list, search);
  if ('unknown' in span) return span;
  const { from, limit } = search;
  const places = yield* placesIn(list, { ...restOf(span, from), limit: step.rows });
  const looked = firstWithin(places, step.bytes);
  const conditions = [isOneOf('seq', '?'), ...search.conditions].join(' and ');
  const sql = `select id from ${list.table} where ${conditions} order by seq ${span.direction} limit ?`;
  const seqs = looked.map(({ seq }) => seq);
  const found = yield* all<{ id: string }>(sql, seqs, ...search.values, limit + 1);
  const isLast = looked.length === places.length && places.length < step.rows;
  return { ids: found.map(({ id }) => id), next: isLast ? null : (looked.at(-1)?.seq ?? null) };
}

const columns = `${objectColumns}, version`;
/** A row without the text, which may be large. */
const headColumns = `${objectColumns.replace(', fields', '')}, version`;
const itemColumns = 'part, item_id, body';
const present = 'deleted_at is null and (expires_at is null or expires_at > ?)';

/** Reads a text, unless it has more bytes than the caller takes. @param most placeholder for those */
const within = (text: string, most: string): string =>
  `octet_length(${text}) as bytes, case when octet_length(${text}) <= cast(${most} as bigint) then ${text} end as ${text}`;

const placeOfObject = 'select seq from object where id = ? and kind = ? and spec = ? and workspace_id = ?';

const objectList = (
  { isOneOf }: EngineFacts,
  { kind, spec, workspaceId, ids }: ObjectQuery,
  now: number,
): PagedList => ({
  table: 'object',
  columns,
  text: 'fields',
  conditions: [
    ...['workspace_id = ?', 'kind = ?', 'spec = ?', present],
    ...(ids === undefined ? [] : [isOneOf('id', '?')]),
  ],
  values: [workspaceId, kind, spec, now, ...(ids === undefined ? [] : [ids])],
  *placeOf(id) {
    return (yield* one<{ seq: bigint }>(placeOfObject, id, kind, spec, workspaceId))?.seq;
  },
});

/** Conditions on the text of objects, each of which reads all of it. */
const searchOf = ({ memberIs }: EngineFacts, { where = [] }: ObjectQuery) => ({
  conditions: where.map(({ path }) => memberIs(path.length)),
  values: where.flatMap(({ path, equals }) => [...path, equals]),
});

const unchargedList = ({ isUncharged }: EngineFacts): PagedList => ({
  table: 'object',
  columns,
  text: 'fields',
  conditions: ["kind = 'batch'", 'deleted_at is null', isUncharged],
  values: [],
  // A batch that is forgotten meanwhile marks the start: what is looked at twice is charged once.
  *placeOf(id) {
    return (yield* one<{ seq: bigint }>('select seq from object where id = ?', id))?.seq ?? 0n;
  },
});

/** Reading objects. Every statement that reads one of a workspace names it. */
export const makeObjectReads = (engine: EngineFacts) => ({
  *findObject(name: ObjectName, now: number, most: number): Steps<ObjectRow | Larger | undefined> {
    const { id, kind, spec, workspaceId } = name;
    const sql = `select ${headColumns}, ${within('fields', '?')} from object
      where id = ? and kind = ? and spec = ? and workspace_id = ? and ${present}`;
    return rowWithin(yield* one<Measured<ObjectRow>>(sql, most, id, kind, spec, workspaceId, now), most);
  },
  *idOfUpstream(name: UpstreamName): Steps<string | null> {
    const { upstreamId, providerId, kind, spec, workspaceId, batchId } = name;
    const sql = `select id from object
      where upstream_id = $1 and provider_id = $2 and kind = $3 and spec = $4 and workspace_id = $5
        and (cast($6 as text) is null or batch_id = $6) order by deleted_at is not null, seq limit 1`;
    const values = [upstreamId, providerId, kind, spec, workspaceId, batchId ?? null];
    return (yield* one<{ id: string }>(sql, ...values))?.id ?? null;
  },
  *lifeOfExpired({ id, kind, spec, workspaceId }: ObjectName, now: number) {
    const sql = `select created_at, expires_at from object
      where id = ? and kind = ? and spec = ? and workspace_id = ? and expires_at <= ?`;
    const values = [id, kind, spec, workspaceId, now];
    return (yield* one<{ created_at: bigint; expires_at: bigint }>(sql, ...values)) ?? null;
  },
  *existingObjects(kind: string, ids: readonly string[], now: number): Steps<readonly string[]> {
    const sql = `select id from object where ${engine.isOneOf('id', '?')} and kind = ? and ${present}`;
    return (yield* all<{ id: string }>(sql, ids, kind, now)).map(({ id }) => id);
  },
  *storedBytes(workspaceId: string): Steps<number> {
    const sql = 'select bytes from stored_use where workspace_id = ?';
    return Number((yield* one<{ bytes: bigint }>(sql, workspaceId))?.bytes ?? 0n);
  },
  /** Without its `where`: see `searchObjects`. */
  pageObjects: (wanted: ObjectQuery, now: number, most: number): Steps<RowPage<ObjectRow> | UnknownCursor | Larger> =>
    listPage<ObjectRow>(engine, objectList(engine, wanted, now), { ...wanted, most }),
  /** One step of a search: ids of what meets `where`. @param from where the step before ended; null: at the start */
  searchObjects: (wanted: ObjectQuery, now: number, from: bigint | null): Steps<Found | UnknownCursor> =>
    searchStep(engine, objectList(engine, wanted, now), { ...wanted, ...searchOf(engine, wanted), from }),
  /** Expired objects of all workspaces, in the order of expiry. */
  expiredObjects: (now: number, limit: number, after: ExpiryPlace): Steps<readonly ObjectRow[]> =>
    all<ObjectRow>(
      `select ${headColumns}, case when octet_length(fields) <= ${mostUncounted} then fields else '{}' end as fields from object
        where expires_at <= ? and deleted_at is null and (expires_at, id) > (cast(? as bigint), ?)
        order by expires_at, id limit ?`,
      now,
      after.expiresAt,
      after.id,
      limit,
    ),
  /** Uncharged batches of all workspaces. */
  unchargedBatches: (wanted: PageQuery, most: number): Steps<RowPage<ObjectRow> | UnknownCursor | Larger> =>
    listPage<ObjectRow>(engine, unchargedList(engine), { ...wanted, most }),
});

/** Reading the parts of objects. The caller has the object already, so its owner is known. */
export const makeItemReads = (engine: EngineFacts) => ({
  *allItems(objectId: string, part: string | null, most: number): Steps<readonly ItemRow[] | Larger> {
    const where = 'where object_id = $1 and (cast($2 as text) is null or part = $2)';
    const sum = `select coalesce(sum(octet_length(body) + ${itemBytes}), 0) as bytes from object_item ${where}`;
    const larger = Number((yield* one<{ bytes: bigint }>(sum, objectId, part))?.bytes ?? 0n);
    if (larger > most) return { larger };
    return yield* all<ItemRow>(`select ${itemColumns} from object_item ${where} order by seq`, objectId, part);
  },
  *findItem(objectId: string, itemId: string, most: number): Steps<ItemRow | Larger | undefined> {
    const sql = `select part, item_id, ${within('body', '$3')} from object_item where object_id = $1 and item_id = $2`;
    return rowWithin(yield* one<Measured<ItemRow>>(sql, objectId, itemId, most), most);
  },
  *findWorkspaceItem(
    { spec, workspaceId }: Pick<ObjectName, 'spec' | 'workspaceId'>,
    itemId: string,
    { now, most }: { readonly now: number; readonly most: number },
  ): Steps<ItemRow | Larger | undefined> {
    const sql = `select part, item_id, ${within('body', '$5')} from object_item join object on object.id = object_id
      where item_id = $1 and workspace_id = $2 and spec = $3 and deleted_at is null and (expires_at is null or expires_at > $4)
      order by object_item.seq desc limit 1`;
    return rowWithin(yield* one<Measured<ItemRow>>(sql, itemId, workspaceId, spec, now, most), most);
  },
  pageItems: (objectId: string, wanted: ItemQuery, most: number): Steps<RowPage<ItemRow> | UnknownCursor | Larger> => {
    const entry = 'object_id = $1 and part = $2 and item_id = $3';
    // An item may be added again under the id of a deleted one: the newest counts.
    const place = `select seq from object_item where ${entry} union all select seq from deleted_item where ${entry}
      order by seq desc limit 1`;
    const list: PagedList = {
      table: 'object_item',
      columns: itemColumns,
      text: 'body',
      conditions: ['object_id = ?', 'part = ?'],
      values: [objectId, wanted.part],
      *placeOf(id) {
        return (yield* one<{ seq: bigint }>(place, objectId, wanted.part, id))?.seq;
      },
    };
    return listPage<ItemRow>(engine, list, { ...wanted, most });
  },
});
