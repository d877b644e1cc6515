import type { Page } from '../metering/ledger-queries.ts';

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
