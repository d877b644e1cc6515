import type { Json, JsonObject } from '../shared/json.ts';

/** A page of a list, as both vendors page with cursors. */
export interface Page {
  readonly data: readonly JsonObject[];
  readonly first_id: string | null;
  readonly last_id: string | null;
  readonly has_more: boolean;
}

interface Cursor {
  readonly limit: number;
  readonly after: string | null;
  readonly before: string | null;
}

/** The page that a query asks for (`after` and `before`, or `after_id` and `before_id`), of items in list order. */
export function pageOf(items: readonly JsonObject[], query: URLSearchParams, defaultLimit = 20): Page {
  const cursor: Cursor = {
    limit: Number(query.get('limit') ?? defaultLimit),
    after: query.get('after') ?? query.get('after_id'),
    before: query.get('before') ?? query.get('before_id'),
  };
  const place = (id: string): number => items.findIndex((item) => item['id'] === id);
  const end = cursor.before === null ? items.length : Math.max(place(cursor.before), 0);
  const fromEnd = cursor.before !== null && cursor.after === null;
  const start = cursor.after === null ? (fromEnd ? Math.max(end - cursor.limit, 0) : 0) : place(cursor.after) + 1;
  const data = items.slice(start, Math.min(start + cursor.limit, end));
  const has_more = fromEnd ? start > 0 : start + data.length < end;
  return { data, first_id: idOf(data[0]), last_id: idOf(data.at(-1)), has_more };
}

const idOf = (item: JsonObject | undefined): string | null => {
  const id: Json | undefined = item?.['id'];
  return typeof id === 'string' ? id : null;
};
