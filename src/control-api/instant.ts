import { GatewayError } from '../errors/gateway-error.ts';
import type { Page } from '../metering/ledger.ts';
import { parseMoment } from '../shared/time/format-date.ts';

/** Formats epoch milliseconds as RFC 3339 in UTC. */
export const writeInstant = (at: number): string => new Date(at).toISOString();

/** Like `writeInstant`, but passes null. */
export const writeOptionalInstant = (at: number | null): string | null => (at === null ? null : writeInstant(at));

/**
 * Parses an RFC 3339 timestamp to epoch milliseconds.
 *
 * @param param name of the field, for the error
 * @throws {GatewayError} 400 `invalid_value`
 */
export function readInstant(text: string, param: string): number {
  const at = parseMoment(text);
  if (at !== null) return at;
  throw new GatewayError(
    'invalid_value',
    `${param} must be a timestamp with an offset from UTC, such as 2026-11-20T14:05:00Z.`,
    { param },
  );
}

/** The default page size. */
const usualLimit = 100;

/** Reads the paging parameters, with the default limit. */
export const readPage = (query: { readonly after?: string; readonly limit?: number }) => ({
  limit: query.limit ?? usualLimit,
  ...(query.after === undefined ? {} : { after: query.after }),
});

/** Formats a page. */
export const writePage = <Item, Written>(page: Page<Item>, write: (item: Item) => Written) => ({
  object: 'list' as const,
  data: page.items.map(write),
  has_more: page.next !== null,
  next: page.next,
});
