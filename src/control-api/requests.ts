import type { Requests } from '../../generated/console/operations.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { stepByRequest } from '../errors/next-steps.ts';
import { holdsKey } from '../identity/key-format.ts';
import { unknownKey } from '../identity/key-terms.ts';
import type { KeyRecord, KeyStore, WorkspaceRecord } from '../identity/stores.ts';
import type { CallFilter, CallQuery, Page } from '../metering/ledger.ts';
import { lossAccount } from '../shared/ids.ts';
import { echo, nearestName } from '../shared/text/names.ts';
import { firstInstant, isDay, oneDay, parseMoment } from '../shared/time/calendar.ts';
import type { ControlDeps } from './deps.ts';

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
  const key = keys.key(id);
  if (key) return key;
  throw unknownKey(id);
}

/** The zone in which days begin: the workspace's own, or UTC over several. */
export const zoneOf = (workspaceId: string | null, { keys }: { readonly keys: KeyStore }): string =>
  (workspaceId === null ? undefined : keys.workspace(workspaceId)?.timeZone) ?? 'UTC';

/**
 * Parses an RFC 3339 timestamp to epoch milliseconds.
 *
 * @param param name of the field, for the error
 * @throws {GatewayError} 400 `invalid_value`
 */
function readInstant(text: string, param: string): number {
  const at = parseMoment(text);
  if (at !== null) return at;
  throw new GatewayError(
    'invalid_value',
    `${param} must be a day, such as 2026-11-20, or a timestamp with an offset from UTC, such as 2026-11-20T14:05:00Z.`,
    { param },
  );
}

/** Midnight of a day's date as if it were UTC, in epoch milliseconds; null if the text is not a day. */
const midnightOf = (text: string): number | null => (isDay(text) ? parseMoment(`${text}T00:00:00Z`) : null);

/**
 * Parses a timestamp, or a day, which begins with its first instant in the zone. Epoch milliseconds.
 *
 * @throws {GatewayError} 400 `invalid_value`
 */
export function readBeginning(text: string, param: string, timeZone: string): number {
  const midnight = midnightOf(text);
  return midnight === null ? readInstant(text, param) : firstInstant(timeZone, midnight);
}

/**
 * Parses the end of something: a timestamp, or the last day of it, which ends when the next day begins in the zone. Epoch
 * milliseconds.
 *
 * @throws {GatewayError} 400 `invalid_value`
 */
export function readEnd(text: string, param: string, timeZone: string): number {
  const midnight = midnightOf(text);
  return midnight === null ? readInstant(text, param) : firstInstant(timeZone, midnight + oneDay);
}

/** Members that hold a secret: they are never shown, and have checks of their own. */
const secretMembers: ReadonlySet<string> = new Set(['password', 'current_password', 'new_password', 'value']);

/**
 * Refuses a body that has a whole API key in a text, such as a name or a reason: other people read it.
 *
 * @throws {GatewayError} 400 `invalid_value` with `param`
 */
export function refuseKeys(body: unknown, param = ''): void {
  if (typeof body === 'string' && holdsKey(body)) {
    const text = `${param} must not contain an API key: others can read it. Send another text, and rotate the key if it is in use.`;
    throw new GatewayError('invalid_value', text, { param });
  }
  if (typeof body !== 'object' || body === null) return;
  for (const [name, value] of Object.entries(body)) {
    if (secretMembers.has(name)) continue;
    // A list is named as a whole.
    refuseKeys(value, Array.isArray(body) ? param : param === '' ? name : `${param}.${name}`);
  }
}

/** The query parameters that calls and usage share. */
type SentFilter = Pick<
  Requests['queryUsage']['query'],
  'workspace_id' | 'key_id' | 'model' | 'product_sku' | 'operation' | 'status'
>;

/**
 * Reads the filter without the time range. An unknown workspace or key is an error, because an empty result would mean that it
 * never called.
 *
 * @throws {GatewayError} 404 `not_found`
 */
export function readFilter(query: SentFilter, { keys }: Pick<ControlDeps, 'keys'>): CallFilter {
  const { workspace_id: workspace, key_id: keyId, model, product_sku: productSku, operation, status } = query;
  if (workspace !== undefined) findWorkspace(keys, workspace);
  const key = keyId === undefined ? null : findKey(keys, keyId);
  // A key of another workspace is not found, so that its existence is not revealed.
  if (key && !isOfWorkspace(key, workspace)) throw unknownKey(key.id);
  return {
    workspaceId: workspace ?? key?.workspaceId ?? null,
    keyId,
    model,
    productSku,
    operation,
    ...(status !== undefined && readStatus(status)),
  };
}

const isOfWorkspace = ({ workspaceId }: KeyRecord, workspace: string | undefined): boolean =>
  workspace === undefined || workspaceId === workspace;

/** A status such as `404`, or a class such as `4xx`. */
const readStatus = (status: string): Pick<CallFilter, 'status' | 'statusClass'> =>
  status.endsWith('xx') ? { statusClass: Number(status[0]) } : { status: Number(status) };

/**
 * Reads the whole filter of calls.
 *
 * @throws {GatewayError} 400 for a range that ends before it begins; 404 as `readFilter`
 */
export function readCallFilter(
  query: Requests['exportCalls']['query'],
  deps: Pick<ControlDeps, 'keys'>,
): Omit<CallQuery, 'limit' | 'after'> {
  const filter = readFilter(query, deps);
  const zone = zoneOf(filter.workspaceId, deps);
  const from = query.from === undefined ? undefined : readBeginning(query.from, 'from', zone);
  const to = query.to === undefined ? undefined : readBeginning(query.to, 'to', zone);
  if (from !== undefined && to !== undefined) checkRange(from, to);
  return { ...filter, requestId: query.request_id, outcome: query.outcome, from, to };
}

/** @throws {GatewayError} 400 `invalid_value` on `to` unless it is after `from` */
export function checkRange(from: number, to: number): void {
  if (from < to) return;
  throw new GatewayError('invalid_value', 'to must be later than from, because the range does not include it.', {
    param: 'to',
  });
}

/** The default page size. */
const usualLimit = 100;

/** Reads the paging parameters, with the default limit. */
export const readPage = (query: { readonly after?: string; readonly limit?: number }) => ({
  limit: query.limit ?? usualLimit,
  after: query.after,
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
  search,
  after: after === undefined ? undefined : readCursor(after),
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
