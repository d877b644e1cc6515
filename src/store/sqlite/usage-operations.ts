import type { DatabaseSync } from 'node:sqlite';
import type { UsageDimension, UsageQuery, UsageRow } from '../../metering/ledger-queries.ts';
import { makeCalendar } from '../../shared/calendar.ts';
import { unitKinds, type UnitKind } from '../../shared/usage.ts';
import { conditionsOf } from './call-operations.ts';
import { query } from './query.ts';

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

function statementOf(database: DatabaseSync, asked: UsageQuery) {
  const conditions = conditionsOf(asked, 'bucket_start');
  const groups = asked.groupBy.map((dimension) => columns[dimension]);
  const where = conditions.map(([sql]) => sql).join(' and ');
  const grouping = ['bucket_start', ...groups].join(', ');
  const sql = `select ${grouping}, ${sums} from usage_bucket where ${where} group by ${grouping} order by ${grouping}`;
  return {
    statement: query<Record<string, string | bigint>>(database, sql),
    values: conditions.map(([, value]) => value),
  };
}

/** Where the row begins that a quarter hour counts in. */
function rowStart(asked: UsageQuery): (quarter: number) => number {
  const { bucket, timeZone, from } = asked;
  const calendar = makeCalendar();
  if (bucket === 'all') return () => from;
  if (bucket === 'quarter_hour') return (quarter) => quarter;
  return (quarter) => calendar(bucket, timeZone, quarter).start;
}

/** Totals of usage over time, from the 15-minute buckets. */
export function makeUsageOperations(database: DatabaseSync) {
  /** One slice of a usage query: the whole range is read at once, so the caller keeps it short. */
  const usageSlice = (asked: UsageQuery): readonly UsageRow[] => {
    const { statement, values } = statementOf(database, asked);
    const startOf = rowStart(asked);
    const rows = new Map<string, Sum>();
    for (const row of statement.iterate(...values)) {
      const bucketStart = startOf(Number(row['bucket_start']));
      const group = Object.fromEntries(asked.groupBy.map((dimension) => [dimension, String(row[columns[dimension]])]));
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
  };
  return { usageSlice };
}
