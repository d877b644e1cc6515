import type { Page } from '../objects/object-store.ts';
import type { JsonObject } from '../shared/json/json.ts';

/** A page in Spec A's list format. */
export function listAnswer<Entry extends { readonly id: string }>(
  { data, hasMore }: Page<Entry>,
  show: (entry: Entry) => JsonObject,
): JsonObject {
  return {
    object: 'list',
    data: data.map(show),
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: hasMore,
  };
}
