import type { DatabaseSync } from 'node:sqlite';
import { lossAccount } from '../../metering/loss-entry.ts';
import type { Mismatch } from '../../metering/ledger-records.ts';
import { all, big } from './rows.ts';

/** What a walk over all calls has added up, in nano-credits. */
export interface CallSums {
  /** Charges by workspace. */
  readonly posted: Map<string, bigint>;
  /** What calls cost beyond their holds, by workspace: the stated bound of overspending. */
  readonly over: Map<string, bigint>;
  readonly keys: Map<string, bigint>;
  /** The workspace of each key. */
  readonly owners: Map<string, string>;
  /** Charges by bucket: the primary key of `usage_bucket`, joined by the unit separator; without the time where the walk leaves it out. */
  readonly buckets: Map<string, bigint>;
}

interface Pair {
  readonly name: string;
  readonly amount: bigint;
}

interface AccountRow {
  readonly workspace_id: string;
  readonly granted: bigint;
  readonly posted: bigint;
  readonly leased: bigint;
  readonly entries: bigint;
  readonly taken_back: bigint;
  readonly open_leases: bigint;
}

/** Every name of two sums where they differ, and by what. */
function differences(
  left: ReadonlyMap<string, bigint>,
  right: readonly Pair[],
): readonly (readonly [string, bigint, bigint])[] {
  const other = new Map(right.map(({ name, amount }) => [name, amount]));
  return [...new Set([...left.keys(), ...other.keys()])]
    .map((name) => [name, left.get(name) ?? 0n, other.get(name) ?? 0n] as const)
    .filter(([, one, two]) => one !== two);
}

function wrongAccount(row: AccountRow, sums: CallSums): readonly Mismatch[] {
  const workspaceId = row.workspace_id;
  const posted = sums.posted.get(workspaceId) ?? 0n;
  const bound = (sums.over.get(workspaceId) ?? 0n) - row.taken_back;
  const wrong = (invariant: number, message: string): Mismatch => ({
    workspaceId,
    invariant,
    object: `account ${workspaceId}`,
    message: `Account ${workspaceId}: ${message} (nano-credits).`,
  });
  return [
    row.posted === posted ? [] : [wrong(1, `posted is ${row.posted}, its calls were charged ${posted}`)],
    row.granted === row.entries ? [] : [wrong(2, `granted is ${row.granted}, its entries make ${row.entries}`)],
    row.leased === row.open_leases
      ? []
      : [wrong(3, `leased is ${row.leased}, its open leases allow ${row.open_leases}`)],
    row.posted + row.leased <= row.granted + bound
      ? []
      : [
          wrong(
            5,
            `posted and leased are ${row.posted + row.leased}, granted is ${row.granted}, overspending explained by holds ${bound}`,
          ),
        ],
  ].flat();
}

const bucketColumns = [
  'workspace_id',
  'bucket_start',
  'key_id',
  'model',
  'product_sku',
  'operation',
  'status',
] as const;

function bucketSql(precision: 'buckets' | 'bucket-groups'): string {
  const group = bucketColumns.map((column) =>
    column === 'bucket_start' && precision === 'bucket-groups' ? `'0'` : column,
  );
  const name = group.join(` || char(31) || `);
  return `select ${name} as name, sum(charge) as amount from usage_bucket group by 1`;
}

/**
 * Compares the sums that the books keep with those of their rows, all read at the same moment.
 * The invariants are numbered as in the decision record about money.
 */
export function compareSums(database: DatabaseSync, instanceId: string) {
  const accounts = big(
    database,
    `select a.workspace_id, a.granted, a.posted, a.leased,
      coalesce((select sum(amount) from grant_entry e where e.workspace_id = a.workspace_id), 0) as entries,
      coalesce((select sum(amount) from grant_entry e where e.workspace_id = a.workspace_id and amount < 0), 0) as taken_back,
      coalesce((select sum(granted - consumed) from lease l where l.subject = a.workspace_id and state = 'open'), 0) as open_leases
      from account a`,
  );
  const overdrawn = big(
    database,
    'select subject as name, consumed - granted as amount from lease where consumed > granted',
  );
  const doubled = big(
    database,
    `select call_id || ' ' || (settlement ->> 2) as name, 0 as amount from open_call where call_id in (select id from call) or instance_id <> ?`,
  );
  const refunds = big(
    database,
    `select e.workspace_id || ' ' || e.call_id as name, sum(e.amount) - coalesce(c.charge, 0) as amount
      from grant_entry e left join call c on c.id = e.call_id where e.kind = 'refund' group by e.call_id having amount > 0`,
  );
  const keyTotals = big(database, `select subject as name, posted as amount from limit_use where window = 'total'`);
  const keyDays = big(
    database,
    `select subject as name, sum(posted) as amount from limit_use where window = 'day' group by subject`,
  );
  const buckets = {
    buckets: big(database, bucketSql('buckets')),
    'bucket-groups': big(database, bucketSql('bucket-groups')),
  };

  const ofRows = (): readonly Mismatch[] => [
    ...all<Pair>(overdrawn).map(({ name, amount }) => ({
      workspaceId: name,
      invariant: 4,
      object: `lease of ${name}`,
      message: `A lease of ${name} gave out ${amount} nano-credits more than it had.`,
    })),
    ...all<Pair>(doubled, instanceId).map(({ name }) => ({
      workspaceId: name.split(' ')[1] ?? null,
      invariant: 10,
      object: `open call ${name.split(' ')[0]}`,
      message: `Call ${name.split(' ')[0]} is settled and open at once, or was left open by an earlier process.`,
    })),
    ...all<Pair>(refunds).map(({ name, amount }) => ({
      workspaceId: name.split(' ')[0] ?? null,
      invariant: 12,
      object: `call ${name.split(' ')[1]}`,
      message: `Refunds of call ${name.split(' ')[1]} are ${amount} nano-credits more than its charge.`,
    })),
  ];

  return (sums: CallSums, precision: 'buckets' | 'bucket-groups'): readonly Mismatch[] => {
    const known = all<AccountRow>(accounts);
    const names = new Set(known.map(({ workspace_id }) => workspace_id));
    const orphans = [...sums.posted.keys()].filter((name) => !names.has(name));
    return [
      ...known
        .filter((row) => row.workspace_id !== lossAccount || row.posted !== 0n)
        .flatMap((row) => wrongAccount(row, sums)),
      ...orphans.map((name) => ({
        workspaceId: name,
        invariant: 1,
        object: `account ${name}`,
        message: `Workspace ${name} has calls but no account.`,
      })),
      ...ofRows(),
      ...differences(sums.buckets, all<Pair>(buckets[precision])).map(([name, calls, bucket]) => ({
        workspaceId: name.split('\u001f')[0] ?? null,
        invariant: 11,
        object: `usage bucket ${name.split('\u001f').join(' ')}`,
        message: `A usage bucket says ${bucket} nano-credits, its calls make ${calls}.`,
      })),
      ...[...differences(sums.keys, all<Pair>(keyTotals)), ...differences(sums.keys, all<Pair>(keyDays))].map(
        ([name, calls, use]) => ({
          workspaceId: sums.owners.get(name) ?? null,
          invariant: 11,
          object: `limits of ${name}`,
          message: `The limits of ${name} count ${use} nano-credits, its calls make ${calls}.`,
        }),
      ),
    ];
  };
}
