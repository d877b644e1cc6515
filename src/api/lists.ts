import type { Page } from '../objects/object-store.ts';
import type { JsonObject } from '../shared/json/json.ts';

interface Entry {
  readonly id: string;
}

/** A page in Spec A's list format. */
export const listAnswer = <Listed extends Entry>(
  { data, hasMore }: Page<Listed>,
  show: (entry: Listed) => JsonObject,
): JsonObject => ({ object: 'list', data: data.map(show), ...endsOf(data), has_more: hasMore });

/** A page in Spec B's list format. */
export const pageAnswer = <Listed extends Entry>(
  { data, hasMore }: Page<Listed>,
  show: (entry: Listed) => JsonObject,
): JsonObject => ({ data: data.map(show), has_more: hasMore, ...endsOf(data) });

const endsOf = (data: readonly Entry[]): JsonObject => ({
  first_id: data[0]?.id ?? null,
  last_id: data.at(-1)?.id ?? null,
});
