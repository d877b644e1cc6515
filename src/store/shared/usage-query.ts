import type { RefusalDimension, RefusalQuery, RefusalRow } from '../../identity/refused-calls.ts';
import type { CallFilter, CallQuery, UsageDimension, UsageQuery, UsageRow } from '../../metering/ledger.ts';
import { oneDay, makeCalendar, quarterHour } from '../../shared/time/calendar.ts';
import { addUsage, unitKinds, type Usage } from '../../shared/usage.ts';
import { readWide, wideSum } from './book-sums.ts';

/**
 * A time span whose buckets the database sums to one row for each group, in epoch milliseconds: an hour, a day or a month of the zone,
 * or a part of one. `rowStart` is the start of the row that it counts in.
 */
export interface UsageSpan {
  readonly rowStart: number;
  /** Inclusive. */
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** The time that a query is about, and the length of its rows. */
type Range = Pick<UsageQuery, 'from' | 'to' | 'bucket' | 'timeZone'>;

/** A usage query without its time. */
export type UsageFilter = Omit<UsageQuery, keyof Range>;

/** A query of refused calls without its time. */
export type RefusalFilter = Omit<RefusalQuery, keyof Range>;

/** How much time one statement covers: it takes some milliseconds, during which nothing is settled. */
const sliceMilliseconds = 4 * oneDay;

/** The span that begins at `from`. It ends with its row, or with its slice if that is sooner. */
function spanAt(range: Range, calendar: ReturnType<typeof makeCalendar>, from: number): UsageSpan {
  const { bucket, timeZone } = range;
  const most = Math.min(from + sliceMilliseconds, range.to);
  if (bucket === 'all') return { rowStart: range.from, from, to: most };
  if (bucket === 'quarter_hour') return { rowStart: from, from, to: from + quarterHour };
  const { start, end } = calendar(bucket, timeZone, from);
  return { rowStart: start, from, to: Math.min(end, most) };
}

/** The spans of a query, in order and without gaps, grouped into as many as one statement reads. */
function* slicesOf(range: Range): Iterable<readonly UsageSpan[]> {
  const calendar = makeCalendar();
  let slice: UsageSpan[] = [];
  for (let from = range.from; from < range.to;) {
    const span = spanAt(range, calendar, from);
    slice.push(span);
    from = span.to;
    if (from - (slice[0]?.from ?? from) < sliceMilliseconds) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}

/** Adds up the buckets of one slice. */
type ReadSlice<Filter, Row> = (filter: Filter, spans: readonly UsageSpan[]) => Promise<readonly Row[]>;

interface Slices<Row> {
  readonly read: (spans: readonly UsageSpan[]) => Promise<readonly Row[]>;
  readonly add: (sum: Row, row: Row) => Row;
}

/** Reads rows slice by slice. One that spans several slices is held back until it is whole. */
async function* readRows<Row extends Pick<UsageRow, 'bucketStart' | 'group'>>(
  range: Range,
  { read, add }: Slices<Row>,
): AsyncGenerator<Row> {
  const { from, to } = range;
  const whole = { ...range, from: from - (from % quarterHour), to: to - (to % quarterHour) };
  const groups = new Map<string, Row>();
  let rowStart: number | null = null;
  for (const spans of slicesOf(whole)) {
    for (const row of await read(spans)) {
      if (row.bucketStart !== rowStart) {
        yield* groups.values();
        groups.clear();
        rowStart = row.bucketStart;
      }
      const name = JSON.stringify(Object.values(row.group));
      const sum = groups.get(name);
      groups.set(name, sum === undefined ? row : add(sum, row));
    }
  }
  yield* groups.values();
}

/** Reads the rows of a usage query. */
export function readUsage(query: UsageQuery, read: ReadSlice<UsageFilter, UsageRow>): AsyncGenerator<UsageRow> {
  const { from, to, bucket, timeZone, ...filter } = query;
  const add = (sum: UsageRow, row: UsageRow): UsageRow => ({
    ...sum,
    calls: sum.calls + row.calls,
    usage: addUsage(sum.usage, row.usage),
    charge: sum.charge + row.charge,
  });
  return readRows({ from, to, bucket, timeZone }, { read: (spans) => read(filter, spans), add });
}

/** Reads the rows of a query of refused calls. */
export function readRefusals(
  query: RefusalQuery,
  read: ReadSlice<RefusalFilter, RefusalRow>,
): AsyncGenerator<RefusalRow> {
  const { from, to, bucket, timeZone, ...filter } = query;
  const add = (sum: RefusalRow, row: RefusalRow): RefusalRow => ({
    ...sum,
    calls: sum.calls + row.calls,
    lastAt: Math.max(sum.lastAt, row.lastAt),
  });
  return readRows({ from, to, bucket, timeZone }, { read: (spans) => read(filter, spans), add });
}

/** A statement, and the values of its conditions. */
interface Statement {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** A condition with the value of its one placeholder. */
type Condition = readonly [sql: string, value: string | number];

/** A condition, unless it has no value. */
type Candidate = readonly [sql: string, value: string | number | null | undefined];

const isThere = (candidate: Candidate): candidate is Condition => candidate[1] != null;

/** The conditions that have a value, for a statement, and their values. */
export function whereOf(candidates: readonly Candidate[]) {
  const conditions = candidates.filter(isThere);
  return {
    where: conditions.map(([sql]) => sql).join(' and ') || 'true',
    values: conditions.map(([, value]) => value),
  };
}

/** A condition for each filter that is there. `time` names the column that `from` and `to` are about; null: they are left out. */
function conditionsOf(filter: CallFilter, time: 'started_at' | 'bucket_start' | null): readonly Condition[] {
  const { workspaceId, keyId, model, productSku, operation, status, statusClass, from, to } = filter;
  const candidates: readonly Candidate[] = [
    ['workspace_id = ?', workspaceId],
    ['key_id = ?', keyId],
    ['model = ?', model],
    ['product_sku = ?', productSku],
    ['operation = ?', operation],
    ['status = ?', status],
    ['status / 100 = ?', statusClass],
    [`${time} >= ?`, time === null ? null : from],
    [`${time} < ?`, time === null ? null : to],
  ];
  return candidates.filter(isThere);
}

/** The part of a list of calls that is read, by the `seq` of calls; null: from its beginning, or to its end. */
interface CallSpan {
  /** What follows this one. */
  readonly after: number | null;
  /** Up to this one, and itself. */
  readonly upTo: number | null;
}

/** Which calls are read. */
export interface CallsWanted extends CallSpan {
  readonly query: CallQuery;
  /** The expression of the calls' start that the engine's index has, and its unit in milliseconds. */
  readonly start: { readonly sql: string; readonly unit: number };
}

/** The order of a list, newest first, and the conditions that an index with this order can serve. */
function callOrder({ query, start, after, upTo }: CallsWanted) {
  const { workspaceId, requestId, from, to } = query;
  const ofList: readonly Candidate[] = [
    ['workspace_id = ?', workspaceId],
    ['request_id = ?', requestId],
  ];
  // A request id may have any number of calls: they are read in the order of their index.
  if (requestId !== undefined) {
    const narrow: readonly Candidate[] = [...ofList, ['seq < ?', after], ['seq >= ?', upTo]];
    return { place: 'seq', order: 'seq desc', narrow };
  }
  const { sql, unit } = start;
  const placeOf = `(select ${sql}, seq from call where seq = ?)`;
  // A sign keeps a column from being used with the index: of two bounds on one side, the cursor is the narrower one.
  const bound = (other: number | null): string => (other === null ? sql : `+${sql}`);
  const narrow: readonly Candidate[] = [
    ...ofList,
    [`${bound(upTo)} >= ?`, from === undefined ? from : Math.trunc(from / unit)],
    [`${bound(after)} <= ?`, to === undefined ? to : Math.trunc((to - 1) / unit)],
    [`(${sql}, seq) < ${placeOf}`, after],
    [`(${sql}, seq) >= ${placeOf}`, upTo],
  ];
  return { place: sql, order: `${sql} desc, seq desc`, narrow };
}

/** The conditions of a list that its order does not serve. */
function filtersOf({ query, start }: CallsWanted): readonly Candidate[] {
  const isExact = start.unit === 1 && query.requestId === undefined;
  const conditions = conditionsOf({ ...query, workspaceId: null }, isExact ? null : 'started_at');
  const unsuccessful: Candidate = ["outcome not in ('completed', ?)", 'client_left'];
  return [...conditions, query.outcome === 'unsuccessful' ? unsuccessful : ['outcome = ?', query.outcome]];
}

/** The statement that reads a list of calls up to a place. @param selected the columns that it reads */
export function callsStatement(selected: string, wanted: CallsWanted): Statement {
  const { order, narrow } = callOrder(wanted);
  const { where, values } = whereOf([...narrow, ...filtersOf(wanted)]);
  return {
    sql: `select ${selected} from call where ${where} order by ${order} limit ?`,
    values: [...values, wanted.query.limit],
  };
}

/** The statement that reads a list of calls, looking at the first `most` of it at most. */
export function firstCallsStatement(selected: string, wanted: CallsWanted, most: number): Statement {
  const { place, order, narrow } = callOrder(wanted);
  const [list, filter] = [whereOf(narrow), whereOf(filtersOf(wanted))];
  const first = `select *, ${place} as place from call where ${list.where} order by ${order} limit ${most}`;
  return {
    sql: `select ${selected} from (${first}) as call where ${filter.where} order by place desc, seq desc limit ?`,
    values: [...list.values, ...filter.values, wanted.query.limit],
  };
}

/** The statement that finds the `seq` of the call at a position of a list, from 1, without its filters. */
export function callPlaceStatement(wanted: CallsWanted, position: number): Statement {
  const { order, narrow } = callOrder(wanted);
  const { where, values } = whereOf(narrow);
  return { sql: `select seq from call where ${where} order by ${order} limit 1 offset ${position - 1}`, values };
}

const columns: Readonly<Record<UsageDimension | RefusalDimension, string>> = {
  workspace: 'workspace_id',
  key: 'key_id',
  model: 'model',
  product: 'product_sku',
  operation: 'operation',
  status: 'status',
  code: 'code',
};

const usageSums = [
  wideSum('charge', 'charge'),
  ...['calls', ...unitKinds].map((column) => `sum(${column}) as ${column}`),
].join(', ');

interface Grouped extends CallFilter {
  readonly groupBy: readonly (keyof typeof columns)[];
}

function addingUp(filter: Grouped, source: string, sums: string): Statement {
  const { where, values } = whereOf(conditionsOf(filter, 'bucket_start'));
  const grouping = ['place', ...filter.groupBy.map((dimension) => columns[dimension])].join(', ');
  return {
    sql: `select ${grouping}, ${sums} from (${source}) as bucket where ${where} group by ${grouping} order by ${grouping}`,
    values,
  };
}

/**
 * The statement that adds up buckets of usage.
 *
 * @param source what it reads: buckets, each with the `place` of its span in the slice
 */
export const usageStatement = (filter: UsageFilter, source: string): Statement => addingUp(filter, source, usageSums);

/** The statement that adds up buckets of refused calls. @param source as for `usageStatement` */
export const refusalStatement = (filter: RefusalFilter, source: string): Statement =>
  addingUp(filter, source, 'sum(calls) as calls, max(last_at) as last_at');

/** A row of a usage statement, by column. */
export type UsageSums = Readonly<Record<string, string | bigint>>;

const groupOf = (row: UsageSums, groupBy: Grouped['groupBy']): Readonly<Record<string, string>> =>
  Object.fromEntries(groupBy.map((dimension) => [dimension, String(row[columns[dimension]])]));

const startOf = (row: UsageSums, spans: readonly UsageSpan[]): number => spans[Number(row['place'])]?.rowStart ?? 0;

/** @param spans those of the statement */
export const refusalRowOf = (row: UsageSums, { groupBy }: RefusalFilter, spans: readonly UsageSpan[]): RefusalRow => ({
  bucketStart: startOf(row, spans),
  group: groupOf(row, groupBy),
  calls: Number(row['calls']),
  lastAt: Number(row['last_at']),
});

/** @param spans those of the statement */
export function usageRowOf(row: UsageSums, { groupBy }: UsageFilter, spans: readonly UsageSpan[]): UsageRow {
  const usage: { -readonly [Kind in keyof Usage]: Usage[Kind] } = {};
  for (const kind of unitKinds) {
    const quantity = Number(row[kind]);
    if (quantity > 0) usage[kind] = quantity;
  }
  return {
    bucketStart: startOf(row, spans),
    group: groupOf(row, groupBy),
    calls: Number(row['calls']),
    usage,
    charge: readWide(BigInt(row['charge_credits'] ?? 0n), BigInt(row['charge_rest'] ?? 0n)),
  };
}
