import type { CallFilter, CallQuery, UsageDimension, UsageQuery, UsageRow } from '../../metering/ledger.ts';
import { makeCalendar, quarterHour } from '../../shared/time/calendar.ts';
import { addUsage, unitKinds, type Usage } from '../../shared/usage.ts';
import { readWide, wideSum } from './account-rows.ts';

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

/** What a usage query adds up, but for the time. */
export type UsageFilter = Omit<UsageQuery, 'from' | 'to' | 'bucket' | 'timeZone'>;

/** A statement reads about so much time: some milliseconds during which nothing is settled. */
const sliceMilliseconds = 4 * 86_400_000;

/** The span that begins at `from`: to the end of its row, but no longer than a slice. */
function spanAt(facts: UsageQuery, calendar: ReturnType<typeof makeCalendar>, from: number): UsageSpan {
  const { bucket, timeZone } = facts;
  const most = Math.min(from + sliceMilliseconds, facts.to);
  if (bucket === 'all') return { rowStart: facts.from, from, to: most };
  if (bucket === 'quarter_hour') return { rowStart: from, from, to: from + quarterHour };
  const { start, end } = calendar(bucket, timeZone, from);
  return { rowStart: start, from, to: Math.min(end, most) };
}

/** The spans of a query in order and without a gap, as many together as one statement reads. */
function* slicesOf(facts: UsageQuery): Iterable<readonly UsageSpan[]> {
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
type ReadSlice = (filter: UsageFilter, spans: readonly UsageSpan[]) => Promise<readonly UsageRow[]>;

/** Reads the rows of a usage query. A row that spans several slices is held back until it is whole. */
export async function* readUsage(facts: UsageQuery, read: ReadSlice): AsyncGenerator<UsageRow> {
  const { from, to, bucket: _bucket, timeZone: _timeZone, ...filter } = facts;
  const whole = { ...facts, from: from - (from % quarterHour), to: to - (to % quarterHour) };
  const groups = new Map<string, UsageRow>();
  let rowStart: number | null = null;
  for (const spans of slicesOf(whole)) {
    for (const row of await read(filter, spans)) {
      if (row.bucketStart !== rowStart) {
        yield* groups.values();
        groups.clear();
        rowStart = row.bucketStart;
      }
      const name = JSON.stringify(Object.values(row.group));
      groups.set(name, addRow(groups.get(name), row));
    }
  }
  yield* groups.values();
}

const addRow = (sum: UsageRow | undefined, row: UsageRow): UsageRow =>
  sum === undefined
    ? row
    : {
        ...sum,
        calls: sum.calls + row.calls,
        usage: addUsage(sum.usage, row.usage),
        charge: sum.charge + row.charge,
      };

/** A condition with the value of its one place. */
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

/** A condition for each filter that is there. `time` names the column that `from` and `to` are about. */
export function conditionsOf(filter: CallFilter, time: 'started_at' | 'bucket_start'): readonly Condition[] {
  const { workspaceId, keyId, model, productSku, operation, status, statusClass, from, to } = filter;
  const candidates: readonly Candidate[] = [
    ['workspace_id = ?', workspaceId],
    ['key_id = ?', keyId],
    ['model = ?', model],
    ['product_sku = ?', productSku],
    ['operation = ?', operation],
    ['status = ?', status],
    ['status / 100 = ?', statusClass],
    [`${time} >= ?`, from],
    [`${time} < ?`, to],
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

/** The order of a list of calls, and what an index finds that has this order. */
interface CallOrder {
  readonly order: string;
  readonly narrow: readonly Candidate[];
}

/** What is read, and what of it. */
export interface CallsWanted extends CallSpan {
  readonly facts: CallQuery;
  /** By what of their start an index of the engine has what is wanted, and how many milliseconds 1 is; null: there is no such index. */
  readonly start: { readonly sql: string; readonly unit: number } | null;
}

/** Newest first: by when calls began, and then by `seq`; or by that alone, the order in which they were settled. */
export function callOrder({ facts, start, after, upTo }: CallsWanted): CallOrder {
  const { workspaceId, requestId, from, to } = facts;
  const ofList: readonly Candidate[] = [
    ['workspace_id = ?', workspaceId],
    ['request_id = ?', requestId],
  ];
  // Of one request there may be any number: they are read in the order of their index.
  if (start === null || requestId !== undefined)
    return { order: 'seq desc', narrow: [...ofList, ['seq < ?', after], ['seq >= ?', upTo]] };
  const { sql, unit } = start;
  const placeOf = `(select ${sql}, seq from call where seq = ?)`;
  // With a sign before it, a column is no way into an index: of two bounds on one side, the place is the narrower one.
  const bound = (other: number | null): string => (other === null ? sql : `+${sql}`);
  const narrow: readonly Candidate[] = [
    ...ofList,
    [`${bound(upTo)} >= ?`, from === undefined ? from : Math.trunc(from / unit)],
    [`${bound(after)} <= ?`, to === undefined ? to : Math.trunc((to - 1) / unit)],
    [`(${sql}, seq) < ${placeOf}`, after],
    [`(${sql}, seq) >= ${placeOf}`, upTo],
  ];
  return { order: `${sql} desc, seq desc`, narrow };
}

/** The statement that reads a list of calls, and its values. @param selected what it reads of each */
export function callsStatement(selected: string, wanted: CallsWanted) {
  const { from, to, ...facts } = wanted.facts;
  const { order, narrow } = callOrder(wanted);
  const isExact = wanted.start?.unit === 1 && facts.requestId === undefined;
  const times: readonly Candidate[] = [
    ['started_at >= ?', from],
    ['started_at < ?', to],
  ];
  const { where, values } = whereOf([
    ...narrow,
    ...(isExact ? [] : times),
    ...conditionsOf({ ...facts, workspaceId: null }, 'started_at'),
    ['outcome = ?', facts.outcome],
  ]);
  return {
    sql: `select ${selected} from call where ${where} order by ${order} limit ?`,
    values: [...values, facts.limit],
  };
}

const columns: Readonly<Record<UsageDimension, string>> = {
  workspace: 'workspace_id',
  key: 'key_id',
  model: 'model',
  product: 'product_sku',
  operation: 'operation',
  status: 'status',
};

const sums = [
  wideSum('charge', 'charge'),
  ...['calls', ...unitKinds].map((column) => `sum(${column}) as ${column}`),
].join(', ');

/**
 * The statement that adds up buckets, and the values of its conditions.
 *
 * @param source what it reads: buckets, each with the `place` of its span in the slice
 */
export function usageStatement(
  filter: UsageFilter,
  source: string,
): { readonly sql: string; readonly values: readonly (string | number)[] } {
  const { where, values } = whereOf(conditionsOf(filter, 'bucket_start'));
  const grouping = ['place', ...filter.groupBy.map((dimension) => columns[dimension])].join(', ');
  return {
    sql: `select ${grouping}, ${sums} from (${source}) as bucket where ${where} group by ${grouping} order by ${grouping}`,
    values,
  };
}

/** A row of a usage statement, by column. */
export type UsageSums = Readonly<Record<string, string | bigint>>;

/** @param spans those of the statement */
export function usageRowOf(row: UsageSums, { groupBy }: UsageFilter, spans: readonly UsageSpan[]): UsageRow {
  const usage: { -readonly [Kind in keyof Usage]: Usage[Kind] } = {};
  for (const kind of unitKinds) {
    const quantity = Number(row[kind]);
    if (quantity > 0) usage[kind] = quantity;
  }
  return {
    bucketStart: spans[Number(row['place'])]?.rowStart ?? 0,
    group: Object.fromEntries(groupBy.map((dimension) => [dimension, String(row[columns[dimension]])])),
    calls: Number(row['calls']),
    usage,
    charge: readWide(BigInt(row['charge_credits'] ?? 0n), BigInt(row['charge_rest'] ?? 0n)),
  };
}
