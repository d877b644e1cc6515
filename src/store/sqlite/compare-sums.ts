import type { DatabaseSync } from 'node:sqlite';
import type { Mismatch } from '../../metering/ledger-records.ts';
import type { CallSums } from './call-sums.ts';
import { compareAccounts } from './compare-accounts.ts';
import { query } from './query.ts';

interface Pair {
  readonly name: string;
  readonly amount: bigint;
}

/** Two sums of the same thing, of which the second is the one the books keep. */
interface Difference {
  readonly name: string;
  readonly rows: bigint;
  readonly kept: bigint;
}

function differences(rows: ReadonlyMap<string, bigint>, kept: readonly Pair[]): readonly Difference[] {
  const other = new Map(kept.map(({ name, amount }) => [name, amount]));
  return [...new Set([...rows.keys(), ...other.keys()])]
    .map((name) => ({ name, rows: rows.get(name) ?? 0n, kept: other.get(name) ?? 0n }))
    .filter((pair) => pair.rows !== pair.kept);
}

/** Stands between the parts of a bucket's name. */
export const separator = '\u001f';

const bucketName = ['workspace_id', 'bucket_start', 'key_id', 'model', 'product_sku', 'operation', 'status']
  .map((column) => `b.${column}`)
  .join(' || char(31) || ');

const wrongBucket = ({ name, rows, kept }: Difference): Mismatch => {
  const [workspaceId = null, ...rest] = name.split(separator);
  const message = `A usage bucket of ${workspaceId} says ${kept} nano-credits, its calls make ${rows}.`;
  return { workspaceId, invariant: 11, object: `usage bucket ${rest.join(' ')}`, message };
};

/**
 * Compares the sums that the books keep with those of their rows, all read at the same moment.
 * The invariants are numbered as in the decision record about money.
 */
export function compareSums(database: DatabaseSync, instanceId: string) {
  const ofAccounts = compareAccounts(database, instanceId);
  const keyTotals = query<Pair>(
    database,
    `select subject as name, posted as amount from limit_use where window = 'total'`,
  );
  // Account by account, because a bucket's key begins with its workspace.
  const recentBuckets = query<Pair>(
    database,
    `select ${bucketName} as name, charge as amount from account a
      join usage_bucket b on b.workspace_id = a.workspace_id and b.bucket_start >= ?`,
  );

  const wrongLimit = (owners: CallSums['owners'], { name, rows, kept }: Difference): Mismatch => ({
    workspaceId: owners.get(name) ?? null,
    invariant: 11,
    object: `limits of ${name}`,
    message: `The total of key ${name} counts ${kept} nano-credits, its calls make ${rows}.`,
  });

  const wrongLimits = (sums: CallSums): readonly Mismatch[] =>
    differences(sums.keys, keyTotals.all()).map((difference) => wrongLimit(sums.owners, difference));

  return {
    /** The check of every minute. @param since epoch milliseconds: the horizon of the walk */
    recent: (sums: CallSums, since: bigint): readonly Mismatch[] => [
      ...ofAccounts(sums),
      ...differences(sums.buckets, recentBuckets.all(since)).map(wrongBucket),
      ...wrongLimits(sums),
    ],
    /** The full check, but for the buckets. */
    all: (sums: CallSums): readonly Mismatch[] => [...ofAccounts(sums), ...wrongLimits(sums)],
  };
}
