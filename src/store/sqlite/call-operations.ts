import type { DatabaseSync } from 'node:sqlite';
import type { CallRecord, ChargeLine, KeyUse } from '../../metering/ledger-records.ts';
import type { CallFilter, CallQuery, UsageDimension, UsageQuery, UsageRow } from '../../metering/ledger.ts';
import { picoPerNano } from '../../shared/money.ts';
import { makeCalendar } from '../../shared/time/calendar.ts';
import { unitKinds, type UnitKind } from '../../shared/usage.ts';
import { query } from './query.ts';

export interface CallRow {
  readonly seq: bigint;
  readonly id: string;
  readonly request_id: string;
  readonly workspace_id: string;
  readonly key_id: string;
  readonly product_sku: string;
  readonly model: string;
  readonly operation: string;
  readonly provider: string;
  readonly region: string;
  readonly status: bigint;
  readonly outcome: CallRecord['outcome'];
  readonly usage_source: CallRecord['usageSource'];
  readonly hold: bigint;
  readonly charge: bigint;
  readonly price_from: bigint;
  readonly started_at: bigint;
  readonly first_byte_ms: bigint | null;
  readonly ended_at: bigint;
  readonly flags: string;
  readonly batch_id: string | null;
  readonly losses: string;
}

export interface LineRow {
  readonly call_id: string;
  readonly unit_kind: ChargeLine['unitKind'];
  readonly quantity: bigint;
  readonly unit_price_pico: bigint;
  readonly amount_nano: bigint;
  readonly rest_pico: bigint;
}

export interface KeyUseRow {
  readonly key_id: string;
  readonly last_used_at: bigint;
  readonly model: string;
  readonly call_id: string;
}

export const lineOf = (row: LineRow): ChargeLine => ({
  unitKind: row.unit_kind,
  quantity: Number(row.quantity),
  unitPrice: row.unit_price_pico,
  amount: row.amount_nano * picoPerNano + row.rest_pico,
});

export const callOf = (row: CallRow, lines: readonly ChargeLine[]): CallRecord => ({
  id: row.id,
  requestId: row.request_id,
  workspaceId: row.workspace_id,
  keyId: row.key_id,
  productSku: row.product_sku,
  model: row.model,
  operation: row.operation,
  provider: row.provider,
  region: row.region,
  status: Number(row.status),
  outcome: row.outcome,
  usageSource: row.usage_source,
  hold: row.hold,
  charge: row.charge,
  priceFrom: Number(row.price_from),
  startedAt: Number(row.started_at),
  firstByteMilliseconds: row.first_byte_ms === null ? null : Number(row.first_byte_ms),
  endedAt: Number(row.ended_at),
  flags: row.flags,
  batchId: row.batch_id,
  losses: row.losses,
  lines,
});

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

/** A list of calls looks at so many in one piece: about 5 ms in which nothing is settled. */
const callsPerSlice = 5_000;

/** A piece of a list of calls, newest first. */
export interface CallsSlice {
  readonly found: readonly { readonly seq: number; readonly call: CallRecord }[];
  /** Where the next piece goes on; null: this was the last. */
  readonly end: number | null;
}

/** Reading single calls back. */
export function makeCallOperations(database: DatabaseSync) {
  const byId = query<CallRow>(database, 'select * from call where id = ?');
  const linesOf = query<LineRow>(
    database,
    'select l.* from json_each(?) wanted cross join charge_line l on l.call_id = wanted.value',
  );
  const ofBatch = query<{ charge: bigint }>(
    database,
    'select coalesce(sum(charge), 0) as charge from call where batch_id = ?',
  );
  const uses = query<KeyUseRow>(
    database,
    'select key_id, last_used_at, model, call_id from key_use where workspace_id = ?',
  );

  const withLines = (rows: readonly CallRow[]): readonly CallRecord[] => {
    const lines = linesOf.all(JSON.stringify(rows.map(({ id }) => id)));
    const byCall = Map.groupBy(lines, ({ call_id }) => call_id);
    return rows.map((row) => callOf(row, (byCall.get(row.id) ?? []).map(lineOf)));
  };

  const call = (id: string): CallRecord | null => {
    const row = byId.get(id);
    return row ? (withLines([row])[0] ?? null) : null;
  };

  /** The `seq` of the last call of a slice; null where no more calls follow than one slice holds. */
  const sliceEnd = (narrow: readonly Condition[]): number | null => {
    const where = narrow.map(([sql]) => sql).join(' and ') || 'true';
    const sql = `select seq from call where ${where} order by seq desc limit 1 offset ${callsPerSlice - 1}`;
    const end = query<{ seq: bigint }>(database, sql).get(...narrow.map(([, value]) => value));
    return end === undefined ? null : Number(end.seq);
  };

  const callsSlice = (facts: CallQuery, before: number | null): CallsSlice => {
    const { workspaceId, requestId, outcome } = facts;
    // What an index finds; the rest is looked for among these.
    const narrow: Condition[] = [];
    if (workspaceId !== null) narrow.push(['workspace_id = ?', workspaceId]);
    if (requestId !== undefined) narrow.push(['request_id = ?', requestId]);
    if (before !== null) narrow.push(['seq < ?', before]);
    const end = sliceEnd(narrow);
    const conditions = [...narrow, ...conditionsOf({ ...facts, workspaceId: null }, 'started_at')];
    if (outcome !== undefined) conditions.push(['outcome = ?', outcome]);
    if (end !== null) conditions.push(['seq >= ?', end]);
    const where = conditions.map(([sql]) => sql).join(' and ') || 'true';
    const statement = query<CallRow>(database, `select * from call where ${where} order by seq desc limit ?`);
    const rows = statement.all(...conditions.map(([, value]) => value), facts.limit);
    const calls = withLines(rows);
    return { found: calls.map((record, index) => ({ seq: Number(rows[index]?.seq), call: record })), end };
  };

  /** @see Ledger.batchCharge */
  const batchCharge = (batchId: string): bigint => ofBatch.get(batchId)?.charge ?? 0n;

  const keyUses = (workspaceId: string): readonly KeyUse[] =>
    uses.all(workspaceId).map((row) => ({
      keyId: row.key_id,
      lastUsedAt: Number(row.last_used_at),
      model: row.model,
      callId: row.call_id,
    }));

  return { call, callsSlice, batchCharge, keyUses };
}

const columns: Readonly<Record<UsageDimension, string>> = {
  workspace: 'workspace_id',
  key: 'key_id',
  model: 'model',
  product: 'product_sku',
  operation: 'operation',
  status: 'status',
};

/** A row while it is being added up. */
interface Sum {
  readonly bucketStart: number;
  readonly group: UsageRow['group'];
  calls: number;
  charge: bigint;
  readonly units: Partial<Record<UnitKind, number>>;
}

const sums = ['calls', 'charge', ...unitKinds].map((column) => `sum(${column}) as ${column}`).join(', ');

/** A row of buckets, by column. */
export type UsageSums = Readonly<Record<string, string | bigint>>;

/** The statement that adds up the buckets of a usage query, and its values. */
export function usageStatement(facts: UsageQuery): {
  readonly sql: string;
  readonly values: readonly (string | number)[];
} {
  const conditions = conditionsOf(facts, 'bucket_start');
  const groups = facts.groupBy.map((dimension) => columns[dimension]);
  const where = conditions.map(([sql]) => sql).join(' and ');
  const grouping = ['bucket_start', ...groups].join(', ');
  return {
    sql: `select ${grouping}, ${sums} from usage_bucket where ${where} group by ${grouping} order by ${grouping}`,
    values: conditions.map(([, value]) => value),
  };
}

/** Where the row begins that a quarter hour counts in. */
function rowStart(facts: UsageQuery): (quarter: number) => number {
  const { bucket, timeZone, from } = facts;
  const calendar = makeCalendar();
  if (bucket === 'all') return () => from;
  if (bucket === 'quarter_hour') return (quarter) => quarter;
  return (quarter) => calendar(bucket, timeZone, quarter).start;
}

/** Adds rows of buckets up to rows of the length that is asked for. */
export function addUp(buckets: Iterable<UsageSums>, facts: UsageQuery): readonly UsageRow[] {
  const startOf = rowStart(facts);
  const rows = new Map<string, Sum>();
  for (const row of buckets) {
    const bucketStart = startOf(Number(row['bucket_start']));
    const group = Object.fromEntries(facts.groupBy.map((dimension) => [dimension, String(row[columns[dimension]])]));
    const name = JSON.stringify([bucketStart, ...Object.values(group)]);
    const sum: Sum = rows.get(name) ?? { bucketStart, group, calls: 0, charge: 0n, units: {} };
    rows.set(name, sum);
    sum.calls += Number(row['calls']);
    sum.charge += BigInt(row['charge'] ?? 0n);
    for (const kind of unitKinds) {
      const quantity = Number(row[kind]);
      if (quantity > 0) sum.units[kind] = (sum.units[kind] ?? 0) + quantity;
    }
  }
  return [...rows.values()].map(({ units, ...row }) => ({ ...row, usage: units }));
}

/** Totals of usage over time, from the 15-minute buckets. */
export function makeUsageOperations(database: DatabaseSync) {
  /** One slice of a usage query: the whole range is read at once, so the caller keeps it short. */
  const usageSlice = (facts: UsageQuery): readonly UsageRow[] => {
    const { sql, values } = usageStatement(facts);
    return addUp(query<UsageSums>(database, sql).iterate(...values), facts);
  };
  return { usageSlice };
}
