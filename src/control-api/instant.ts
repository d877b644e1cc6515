import { GatewayError } from '../errors/gateway-error.ts';
import type { Page } from '../metering/ledger.ts';
import { parseMoment } from '../shared/time/format-date.ts';

/** Epoch milliseconds as RFC 3339 in UTC. */
export const writeInstant = (at: number): string => new Date(at).toISOString();

/** The same, where there is one. */
export const writeOptionalInstant = (at: number | null): string | null => (at === null ? null : writeInstant(at));

/**
 * Epoch milliseconds of an RFC 3339 instant.
 *
 * @param param name of the field, for the error
 * @throws {GatewayError} 400 `invalid_value`
 */
export function readInstant(text: string, param: string): number {
  const at = parseMoment(text);
  if (at !== null) return at;
  throw new GatewayError(
    'invalid_value',
    `${param} must be an instant such as 2026-11-20T14:05:00Z, with its offset from UTC.`,
    { param },
  );
}

/** How many entries a page has when the request does not say. */
const usualLimit = 100;

/** The paging part of a query, with its default. */
export const readPage = (query: { readonly after?: string; readonly limit?: number }) => ({
  limit: query.limit ?? usualLimit,
  ...(query.after === undefined ? {} : { after: query.after }),
});

/** A page as the document describes it. */
export const writePage = <Item, Written>(page: Page<Item>, write: (item: Item) => Written) => ({
  object: 'list' as const,
  data: page.items.map(write),
  has_more: page.next !== null,
  next: page.next,
});
