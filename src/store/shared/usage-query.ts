import type { RefusalDimension, RefusalQuery, RefusalRow } from '../../identity/refused-calls.ts';
import type { CallFilter, UsageDimension, UsageQuery, UsageRow } from '../../metering/ledger.ts';
import { makeCalendar, quarterHour } from '../../shared/time/calendar.ts';
import { addUsage, unitKinds, type Usage } from '../../shared/usage.ts';

/**
 * Time whose buckets the database adds up to one row a group, in epoch milliseconds: an hour, a day or a month of the zone, or a
 * piece of it. `rowStart` is where the row begins that it counts in.
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

/** What a usage query adds up, but for the time. */
export type UsageFilter = Omit<UsageQuery, keyof Range>;

/** The same of a query of refused calls. */
export type RefusalFilter = Omit<RefusalQuery, keyof Range>;

/** A statement reads about so much time: some milliseconds during which nothing is settled. */
const sliceMilliseconds = 4 * 86_400_000;

/** The span that begins at `from`: to the end of its row, but no longer than a slice. */
function spanAt(facts: Range, calendar: ReturnType<typeof makeCalendar>, from: number): UsageSpan {
  const { bucket, timeZone } = facts;
  const most = Math.min(from + sliceMilliseconds, facts.to);
  if (bucket === 'all') return { rowStart: facts.from, from, to: most };
  if (bucket === 'quarter_hour') return { rowStart: from, from, to: from + quarterHour };
  const { start, end } = calendar(bucket, timeZone, from);
  return { rowStart: start, from, to: Math.min(end, most) };
}

/** The spans of a query in order and without a gap, as many together as one statement reads. */
function* slicesOf(facts: Range): Iterable<readonly UsageSpan[]> {
  const calendar = makeCalendar();
  let slice: UsageSpan[] = [];
  for (let from = facts.from; from < facts.to;) {
    const span = spanAt(facts, calendar, from);
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

/** A condition with the value of its one place. */
export type Condition = readonly [sql: string, value: string | number];

/** A condition for each filter that is there. `time` names the column that `from` and `to` are about. */
export function conditionsOf(filter: CallFilter, time: 'started_at' | 'bucket_start'): readonly Condition[] {
  const { workspaceId, keyId, model, productSku, operation, status, statusClass, from, to } = filter;
  const candidates: readonly (readonly [string, string | number | undefined])[] = [
    ['workspace_id = ?', workspaceId ?? undefined],
    ['key_id = ?', keyId],
    ['model = ?', model],
    ['product_sku = ?', productSku],
    ['operation = ?', operation],
    ['status = ?', status],
    ['status / 100 = ?', statusClass],
    [`${time} >= ?`, from],
    [`${time} < ?`, to],
  ];
  return candidates.filter((candidate): candidate is Condition => candidate[1] !== undefined);
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

const usageSums = ['calls', 'charge', ...unitKinds].map((column) => `sum(${column}) as ${column}`).join(', ');

/** A statement, and the values of its conditions. */
interface Statement {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

interface Grouped extends CallFilter {
  readonly groupBy: readonly (keyof typeof columns)[];
}

function addingUp(filter: Grouped, source: string, sums: string): Statement {
  const conditions = conditionsOf(filter, 'bucket_start');
  const where = conditions.map(([sql]) => sql).join(' and ') || 'true';
  const grouping = ['place', ...filter.groupBy.map((dimension) => columns[dimension])].join(', ');
  return {
    sql: `select ${grouping}, ${sums} from (${source}) as bucket where ${where} group by ${grouping} order by ${grouping}`,
    values: conditions.map(([, value]) => value),
  };
}

/**
 * The statement that adds up buckets of usage.
 *
 * @param source what it reads: buckets, each with the `place` of its span in the slice
 */
export const usageStatement = (filter: UsageFilter, source: string): Statement => addingUp(filter, source, usageSums);

/** The same for buckets of refused calls. */
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
    charge: BigInt(row['charge'] ?? 0n),
  };
}
