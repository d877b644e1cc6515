import type { Requests } from '../../generated/console/operations.ts';
import { errorCodes, isErrorCode } from '../errors/codes.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { stepByRequest } from '../errors/next-steps.ts';
import type { KeyStore } from '../identity/stores.ts';
import type { RefusalQuery, RefusalRow } from '../identity/refused-calls.ts';
import type { Ledger, UsageDimension, UsageQuery, UsageRow } from '../metering/ledger.ts';
import { formatCredits, type NanoCredits } from '../shared/money.ts';
import { echo } from '../shared/text/names.ts';
import { isTimeZone, oneDay, quarterHour, spanOf, writeInstant } from '../shared/time/calendar.ts';
import { addUsage, unitKinds, type Usage } from '../shared/usage.ts';
import { checkRange, readBeginning, readFilter, zoneOf } from './requests.ts';
import { csvLine, exported, sendFile } from './reports/export-file.ts';
import { answer, type Answers, type ControlDeps, type ControlHandler } from './deps.ts';
import { noteChange } from './audit.ts';
import { keyNames } from './key-view.ts';

/** Most rows of an answer. The export has no limit. */
const mostRows = 10_000;

const queryUsage: ControlHandler<'queryUsage'> = (deps) => async (call) => {
  const query = readUsageQuery(call.query, deps);
  const rows = await collect(deps.ledger.usage(query));
  const names = keyNames(deps.keys);
  answer(call, 200, {
    object: 'usage',
    ...writeRange(query),
    group_by: [...query.groupBy],
    data: rows.map((row) => ({ ...rowLabels(row, query, names), ...writeTotals(row) })),
    totals: writeTotals(sumUsage(rows)),
  } satisfies Answers['Usage']);
};

const writeRange = ({ from, to, timeZone, bucket }: Pick<UsageQuery, 'from' | 'to' | 'timeZone' | 'bucket'>) => ({
  from: writeInstant(from),
  to: writeInstant(to),
  zone: timeZone,
  bucket,
});

async function collect<Row>(found: AsyncIterable<Row>): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for await (const row of found) {
    rows.push(row);
    if (rows.length > mostRows) {
      throw new GatewayError(
        'invalid_value',
        `This query has more than ${mostRows} rows. Request a longer bucket, fewer groups or a shorter range, or use ${stepByRequest('exportUsage')}.`,
        { param: 'bucket' },
      );
    }
  }
  return rows;
}

const queryRefusedCalls: ControlHandler<'queryRefusedCalls'> = (deps) => async (call) => {
  const { workspaceId, keyId } = readFilter(call.query, deps);
  const range = readUsageRange(call.query, { zone: zoneOf(workspaceId, deps), now: deps.clock.now() });
  const { group_by: groupBy = [], bucket = 'all' } = call.query;
  const query: RefusalQuery = { workspaceId, keyId, ...range, groupBy, bucket };
  const rows = await collect(deps.refusedCalls.query(query));
  const names = keyNames(deps.keys);
  answer(call, 200, {
    object: 'refused_calls',
    ...writeRange(query),
    group_by: [...groupBy],
    data: rows.map((row) => writeRefused(row, query, names)),
    totals: { calls: rows.reduce((sum, { calls }) => sum + calls, 0) },
  } satisfies Answers['RefusedCalls']);
};

function writeRefused(
  { bucketStart, group, calls, lastAt }: RefusalRow,
  { bucket, timeZone }: RefusalQuery,
  names: ReadonlyMap<string, string>,
): Answers['RefusedRow'] {
  const { workspace, key, code } = group;
  // Another release may have had other codes.
  const { title, remedy } = code !== undefined && isErrorCode(code) ? errorCodes[code] : { title: code, remedy: '' };
  return {
    ...(bucket !== 'all' && { bucket_start: writeZonedInstant(bucketStart, timeZone) }),
    ...(workspace !== undefined && { workspace_id: workspace }),
    ...(key !== undefined && { key_id: key, key_name: names.get(key) ?? '' }),
    ...(code !== undefined && { code, title: title ?? code, remedy }),
    calls,
    last_at: writeInstant(lastAt),
  };
}

const exportUsage: ControlHandler<'exportUsage'> = (deps) => async (call) => {
  const query = readUsageQuery(call.query, deps);
  const note = noteChange(deps, call, {
    action: 'usage.export',
    object: exported(call.query),
    diff: { ...call.query },
  });
  await deps.audit.append(note);
  await sendFile(call.reply, { name: 'usage.csv', lines: writeLines(query, deps) });
};

async function* writeLines(query: UsageQuery, deps: { ledger: Ledger; keys: KeyStore }): AsyncIterable<string> {
  const names = keyNames(deps.keys);
  const sample = { bucketStart: query.from, group: {}, calls: 0, usage: {}, charge: 0n };
  yield csvLine([...Object.keys(rowLabels(sample, query, names)), 'calls', ...unitKinds, 'charge']);
  for await (const row of deps.ledger.usage(query)) {
    const units = unitKinds.map((kind) => row.usage[kind] ?? 0);
    yield csvLine([...Object.values(rowLabels(row, query, names)), row.calls, ...units, formatCredits(row.charge)]);
  }
}

/**
 * Reads a usage query. By default it covers the current month in the workspace's zone (UTC for all workspaces), in one row.
 *
 * @throws {GatewayError} 400 for an unknown zone, or a range that is empty or does not begin and end on a quarter hour; 404 for
 *   an unknown workspace or key
 */
function readUsageQuery(query: Requests['queryUsage']['query'], deps: Pick<ControlDeps, 'keys' | 'clock'>): UsageQuery {
  const filter = readFilter(query, deps);
  const range = readUsageRange(query, { zone: zoneOf(filter.workspaceId, deps), now: deps.clock.now() });
  return { ...filter, ...range, groupBy: query.group_by ?? [], bucket: query.bucket ?? 'all' };
}

type SentRange = Pick<Requests['queryUsage']['query'], 'from' | 'to' | 'zone'>;

/**
 * A range of time with its defaults: the present month so far.
 *
 * @param usual the zone where none is sent, and the present moment
 * @throws {GatewayError} 400 for an unknown zone, a range that is empty, not cut at quarters of an hour, or reaches beyond ten years
 */
export function readUsageRange(
  query: SentRange,
  { zone, now }: { readonly zone: string; readonly now: number },
): Pick<UsageQuery, 'from' | 'to' | 'timeZone'> {
  const timeZone = query.zone ?? zone;
  if (!isTimeZone(timeZone)) {
    throw new GatewayError(
      'invalid_value',
      `${echo(timeZone)} is not an IANA time zone such as Europe/Berlin or UTC.`,
      {
        param: 'zone',
      },
    );
  }
  const to =
    query.to === undefined ? Math.floor(now / quarterHour + 1) * quarterHour : readQuarter(query.to, 'to', timeZone);
  const from =
    query.from === undefined ? spanOf('month', timeZone, now).start : readQuarter(query.from, 'from', timeZone);
  checkRange(from, to);
  checkReach(from, 'from', now);
  checkReach(to, 'to', now);
  return { from, to, timeZone };
}

/** Milliseconds before and after the present that a range may reach: each four days of it are a statement, used or not. */
const longestReach = 3_653 * oneDay;

function checkReach(at: number, param: 'from' | 'to', now: number): void {
  if (Math.abs(at - now) <= longestReach) return;
  throw new GatewayError('invalid_value', `${param} must be at most ten years from now.`, { param });
}

/** Reads a timestamp, or a day of the zone. Usage is stored per quarter hour, so a bound in between would be moved silently. */
function readQuarter(text: string, param: 'from' | 'to', timeZone: string): number {
  const at = readBeginning(text, param, timeZone);
  if (at % quarterHour === 0) return at;
  throw new GatewayError(
    'invalid_value',
    `${param} must be on a quarter hour (minute 00, 15, 30 or 45, no seconds); you sent ${echo(text)}.`,
    { param },
  );
}

/** The member of a row for each dimension. */
const memberOf = {
  workspace: 'workspace_id',
  key: 'key_id',
  model: 'model',
  product: 'product_sku',
  operation: 'operation',
  status: 'status',
} as const satisfies Record<UsageDimension, keyof Answers['UsageRow']>;

/** The bucket and groups of a row, in the order of the columns. */
function rowLabels(
  { bucketStart, group }: UsageRow,
  { bucket, groupBy, timeZone }: UsageQuery,
  names: ReadonlyMap<string, string>,
): Omit<Answers['UsageRow'], keyof Answers['UsageTotals']> {
  const labels: Record<string, string> = {};
  if (bucket !== 'all') labels['bucket_start'] = writeZonedInstant(bucketStart, timeZone);
  for (const dimension of groupBy) {
    const value = group[dimension] ?? '';
    labels[memberOf[dimension]] = value;
    if (dimension === 'key') labels['key_name'] = names.get(value) ?? '';
  }
  return labels;
}

interface Sum {
  readonly calls: number;
  readonly usage: Usage;
  readonly charge: NanoCredits;
}

const sumUsage = (rows: readonly Sum[]): Sum =>
  rows.reduce<Sum>(
    (sum, row) => ({
      calls: sum.calls + row.calls,
      charge: sum.charge + row.charge,
      usage: addUsage(sum.usage, row.usage),
    }),
    { calls: 0, charge: 0n, usage: {} },
  );

const writeTotals = ({ calls, usage, charge }: Sum): Answers['UsageTotals'] => ({
  calls,
  units: { ...usage },
  charge: formatCredits(charge),
});

/** By zone in lower case, because every spelling of it is the same zone. */
const formats = new Map<string, Intl.DateTimeFormat>();

function offsetFormat(timeZone: string): Intl.DateTimeFormat {
  const key = timeZone.toLowerCase();
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  formats.set(key, format);
  return format;
}

/**
 * Formats an instant in local time with its offset: `2026-11-20T00:00:00+05:45`. It is unambiguous even in the hour that is
 * repeated when daylight saving time ends.
 */
export function writeZonedInstant(at: number, timeZone: string): string {
  const name = offsetFormat(timeZone)
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign = '+', hours = '00', minutes = '00'] = /^GMT([+-])(\d\d):(\d\d)/.exec(name ?? '') ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  return `${new Date(at + offset * 60_000).toISOString().slice(0, 19)}${sign}${hours}:${minutes}`;
}

export const usageOperations = { queryUsage, queryRefusedCalls, exportUsage };
