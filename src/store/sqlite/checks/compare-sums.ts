import type { DatabaseSync } from 'node:sqlite';
import type { Mismatch } from '../../../metering/ledger-records.ts';
import { quarterHour } from '../../../shared/time/calendar.ts';
import { unitKinds } from '../../../shared/usage.ts';
import type { InstanceFacts } from '../../shared/steps.ts';
import { query } from '../query.ts';
import { figures, wrongCharges, wrongTotals, type CallSums } from '../../shared/book-sums.ts';
import { compareAccounts } from './compare-accounts.ts';

interface Pair {
  readonly name: string;
  readonly amount: bigint;
}

const byName = (pairs: readonly Pair[]): ReadonlyMap<string, bigint> =>
  new Map(pairs.map(({ name, amount }) => [name, amount]));

const bucketName = ['workspace_id', 'bucket_start', 'key_id', 'model', 'product_sku', 'operation', 'status']
  .map((column) => `b.${column}`)
  .join(' || char(31) || ');

/**
 * Compares the sums that the books keep with those of their rows, all read at the same moment.
 * The invariants are numbered as in the decision record about money.
 */
export function compareSums(database: DatabaseSync, instance: InstanceFacts) {
  const ofAccounts = compareAccounts(database, instance);
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

  const ofKeys = (sums: CallSums): readonly Mismatch[] => wrongTotals(sums, byName(keyTotals.all()));

  return {
    /** The check of every minute. @param since epoch milliseconds: the horizon of the walk */
    recent: (sums: CallSums, since: bigint): readonly Mismatch[] => [
      ...ofAccounts(sums),
      ...wrongCharges(sums.buckets, byName(recentBuckets.all(since))),
      ...ofKeys(sums),
    ],
    /** The full check, but for the buckets. */
    all: (sums: CallSums): readonly Mismatch[] => [...ofAccounts(sums), ...ofKeys(sums)],
  };
}

/** The name is a JSON list of the keys of a bucket, so that values cannot run together. */
type BucketRow = Readonly<Record<(typeof figures)[number], bigint> & { name: string }>;

/** Buckets as calls make them, by name. */
export type MadeBuckets = Map<string, BucketRow>;

const nameOf = (start: string): string =>
  `json_array(workspace_id, ${start}, key_id, model, product_sku, operation, status)`;

const ofUnits = unitKinds.map((kind) => `coalesce(sum(case unit_kind when '${kind}' then quantity end), 0) as ${kind}`);

/** Added up in two steps, because the charge of a call with three lines would otherwise count three times. */
const madeSql = `select ${nameOf(`started_at - started_at % ${quarterHour}`)} as name, count(*) as calls,
  ${['charge', ...unitKinds].map((figure) => `sum(${figure}) as ${figure}`).join(', ')}
  from (select c.*, ${ofUnits.join(', ')} from call c left join charge_line l on l.call_id = c.id
    where c.seq > ? and c.seq <= ? group by c.seq) group by name`;

const keptSql = `select ${nameOf('bucket_start')} as name, ${figures.join(', ')} from usage_bucket`;

function merge(one: BucketRow, other: BucketRow): BucketRow {
  const sums = figures.map((figure) => [figure, one[figure] + other[figure]] as const);
  return { ...one, ...Object.fromEntries(sums) };
}

function mismatchOf(name: string, message: string): Mismatch {
  const [workspaceId = '', ...rest] = (JSON.parse(name) as (string | number)[]).map(String);
  return { workspaceId, invariant: 11, object: `usage bucket ${rest.join(' ')}`, message: `${message}.` };
}

/** @param made undefined: no call makes this bucket */
function compare(kept: BucketRow, made: BucketRow | undefined): readonly Mismatch[] {
  if (made === undefined) return [mismatchOf(kept.name, 'A usage bucket is made by no call')];
  const wrong = figures.filter((figure) => kept[figure] !== made[figure]);
  if (wrong.length === 0) return [];
  const said = wrong.map((figure) => `${figure} ${kept[figure]} where its calls make ${made[figure]}`);
  return [mismatchOf(kept.name, `A usage bucket says ${said.join(', ')}`)];
}

/** Compares every figure of every bucket with calls and their lines. */
export function makeBucketComparison(database: DatabaseSync) {
  const made = query<BucketRow>(database, madeSql);
  const kept = query<BucketRow>(database, keptSql);

  return {
    /** Adds the calls after one and up to another, by their `seq`. */
    add: (buckets: MadeBuckets, after: bigint, upTo: bigint): void => {
      for (const row of made.all(after, upTo)) {
        const before = buckets.get(row.name);
        buckets.set(row.name, before === undefined ? row : merge(before, row));
      }
    },
    /** @param buckets of all calls */
    compare: (buckets: MadeBuckets): readonly Mismatch[] => {
      const found: Mismatch[] = [];
      const absent = new Set(buckets.keys());
      for (const row of kept.iterate()) {
        absent.delete(row.name);
        found.push(...compare(row, buckets.get(row.name)));
      }
      return [...found, ...[...absent].map((name) => mismatchOf(name, 'The usage bucket of these calls is missing'))];
    },
  };
}
