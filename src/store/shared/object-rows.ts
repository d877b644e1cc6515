import type { Spec } from '../../catalog/catalog.ts';
import type { PageQuery } from '../../objects/object-store.ts';
import type { ObjectItem, ObjectKind, Owned, OwnedObject } from '../../objects/owned-object.ts';
import type { JsonObject } from '../../shared/json/json.ts';

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

export interface RowPage<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

/** What was asked for is larger than the asker takes, and was not read: its bytes. */
export interface Larger {
  readonly larger: number;
}

/** A row whose text is null if it has more bytes than the asker takes. */
export type Measured<Row> = Row & { readonly bytes: bigint };

export const rowWithin = <Row>(row: Measured<Row> | undefined, most: number): Row | Larger | undefined =>
  row !== undefined && row.bytes > most ? { larger: Number(row.bytes) } : row;

/** Bytes that are read without having been counted, and of the fields that the sweeper gets. */
export const mostUncounted = 65_536;

/** Bytes that an item counts in addition to its JSON, where all items of an object are read. */
export const itemBytes = 128;

/** Bytes of JSON after which a page ends. */
const pageBytes = 8 * 1_048_576;

/** What one step of a search looks at, at most, but for one row. */
export const stepOfSearch = { rows: 2_000, bytes: 8 * 1_048_576 } as const;

/** The part of a list that lies between two cursors, in the order in which a page of it is read. */
export interface Span<Value> {
  readonly conditions: readonly string[];
  readonly values: readonly Value[];
  readonly direction: 'asc' | 'desc';
  /** Whether the order is the opposite of the one that was asked for. */
  readonly backwards: boolean;
}

/** The place (`seq`) of each cursor; absent: there is none. */
type Cursors = { readonly [Name in UnknownCursor['unknown']]?: bigint };

/** With both cursors: what lies between them, from `after` on. */
export function spanBetween<Value>(
  list: Pick<Span<Value>, 'conditions' | 'values'>,
  order: PageQuery['order'],
  { after, before }: Cursors,
): Span<Value | bigint> {
  const backwards = before !== undefined && after === undefined;
  const direction = (order === 'asc') === backwards ? 'desc' : 'asc';
  const [later, earlier] = order === 'asc' ? ['>', '<'] : ['<', '>'];
  const span = { conditions: list.conditions, values: list.values, direction, backwards } as const;
  return beyond(beyond(span, later, after), earlier, before);
}

/** What a search has not looked at. @param from where it stopped; null: it begins */
export const restOf = <Value>(span: Span<Value>, from: bigint | null): Span<Value | bigint> =>
  beyond(span, span.direction === 'asc' ? '>' : '<', from ?? undefined);

const beyond = <Value>(span: Span<Value>, sign: string | undefined, place: bigint | undefined): Span<Value | bigint> =>
  place === undefined
    ? span
    : { ...span, conditions: [...span.conditions, `seq ${sign} ?`], values: [...span.values, place] };

/** The place of a row in its list, and the bytes of its JSON. */
export interface Place {
  readonly seq: bigint;
  readonly bytes: bigint;
}

/** The first of these rows that have so many bytes together; one at least. */
export function firstWithin(places: readonly Place[], most: number): readonly Place[] {
  let sum = 0;
  const end = places.findIndex(({ bytes }) => (sum += Number(bytes)) > most);
  return end === -1 ? places : places.slice(0, Math.max(1, end));
}

/** The rows of a page, of which one more was looked up than is wanted; or how large it is if that is more than the asker takes. */
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

/** Which of the two cursors marks no place in the list. */
export interface UnknownCursor {
  readonly unknown: 'after' | 'before';
}

export const objectColumns =
  'id, kind, spec, workspace_id, provider_id, upstream_id, batch_id, created_at, expires_at, fields' as const;

/** A place among what expires: behind the object of this expiry and id. */
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

/** Rows that go together with their object: ten such deletions are one step. */
export const rowsOfObject = rowsOfStep / 10;

/** Bytes of JSON that a step deletes for each of its rows: 8,000 KiB in a whole step. */
const bytesOfRow = 16_384;

/** What one step deletes of `rows` rows at most, which were looked up: as many as have its bytes together, one at least. */
export function cutStep(places: readonly Place[], rows: number): StepOfDeletion {
  const step = firstWithin(places, rows * bytesOfRow);
  return { seqs: step.map(({ seq }) => seq), hasMore: step.length < places.length || places.length === rows };
}

interface StepOfDeletion {
  readonly seqs: readonly bigint[];
  /** Whether there may be more to delete. */
  readonly hasMore: boolean;
}

/** What has been written where nothing finds it, and where it belongs. */
export type StagedRow = { readonly add: string } | { readonly append: string; readonly staged: string };
