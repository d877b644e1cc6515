import type { Spec } from '../../catalog/catalog.ts';
import type { PageQuery } from '../../objects/object-store.ts';
import type { ObjectItem, ObjectKind, Owned, OwnedObject } from '../../objects/owned-object.ts';
import type { JsonObject } from '../../shared/json/json.ts';

/** An object as a row of the table, without columns that only the table needs. Its fields cross between threads as text. */
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
  /** Set by the table; absent in a row that is to be written. */
  readonly version?: bigint;
}

export interface RowPage<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

/** The answer if a result has more bytes than the caller takes: how many it has. It was not read. */
export interface Larger {
  readonly larger: number;
}

/** A row whose text is null if it has more bytes than the caller takes. */
export type Measured<Row> = Row & { readonly bytes: bigint };

export const rowWithin = <Row>(row: Measured<Row> | undefined, most: number): Row | Larger | undefined =>
  row !== undefined && row.bytes > most ? { larger: Number(row.bytes) } : row;

/** The most bytes that are read uncounted, and the most bytes of fields that the sweeper gets. */
export const mostUncounted = 65_536;

/** Bytes that an item counts in addition to its JSON when all items of an object are read. */
export const itemBytes = 128;

/** Bytes of JSON after which a page ends. */
const pageBytes = 8 * 1_048_576;

/** The most that one step of a search looks at; it always looks at one row. */
export const stepOfSearch = { rows: 2_000, bytes: 8 * 1_048_576 } as const;

/** The part of a list between two cursors, in the order in which a page of it is read. */
export interface RowRange<Value> {
  readonly conditions: readonly string[];
  readonly values: readonly Value[];
  readonly direction: 'asc' | 'desc';
  /** Whether this is the opposite of the requested order. */
  readonly backwards: boolean;
}

/** The place (`seq`) of each cursor; absent: there is none. */
type Cursors = { readonly [Name in UnknownCursor['unknown']]?: bigint };

/** With both cursors, the page begins at `after`. */
export function spanBetween<Value>(
  list: Pick<RowRange<Value>, 'conditions' | 'values'>,
  order: PageQuery['order'],
  { after, before }: Cursors,
): RowRange<Value | bigint> {
  const backwards = before !== undefined && after === undefined;
  const direction = (order === 'asc') === backwards ? 'desc' : 'asc';
  const [later, earlier] = order === 'asc' ? ['>', '<'] : ['<', '>'];
  const span = { conditions: list.conditions, values: list.values, direction, backwards } as const;
  return beyond(beyond(span, later, after), earlier, before);
}

/** The part that a search has not looked at. @param from where it stopped; null: it begins */
export const restOf = <Value>(span: RowRange<Value>, from: bigint | null): RowRange<Value | bigint> =>
  beyond(span, span.direction === 'asc' ? '>' : '<', from ?? undefined);

const beyond = <Value>(
  span: RowRange<Value>,
  sign: string | undefined,
  place: bigint | undefined,
): RowRange<Value | bigint> =>
  place === undefined
    ? span
    : { ...span, conditions: [...span.conditions, `seq ${sign} ?`], values: [...span.values, place] };

/** The place of a row in its list, and the bytes of its JSON. */
export interface Place {
  readonly seq: bigint;
  readonly bytes: bigint;
}

/** The first rows that together have at most this many bytes; at least one. */
export function firstWithin(places: readonly Place[], most: number): readonly Place[] {
  let sum = 0;
  const end = places.findIndex(({ bytes }) => (sum += Number(bytes)) > most);
  return end === -1 ? places : places.slice(0, Math.max(1, end));
}

/** Cuts a page out of rows, of which one more than wanted was looked up. Returns its size if it is more than the caller takes. */
export function cutPage(places: readonly Place[], limit: number, most: number): PlacedPage | Larger {
  const page = firstWithin(places.slice(0, limit), pageBytes);
  const larger = page.reduce((sum, { bytes }) => sum + Number(bytes), 0);
  return larger > most ? { larger } : { seqs: page.map(({ seq }) => seq), hasMore: places.length > page.length };
}

interface PlacedPage {
  readonly seqs: readonly bigint[];
  readonly hasMore: boolean;
}

/** What one step of a search has found. */
export interface Found {
  readonly ids: readonly string[];
  /** Where the next step begins; null: this was the last one. */
  readonly next: bigint | null;
}

/** The answer if a cursor marks no place in the list: which of the two. */
export interface UnknownCursor {
  readonly unknown: 'after' | 'before';
}

export const objectColumns =
  'id, kind, spec, workspace_id, provider_id, upstream_id, batch_id, created_at, expires_at, fields' as const;

/** A place in the order of expiry: after the object with this expiry and id. */
export interface ExpiryPlace {
  readonly expiresAt: number;
  readonly id: string;
}

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

/** The only code that makes an `Owned` object: every statement whose row gets here names the workspace. */
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

/** A part of a change, as it crosses between threads. */
export type ObjectWriteRow =
  | { readonly add: ObjectRow; readonly items: readonly ItemRow[] }
  | { readonly append: string; readonly items: readonly ItemRow[] };

/** New values; undefined leaves a column as it is. */
export interface ObjectChangeRow {
  readonly id: string;
  /** The version of the object that the values were made from. */
  readonly version: number;
  readonly fields: string | undefined;
  readonly expiresAt: bigint | null | undefined;
}

/** An instance wants to charge a batch, until `milliseconds` after `now`. */
export interface BatchClaim {
  readonly id: string;
  readonly now: number;
  readonly milliseconds: number;
}

/** A batch that has been charged under a claim. */
export interface ChargedBatch {
  readonly id: string;
  /** The number of the claim. */
  readonly fence: number;
  /** What was not charged, as JSON; null: nothing. */
  readonly uncharged: string | null;
}

/** Rows of one step. Settlements wait no longer than one step takes. */
export const rowsOfStep = 500;

/** Rows that are deleted together with their object: ten such deletions are one step. */
export const rowsOfObject = rowsOfStep / 10;

/** Bytes of JSON that a step deletes for each of its rows: 8,000 KiB in a whole step. */
const bytesOfRow = 16_384;

/** Cuts one step of a deletion out of rows that were looked up, `rows` at most: as many as fit its bytes, at least one. */
export function cutStep(places: readonly Place[], rows: number): StepOfDeletion {
  const step = firstWithin(places, rows * bytesOfRow);
  return { seqs: step.map(({ seq }) => seq), hasMore: step.length < places.length || places.length === rows };
}

interface StepOfDeletion {
  readonly seqs: readonly bigint[];
  /** Whether there may be more to delete. */
  readonly hasMore: boolean;
}

/** What has been staged, where nothing finds it, and where it belongs. */
export type StagedRow = { readonly add: string } | { readonly append: string; readonly staged: string };
