import type { DatabaseSync } from 'node:sqlite';
import type { Mismatch } from '../../../metering/ledger-records.ts';
import { quarterHour } from '../../../shared/time/calendar.ts';
import { unitKinds } from '../../../shared/usage.ts';
import {
  byQuarter,
  type CallSums,
  type CheckedAccount,
  figures,
  readWide,
  wideSum,
  wrongAccount,
  wrongCharges,
  wrongQuartersSql,
  wrongTotals,
} from '../../shared/book-sums.ts';
import { readCalls } from '../../shared/settle-row.ts';
import type { InstanceFacts } from '../../shared/repository.ts';
import { query } from '../query.ts';

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

  const recentQuarters = query<Pair>(
    database,
    `select b.workspace_id || char(31) || b.bucket_start as name, charge as amount from account a
      join charge_bucket b on b.workspace_id = a.workspace_id and b.bucket_start >= ?`,
  );

  const ofKeys = (sums: CallSums): readonly Mismatch[] => wrongTotals(sums, byName(keyTotals.all()));

  return {
    /** The check of every minute. @param since epoch milliseconds: the horizon of the walk */
    recent: (sums: CallSums, since: bigint): readonly Mismatch[] => [
      ...ofAccounts(sums),
      ...wrongCharges(sums.buckets, byName(recentBuckets.all(since))),
      ...wrongCharges(byQuarter(sums.buckets), byName(recentQuarters.all(since))),
      ...ofKeys(sums),
    ],
    /** The full check, but for the buckets. */
    all: (sums: CallSums): readonly Mismatch[] => [...ofAccounts(sums), ...ofKeys(sums)],
  };
}

const sumNames = ['entries', 'taken_back', 'open_leases'] as const;
type SumName = (typeof sumNames)[number];
type AccountSums = Omit<CheckedAccount, SumName> & Readonly<Record<`${SumName}_${'credits' | 'rest'}`, bigint | null>>;

const accountSql = `select a.workspace_id, a.granted, a.posted, a.leased, a.unleased, e.*, l.* from account a
  left join (select workspace_id as grantee, ${wideSum('amount', 'entries')}, ${wideSum('min(amount, 0)', 'taken_back')}
    from grant_entry group by workspace_id) e on e.grantee = a.workspace_id
  left join (select subject, ${wideSum('(granted - consumed)', 'open_leases')}
    from lease where window = 'balance' and state = 'open' group by subject) l on l.subject = a.workspace_id`;

function checkedOf(row: AccountSums): CheckedAccount {
  const sums = sumNames.map((name) => [name, readWide(row[`${name}_credits`] ?? 0n, row[`${name}_rest`] ?? 0n)]);
  return { ...row, ...(Object.fromEntries(sums) as Readonly<Record<SumName, bigint>>) };
}

/** Rows that contradict each other without any sum: the workspace, the row, and what it is out by. */
interface ContradictionRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly amount: bigint;
}

const overdrawnSql =
  'select subject as workspace_id, id, consumed - granted as amount from lease where consumed > granted';
const doubledSql = `select settlement ->> 'workspaceId' as workspace_id, call_id as id, 0 as amount from open_call
  where call_id in (select id from call) or instance_id not in (?1, iif(?2, instance_id, ?1))`;
const refundSql = `select e.workspace_id, e.call_id as id, coalesce(c.charge, 0) as charge, ${wideSum('e.amount', 'refunded')}
  from grant_entry e left join call c on c.id = e.call_id where e.kind = 'refund' group by e.call_id`;

interface RefundRow extends Omit<ContradictionRow, 'amount'> {
  readonly charge: bigint;
  readonly refunded_credits: bigint;
  readonly refunded_rest: bigint;
}

/** Compares accounts with their calls, entries and leases, and looks for rows that contradict each other. */
function compareAccounts(
  database: DatabaseSync,
  { instanceId, isShared }: InstanceFacts,
): (sums: CallSums) => readonly Mismatch[] {
  const accounts = query<AccountSums>(database, accountSql);
  const overdrawn = query<ContradictionRow>(database, overdrawnSql);
  const doubled = query<ContradictionRow>(database, doubledSql);
  const refunds = query<RefundRow>(database, refundSql);
  const refusedCalls = makeRefusedCalls(database);

  const contradictions = (): readonly Mismatch[] => [
    ...overdrawn.all().map(({ workspace_id: workspaceId, id, amount }) => {
      const message = `Lease ${id} gave out ${amount} nano-credits more than it had.`;
      return { workspaceId, invariant: 4, object: `lease ${id}`, message };
    }),
    ...doubled.all(instanceId, isShared ? 1 : 0).map(({ workspace_id: workspaceId, id }) => {
      const message = `Call ${id} is settled and open at once, or was left open by an earlier process.`;
      return { workspaceId, invariant: 10, object: `open call ${id}`, message };
    }),
    ...refunds.all().flatMap(({ workspace_id: workspaceId, id, charge, refunded_credits, refunded_rest }) => {
      const amount = readWide(refunded_credits, refunded_rest) - charge;
      const message = `Refunds of call ${id} are ${amount} nano-credits more than its charge.`;
      return amount > 0n ? [{ workspaceId, invariant: 12, object: `call ${id}`, message }] : [];
    }),
    ...refusedCalls(),
  ];

  return (sums) => {
    const known = accounts.all().map(checkedOf);
    const names = new Set(known.map(({ workspace_id }) => workspace_id));
    const orphans = [...sums.posted.keys()].filter((name) => !names.has(name));
    return [
      ...known.flatMap((row) => wrongAccount(row, sums)),
      ...orphans.map((workspaceId) => {
        const message = `Workspace ${workspaceId} has calls but no account.`;
        return { workspaceId, invariant: 1, object: `account ${workspaceId}`, message };
      }),
      ...contradictions(),
    ];
  };
}

interface RefusedRow {
  readonly instance_id: string;
  readonly settlements: string;
  readonly refusal: string;
}

/** Calls that were acknowledged and that the books then refused: their accounts stop until an operator unfreezes them. */
function makeRefusedCalls(database: DatabaseSync): () => readonly Mismatch[] {
  const refused = query<RefusedRow>(
    database,
    'select instance_id, settlements, refusal from daybook where refusal is not null order by seq',
  );
  return () =>
    refused.all().flatMap(({ instance_id, settlements, refusal }) =>
      readCalls(settlements, instance_id).map(({ id, workspaceId }) => {
        const message = `Call ${id} was acknowledged and cannot be posted: ${refusal}.`;
        return { workspaceId, invariant: 6, object: `call ${id}`, message };
      }),
    );
}

/** Calls whose lines are looked at in one piece: about 2 ms. */
const callsPerSlice = 1_000;

interface LinesRow {
  readonly call_id: string;
  readonly known: bigint;
}

/** Charge lines that name a call which is not there: a walk over calls never meets them. */
export function makeOrphanLines(database: DatabaseSync) {
  const named = query<LinesRow>(
    database,
    `select distinct call_id, exists (select 1 from call where id = call_id) as known from charge_line
      where call_id > ? order by call_id limit ${callsPerSlice}`,
  );

  /** @param after the call that the slice before ended with; empty for the first one. `last` null: nothing follows */
  return (after: string): { readonly last: string | null; readonly mismatches: readonly Mismatch[] } => {
    const rows = named.all(after);
    const orphans = rows.filter(({ known }) => known === 0n);
    return {
      last: rows.length < callsPerSlice ? null : (rows.at(-1)?.call_id ?? null),
      mismatches: orphans.map(({ call_id: id }) => {
        const message = `There are charge lines of call ${id}, and no such call.`;
        return { workspaceId: null, invariant: 7, object: `lines of call ${id}`, message };
      }),
    };
  };
}

/** The name is a JSON list of the keys of a bucket, so that values cannot run together. */
type BucketRow = Readonly<Record<(typeof figures)[number], bigint> & { name: string }>;

interface QuarterRow {
  readonly workspace_id: string;
  readonly id: bigint;
  readonly detail: string;
}

/** Buckets as calls make them, by name. */
export type MadeBuckets = Map<string, BucketRow>;

const bucketKeys = (start: string): string =>
  `json_array(workspace_id, ${start}, key_id, model, product_sku, operation, status)`;

const ofUnits = unitKinds.map((kind) => `coalesce(sum(case unit_kind when '${kind}' then quantity end), 0) as ${kind}`);

/** Added up in two steps, because the charge of a call with three lines would otherwise count three times. */
const madeBucketsSql = `select ${bucketKeys(`started_at - started_at % ${quarterHour}`)} as name, count(*) as calls,
  ${['charge', ...unitKinds].map((figure) => `sum(${figure}) as ${figure}`).join(', ')}
  from (select c.*, ${ofUnits.join(', ')} from call c left join charge_line l on l.call_id = c.id
    where c.seq > ? and c.seq <= ? group by c.seq) group by name`;

const keptBucketsSql = `select ${bucketKeys('bucket_start')} as name, ${figures.join(', ')} from usage_bucket`;

function mergeBuckets(one: BucketRow, other: BucketRow): BucketRow {
  const sums = figures.map((figure) => [figure, one[figure] + other[figure]] as const);
  return { ...one, ...Object.fromEntries(sums) };
}

function bucketMismatch(name: string, message: string): Mismatch {
  const [workspaceId = '', ...rest] = (JSON.parse(name) as (string | number)[]).map(String);
  return { workspaceId, invariant: 11, object: `usage bucket ${rest.join(' ')}`, message: `${message}.` };
}

/** @param made undefined: no call makes this bucket */
function compareBucket(kept: BucketRow, made: BucketRow | undefined): readonly Mismatch[] {
  if (made === undefined) return [bucketMismatch(kept.name, 'A usage bucket is made by no call')];
  const wrong = figures.filter((figure) => kept[figure] !== made[figure]);
  if (wrong.length === 0) return [];
  const said = wrong.map((figure) => `${figure} ${kept[figure]} where its calls make ${made[figure]}`);
  return [bucketMismatch(kept.name, `A usage bucket says ${said.join(', ')}`)];
}

/** Compares every figure of every bucket with calls and their lines. */
export function makeBucketComparison(database: DatabaseSync) {
  const made = query<BucketRow>(database, madeBucketsSql);
  const kept = query<BucketRow>(database, keptBucketsSql);
  const quarters = query<QuarterRow>(database, wrongQuartersSql);

  return {
    /** Adds the calls after one and up to another, by their `seq`. */
    add: (buckets: MadeBuckets, after: bigint, upTo: bigint): void => {
      for (const row of made.all(after, upTo)) {
        const before = buckets.get(row.name);
        buckets.set(row.name, before === undefined ? row : mergeBuckets(before, row));
      }
    },
    /** @param buckets of all calls */
    compare: (buckets: MadeBuckets): readonly Mismatch[] => {
      const found: Mismatch[] = [];
      const absent = new Set(buckets.keys());
      for (const row of kept.iterate()) {
        absent.delete(row.name);
        found.push(...compareBucket(row, buckets.get(row.name)));
      }
      return [
        ...found,
        ...quarters.all().map(({ workspace_id: workspaceId, id, detail }) => {
          const object = `usage bucket ${id}`;
          return { workspaceId, invariant: 11, object, message: `${object} ${detail}.` };
        }),
        ...[...absent].map((name) => bucketMismatch(name, 'The usage bucket of these calls is missing')),
      ];
    },
  };
}
