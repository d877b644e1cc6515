import type { PageQuery } from '../../objects/object-store.ts';
import {
  cutPage,
  firstWithin,
  restOf,
  spanBetween,
  stepOfSearch as step,
  type Found,
  type Larger,
  type Place,
  type RowPage,
  type Span,
  type UnknownCursor,
} from './object-rows.ts';
import { all, type EngineFacts, type Steps, type Value } from './steps.ts';

/** A list to read pages of, in SQL. */
export interface PagedList {
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

function* spanOf(list: PagedList, { order, ...ids }: PageQuery): Steps<Span<Value> | UnknownCursor> {
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
type Part = Span<Value> & { readonly limit: number };

/** The places of the first entries of a span: reading the length of a text does not read the text. */
function placesIn({ table, text }: PagedList, { conditions, values, direction, limit }: Part): Steps<readonly Place[]> {
  const where = conditions.join(' and ');
  const sql = `select seq, octet_length(${text}) as bytes from ${table} where ${where} order by seq ${direction} limit ?`;
  return all<Place>(sql, ...values, limit);
}

/** Reads a page, unless it has more than `most` bytes. */
export function* listPage<Row>(
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
export function* searchStep(
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
