import type { Mismatch } from '../../metering/ledger-records.ts';
import { nanoPerCredit, type NanoCredits } from '../../shared/money.ts';

/**
 * SQL that sums nano-credits in two columns, whole credits and the rest. A single sum could exceed the largest integer, at which
 * SQLite's `sum()` fails.
 */
export const wideSum = (amount: string, name: string): string =>
  `coalesce(sum(${amount} / ${nanoPerCredit}), 0) as ${name}_credits, coalesce(sum(${amount} % ${nanoPerCredit}), 0) as ${name}_rest`;

/** The sum of the two columns of {@link wideSum}. */
export const readWide = (credits: bigint, rest: bigint): NanoCredits => credits * nanoPerCredit + rest;

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
