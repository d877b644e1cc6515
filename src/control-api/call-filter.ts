import { GatewayError } from '../errors/gateway-error.ts';
import type { KeyRecord } from '../identity/stores.ts';
import type { CallFilter, CallQuery } from '../metering/ledger.ts';
import type { Requests } from '../../generated/console/operations.ts';
import { isDay, oneDay, parseMoment, startOfDay } from '../shared/time/calendar.ts';
import type { ControlDeps } from './deps.ts';
import { findKey, findWorkspace, unknownKey, zoneOf } from './requests.ts';

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
  return midnight === null ? readInstant(text, param) : startOfDay(timeZone, midnight);
}

/**
 * Parses the end of something: a timestamp, or the last day of it, which ends when the next day begins in the zone. Epoch
 * milliseconds.
 *
 * @throws {GatewayError} 400 `invalid_value`
 */
export function readEnd(text: string, param: string, timeZone: string): number {
  const midnight = midnightOf(text);
  return midnight === null ? readInstant(text, param) : startOfDay(timeZone, midnight + oneDay);
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
    ...(keyId !== undefined && { keyId }),
    ...(model !== undefined && { model }),
    ...(productSku !== undefined && { productSku }),
    ...(operation !== undefined && { operation }),
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
  return {
    ...filter,
    ...(query.request_id !== undefined && { requestId: query.request_id }),
    ...(query.outcome !== undefined && { outcome: query.outcome }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

/** @throws {GatewayError} 400 `invalid_value` on `to` unless it is after `from` */
export function checkRange(from: number, to: number): void {
  if (from < to) return;
  throw new GatewayError('invalid_value', 'to must be later than from, because the range does not include it.', {
    param: 'to',
  });
}
