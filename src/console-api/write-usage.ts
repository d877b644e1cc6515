import type { KeyStore } from '../identity/key-store.ts';
import type { UsageDimension, UsageQuery, UsageRow } from '../metering/ledger-queries.ts';
import { formatCredits, type NanoCredits } from '../shared/money.ts';
import { addUsage, type Usage } from '../shared/usage.ts';
import type { Answers } from './console-handler.ts';
import { writeZonedInstant } from './write-zoned-instant.ts';

/** The member of a row that says what a group is. */
const memberOf = {
  workspace: 'workspace_id',
  key: 'key_id',
  model: 'model',
  product: 'product_sku',
  operation: 'operation',
  status: 'status',
} as const satisfies Record<UsageDimension, keyof Answers['UsageRow']>;

/** Names of keys by id, for people who read rows. */
export const keyNames = (keys: KeyStore): ReadonlyMap<string, string> =>
  new Map(keys.listKeys().map(({ id, name }) => [id, name]));

/** What a row stands for: its bucket and its groups, in the order of the file's columns. */
export function rowLabels(
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

/** The sum of rows, kind by kind. */
export const sumUsage = (rows: readonly Sum[]): Sum =>
  rows.reduce<Sum>(
    (sum, row) => ({
      calls: sum.calls + row.calls,
      charge: sum.charge + row.charge,
      usage: addUsage(sum.usage, row.usage),
    }),
    { calls: 0, charge: 0n, usage: {} },
  );

/** Calls, units and charge as the document describes them. */
export const writeTotals = ({ calls, usage, charge }: Sum): Answers['UsageTotals'] => ({
  calls,
  units: { ...usage },
  charge: formatCredits(charge),
});
