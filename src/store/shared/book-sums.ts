import type { Mismatch } from '../../metering/ledger-records.ts';
import { nanoPerCredit, type NanoCredits } from '../../shared/money.ts';
import { unitKinds } from '../../shared/usage.ts';

/** What a bucket adds up. */
export const figures = ['calls', 'charge', ...unitKinds] as const;

/** Stands between the parts of a bucket's name. */
export const separator = '\u001f';

/**
 * SQL that sums nano-credits in two columns, whole credits and the rest. A single sum could exceed the largest integer, at which
 * SQLite's `sum()` fails.
 */
export const wideSum = (amount: string, name: string): string =>
  `coalesce(sum(${amount} / ${nanoPerCredit}), 0) as ${name}_credits, coalesce(sum(${amount} % ${nanoPerCredit}), 0) as ${name}_rest`;

/** The sum of the two columns of {@link wideSum}. */
export const readWide = (credits: bigint, rest: bigint): NanoCredits => credits * nanoPerCredit + rest;

/** A check reports this many mismatches, and beyond them one of each workspace. */
export const mostMismatches = 100;

/** Leaves out most of what is wrong many times over, but never all of a workspace: one mismatch is enough to freeze its account. */
export function withoutMost(found: readonly Mismatch[]): readonly Mismatch[] {
  const seen = new Set<string | null>();
  return found.filter(({ workspaceId }, index) => {
    const isFirst = !seen.has(workspaceId);
    seen.add(workspaceId);
    return isFirst || index < mostMismatches;
  });
}

/** What was found wrong with single calls. Each is read once, so this is all that is known of it until the caller has it. */
export interface FoundCalls {
  /** How many checks the caller had received when this was found. */
  received: number;
  mismatches: readonly Mismatch[];
}

export const nothingFound = (): FoundCalls => ({ received: 0, mismatches: [] });

/** Forgets what was found for checks that the caller has received since. */
export function forgetReceived(found: FoundCalls, received: number): void {
  if (found.received === received) return;
  found.received = received;
  found.mismatches = [];
}

/** The result of one step of a check; if `done` is false, ask again. */
export interface CheckSlice {
  readonly done: boolean;
  readonly mismatches: readonly Mismatch[];
}

/** An account with the sums of its entries and of its open leases. */
export interface CheckedAccount {
  readonly workspace_id: string;
  readonly granted: bigint;
  readonly posted: bigint;
  readonly leased: bigint;
  /** What calls cost within their holds, and batches set aside, that no lease covered. */
  readonly unleased: bigint;
  readonly entries: bigint;
  readonly taken_back: bigint;
  readonly open_leases: bigint;
}

/** Sums over all calls, in nano-credits. */
export interface CallSums {
  /** Charges by workspace. */
  readonly posted: Map<string, bigint>;
  /** What calls cost beyond their holds, by workspace: a part of the stated bound of overspending. */
  readonly over: Map<string, bigint>;
  readonly keys: Map<string, bigint>;
  /** The workspace of each key. */
  readonly owners: Map<string, string>;
  /**
   * Charges by bucket: the primary key of `usage_bucket`, joined by `separator`. Buckets that began before the walk's horizon are left
   * out; a full check leaves out all.
   */
  readonly buckets: Map<string, bigint>;
}

/** Reports how an account contradicts its calls, entries and leases. */
export function wrongAccount(row: CheckedAccount, sums: CallSums): readonly Mismatch[] {
  const { workspace_id: workspaceId, granted, posted, leased } = row;
  const charged = sums.posted.get(workspaceId) ?? 0n;
  // Withdrawn credits may have been spent before, a cost beyond the hold could not be refused, and what was spent on a lease that has
  // ended since may have been leased again.
  const bound = (sums.over.get(workspaceId) ?? 0n) + row.unleased - row.taken_back;
  const checks: readonly (readonly [invariant: number, holds: boolean, message: string])[] = [
    [1, posted === charged, `posted is ${posted}, its calls were charged ${charged}`],
    [2, granted === row.entries, `granted is ${granted}, its entries add up to ${row.entries}`],
    [3, leased === row.open_leases, `leased is ${leased}, its open leases allow ${row.open_leases}`],
    [
      5,
      posted + leased <= granted + bound,
      `${posted} posted and ${leased} leased exceed ${granted} granted by more than ${bound}`,
    ],
  ];
  return checks
    .filter(([, holds]) => !holds)
    .map(([invariant, , message]) => ({
      workspaceId,
      invariant,
      object: `account ${workspaceId}`,
      message: `Account ${workspaceId}: ${message} (nano-credits).`,
    }));
}

interface Difference {
  readonly name: string;
  /** As the books keep it. */
  readonly kept: bigint;
  /** As the calls add up to. */
  readonly made: bigint;
}

function differences(made: ReadonlyMap<string, bigint>, kept: ReadonlyMap<string, bigint>): readonly Difference[] {
  return [...new Set([...kept.keys(), ...made.keys()])]
    .map((name) => ({ name, kept: kept.get(name) ?? 0n, made: made.get(name) ?? 0n }))
    .filter((pair) => pair.kept !== pair.made);
}

/** Reports keys whose totals, as the books keep them, are not what their calls add up to. */
export const wrongTotals = (
  { keys, owners }: Pick<CallSums, 'keys' | 'owners'>,
  totals: ReadonlyMap<string, bigint>,
): readonly Mismatch[] =>
  differences(keys, totals).map(({ name, kept, made }) => ({
    workspaceId: owners.get(name) ?? null,
    invariant: 11,
    object: `limits of ${name}`,
    message: `The total of key ${name} is ${kept} nano-credits, but its calls add up to ${made}.`,
  }));

/** Reports buckets whose charges, as the books keep them, are not what their calls add up to. Both are by the bucket's name. */
export const wrongCharges = (
  buckets: ReadonlyMap<string, bigint>,
  charges: ReadonlyMap<string, bigint>,
): readonly Mismatch[] =>
  differences(buckets, charges).map(({ name, kept, made }) => {
    const [workspaceId = null, ...rest] = name.split(separator);
    const message = `A usage bucket of ${workspaceId} has ${kept} nano-credits, but its calls add up to ${made}.`;
    return { workspaceId, invariant: 11, object: `usage bucket ${rest.join(' ')}`, message };
  });

/** Charges of workspaces by quarter of an hour: the primary key of `charge_bucket`, joined by `separator`. */
export function byQuarter(buckets: CallSums['buckets']): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const [bucket, charge] of buckets) {
    const name = bucket.split(separator, 2).join(separator);
    sums.set(name, (sums.get(name) ?? 0n) + charge);
  }
  return sums;
}

/** SQL that finds quarters of an hour of which a workspace's charge is not what its usage buckets add up to. */
export const wrongQuartersSql = `select workspace_id, bucket_start as id,
    'has ' || coalesce(kept.charge, 0) || ' nano-credits, but its parts add up to ' || coalesce(made.charge, 0) as detail
  from charge_bucket as kept full join
    (select workspace_id, bucket_start, sum(charge) as charge from usage_bucket group by workspace_id, bucket_start) as made
    using (workspace_id, bucket_start) where coalesce(made.charge, 0) <> coalesce(kept.charge, 0)`;
