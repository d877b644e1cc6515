import type { Model } from '../catalog/catalog.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { echo } from '../shared/echo.ts';

/** Which part of the list is asked for, as Spec B's `GET /v1/models` says it; null: not sent. */
export interface PageRequest {
  readonly limit: number | null;
  readonly afterId: string | null;
  readonly beforeId: string | null;
}

/** A part of the list, in the list's order. */
export interface ModelPage {
  readonly data: readonly Model[];
  /** Whether there is more in the direction of reading: behind the page, or before it when `before_id` was sent. */
  readonly hasMore: boolean;
  readonly firstId: string | null;
  readonly lastId: string | null;
}

const usualLimit = 20;
const largestLimit = 1000;

/**
 * A page of the models: the first ones, those right behind `after_id`, or those right before `before_id`.
 *
 * @throws {GatewayError} 400 `invalid_value` for a limit outside 1 to 1000, an id that is not in the list, or both ids
 */
export function pageModels(models: readonly Model[], { limit, afterId, beforeId }: PageRequest): ModelPage {
  const size = limit ?? usualLimit;
  if (!Number.isInteger(size) || size < 1 || size > largestLimit) {
    throw invalid('limit', `limit must be an integer from 1 to ${largestLimit}; you sent ${size}.`);
  }
  if (afterId !== null && beforeId !== null) {
    throw invalid('before_id', 'Send after_id to read on or before_id to read back, not both.');
  }
  if (beforeId !== null) {
    const end = positionOf(beforeId, models, 'before_id');
    const start = Math.max(0, end - size);
    return page(models.slice(start, end), start > 0);
  }
  const start = afterId === null ? 0 : positionOf(afterId, models, 'after_id') + 1;
  return page(models.slice(start, start + size), start + size < models.length);
}

const page = (data: readonly Model[], hasMore: boolean): ModelPage => ({
  data,
  hasMore,
  firstId: data[0]?.id ?? null,
  lastId: data.at(-1)?.id ?? null,
});

function positionOf(id: string, models: readonly Model[], param: string): number {
  const position = models.findIndex((model) => model.id === id);
  if (position >= 0) return position;
  throw invalid(
    param,
    `${param} ${echo(id)} is not in this list. Take first_id or last_id of a page, or begin without it.`,
  );
}

const invalid = (param: string, message: string): GatewayError => new GatewayError('invalid_value', message, { param });
