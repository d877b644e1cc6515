import type { DatabaseSync } from 'node:sqlite';
import type { Mismatch } from '../../../metering/ledger-records.ts';
import { quarterHour } from '../../../shared/time/calendar.ts';
import { unitKinds } from '../../../shared/usage.ts';
import type { InstanceFacts } from '../../shared/steps.ts';
import { query } from '../query.ts';
import type { CallSums } from '../../shared/book-sums.ts';
import { compareAccounts } from './compare-accounts.ts';

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
  const message = `A usage bucket of ${workspaceId} has ${kept} nano-credits, but its calls add up to ${rows}.`;
  return { workspaceId, invariant: 11, object: `usage bucket ${rest.join(' ')}`, message };
};

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

  const wrongLimit = (owners: CallSums['owners'], { name, rows, kept }: Difference): Mismatch => ({
    workspaceId: owners.get(name) ?? null,
    invariant: 11,
    object: `limits of ${name}`,
    message: `The total of key ${name} is ${kept} nano-credits, but its calls add up to ${rows}.`,
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

/** What a bucket adds up. */
const figures = ['calls', 'charge', ...unitKinds] as const;

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
