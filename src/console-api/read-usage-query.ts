import { GatewayError } from '../errors/gateway-error.ts';
import type { UsageQuery } from '../metering/ledger-queries.ts';
import type { Requests } from '../../generated/console/operations.ts';
import { spanOf } from '../shared/calendar.ts';
import { echo } from '../shared/echo.ts';
import type { ConsoleRooms } from './console-rooms.ts';
import { readInstant } from './instant.ts';
import { checkRange, readFilter } from './read-call-filter.ts';
import { isTimeZone } from '../shared/time-zone.ts';

const quarterHour = 900_000;

/**
 * A usage query with its defaults: the present month so far, in the workspace's zone (UTC over several), in one row.
 *
 * @throws {GatewayError} 400 for an unknown zone, a range that is empty or not cut at quarters of an hour; 404 for an unknown
 *   workspace or key
 */
export function readUsageQuery(
  query: Requests['queryUsage']['query'],
  rooms: Pick<ConsoleRooms, 'keys' | 'clock'>,
): UsageQuery {
  const filter = readFilter(query, rooms);
  const now = rooms.clock.now();
  const timeZone = query.zone ?? zoneOf(filter.workspaceId, rooms);
  if (!isTimeZone(timeZone)) {
    throw new GatewayError('invalid_value', `${echo(timeZone)} is no IANA time zone such as Europe/Berlin or UTC.`, {
      param: 'zone',
    });
  }
  const to = query.to === undefined ? Math.floor(now / quarterHour + 1) * quarterHour : readQuarter(query.to, 'to');
  const from = query.from === undefined ? spanOf('month', timeZone, now).start : readQuarter(query.from, 'from');
  checkRange(from, to);
  return { ...filter, from, to, timeZone, groupBy: query.group_by ?? [], bucket: query.bucket ?? 'all' };
}

const zoneOf = (workspaceId: string | null, { keys }: Pick<ConsoleRooms, 'keys'>): string =>
  (workspaceId === null ? undefined : keys.workspace(workspaceId)?.timeZone) ?? 'UTC';

/** Usage is kept by the quarter of an hour: an edge between two of them would be moved in silence. */
function readQuarter(text: string, param: 'from' | 'to'): number {
  const at = readInstant(text, param);
  if (at % quarterHour === 0) return at;
  throw new GatewayError(
    'invalid_value',
    `${param} must be on a quarter of an hour (minute 00, 15, 30 or 45, no seconds); you sent ${echo(text)}.`,
    { param },
  );
}
