import { GatewayError } from '../errors/gateway-error.ts';
import { stepByRequest } from '../errors/next-steps.ts';
import type { KeyRecord, KeyStore, WorkspaceRecord } from '../identity/stores.ts';
import type { Page } from '../metering/ledger.ts';
import { lossAccount } from '../shared/ids.ts';
import { echo, nearestName } from '../shared/text/names.ts';

/** @throws {GatewayError} 404 `not_found`, with the nearest id */
export function findWorkspace(keys: KeyStore, id: string): WorkspaceRecord {
  const workspace = keys.workspace(id);
  if (workspace) return workspace;
  const nearest = nearestName(
    id,
    keys.listWorkspaces().map((known) => known.id),
  );
  throw new GatewayError(
    'not_found',
    `There is no workspace ${echo(id)}.${nearest === null ? ` ${stepByRequest('listWorkspaces')} lists them.` : ` Did you mean ${nearest}?`}`,
    { param: 'workspace_id' },
  );
}

/** Checks that an account exists: a workspace, or the operator's account for losses. @throws {GatewayError} 404 `not_found` */
export function requireAccount(keys: KeyStore, id: string): void {
  if (id !== lossAccount) findWorkspace(keys, id);
}

/** @throws {GatewayError} 404 `not_found` */
export function findKey(keys: KeyStore, id: string): KeyRecord {
  const key = keys.listKeys().find((known) => known.id === id);
  if (key) return key;
  throw unknownKey(id);
}

/** That there is no such key. */
export const unknownKey = (id: string): GatewayError =>
  new GatewayError(
    'not_found',
    `There is no key ${echo(id)}. ${stepByRequest('listKeys')} lists the keys with their ids.`,
    { param: 'key_id' },
  );

/** The zone in which days begin: the workspace's own, or UTC over several. */
export const zoneOf = (workspaceId: string | null, { keys }: { readonly keys: KeyStore }): string =>
  (workspaceId === null ? undefined : keys.workspace(workspaceId)?.timeZone) ?? 'UTC';

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

/** Most records of one answer to a list that names no limit. */
const mostListed = 10_000;

interface ListParameters {
  readonly search?: string;
  readonly after?: string;
  readonly limit?: number;
}

const readCursor = (cursor: string): { readonly id: string; readonly createdAt: number } => {
  const [createdAt = '', id = ''] = cursor.split('.');
  return { id, createdAt: Number(createdAt) };
};

/** What a store is asked for a page of a list: one record more than the page has, which says whether another page follows. */
export const readList = ({ search, after, limit = mostListed }: ListParameters) => ({
  limit: limit + 1,
  ...(search !== undefined && { search }),
  ...(after !== undefined && { after: readCursor(after) }),
});

/** Whether one of the texts has the one that is looked for, in capitals or not. */
export function hasText(search: string, texts: readonly (string | null)[]): boolean {
  const wanted = search.toLowerCase();
  return texts.some((text) => text?.toLowerCase().includes(wanted) === true);
}

/** A record that lists are ordered by. */
interface Listed {
  readonly id: string;
  readonly createdAt: number;
}

/** What follows a record. After one that was removed since: all of its time and later. */
function itemsAfter<Item extends Listed>(all: readonly Item[], cursor: string | undefined): readonly Item[] {
  if (cursor === undefined) return all;
  const { createdAt, id } = readCursor(cursor);
  const index = all.findIndex((item) => item.id === id);
  if (index !== -1) return all.slice(index + 1);
  const next = all.findIndex((item) => item.createdAt >= createdAt);
  return next === -1 ? [] : all.slice(next);
}

/**
 * A page of records that are in memory.
 *
 * @param all in their order; ascending by time where records can be removed
 * @param isListed whether the list has it; it is asked of as few as the page needs
 */
export function pageOf<Item extends Listed>(
  all: readonly Item[],
  query: Omit<ListParameters, 'search'>,
  isListed: (item: Item) => boolean = () => true,
): Page<Item> {
  const { limit = mostListed } = query;
  const items: Item[] = [];
  for (const item of itemsAfter(all, query.after)) {
    if (!isListed(item)) continue;
    const last = items.at(-1);
    if (items.length === limit && last) return { items, next: `${last.createdAt}.${last.id}` };
    items.push(item);
  }
  return { items, next: null };
}

/** A page of the records that `readList` asked for. */
export const cutPage = <Item extends Listed>(found: readonly Item[], { limit = mostListed }: ListParameters) =>
  pageOf(found, { limit });
