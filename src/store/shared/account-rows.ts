import { GatewayError } from '../../errors/gateway-error.ts';
import { stepByRequest } from '../../errors/operator-steps.ts';
import type { AccountRecord, EntryKind, LedgerEntry, NewEntry } from '../../metering/ledger-records.ts';
import { formatCredits, nanoPerCredit, type NanoCredits } from '../../shared/money.ts';

export interface AccountRow {
  readonly workspace_id: string;
  readonly granted: bigint;
  readonly posted: bigint;
  readonly leased: bigint;
  readonly frozen_reason: string | null;
}

export const accountOf = (row: AccountRow): AccountRecord => ({
  workspaceId: row.workspace_id,
  granted: row.granted,
  posted: row.posted,
  leased: row.leased,
  frozenReason: row.frozen_reason,
});

export interface EntryRow {
  readonly seq: bigint;
  readonly id: string;
  readonly workspace_id: string;
  readonly kind: EntryKind;
  readonly amount: bigint;
  readonly external_id: string;
  readonly call_id: string | null;
  readonly reason: string;
  readonly actor: string;
  readonly created_at: bigint;
}

export const entryOf = (row: EntryRow): LedgerEntry => ({
  id: row.id,
  workspaceId: row.workspace_id,
  kind: row.kind,
  amount: row.amount,
  externalId: row.external_id,
  callId: row.call_id,
  reason: row.reason,
  actor: row.actor,
  createdAt: Number(row.created_at),
});

export const isSame = (known: LedgerEntry, entry: NewEntry): boolean =>
  known.workspaceId === entry.workspaceId &&
  known.kind === entry.kind &&
  known.amount === entry.amount &&
  known.callId === entry.callId;

export interface Posted {
  readonly entry: LedgerEntry;
  readonly created: boolean;
  readonly account: AccountRecord;
}

/** The largest sum of an account's entries, positive or negative: the tables count to 9.2 × 10¹⁸ nano-credits. */
const mostGranted: NanoCredits = 9_000_000_000n * nanoPerCredit;

export function checkSum({ workspaceId, granted }: AccountRecord, amount: NanoCredits): void {
  const sum = granted + amount;
  const most = formatCredits(mostGranted);
  if (amount < 0n && sum < -mostGranted)
    throw new GatewayError(
      'conflict',
      `The entries of workspace ${workspaceId} add up to ${formatCredits(granted)} credits, and must not add up to less than -${most}. Correct the wrong ones.`,
    );
  if (amount <= 0n || sum <= mostGranted) return;
  throw new GatewayError(
    'conflict',
    `Workspace ${workspaceId} has been granted ${formatCredits(granted)} credits, and cannot be granted more than ${most} in total. Create another workspace.`,
  );
}

/** Refuses an entry that takes more than the balance, if it is to keep within it. Running calls may still be charged more. */
export function checkBalance(
  { granted, posted }: AccountRecord,
  { workspaceId, amount, withinBalance }: NewEntry,
): void {
  const [before, after] = [granted - posted, granted - posted + amount];
  if (withinBalance !== true || amount > 0n || after >= 0n) return;
  throw new GatewayError(
    'conflict',
    `Workspace ${workspaceId} has a balance of ${formatCredits(before)} credits, and an adjustment of ${formatCredits(amount)} would leave ${formatCredits(after)}. ` +
      `If it may be in debt: ${stepByRequest('adjustBelowZero', workspaceId)}.`,
  );
}

/** The entry as the books have it. */
export function booked(entry: NewEntry): LedgerEntry {
  const { id, workspaceId, kind, amount, externalId, callId, reason, actor, createdAt } = entry;
  return { id, workspaceId, kind, amount, externalId, callId, reason, actor, createdAt };
}

/**
 * SQL that sums nano-credits in two columns, whole credits and the rest. A single sum could exceed the largest integer, at which
 * SQLite's `sum()` fails.
 */
export const wideSum = (amount: string, name: string): string =>
  `coalesce(sum(${amount} / ${nanoPerCredit}), 0) as ${name}_credits, coalesce(sum(${amount} % ${nanoPerCredit}), 0) as ${name}_rest`;

/** The sum of the two columns of {@link wideSum}. */
export const readWide = (credits: bigint, rest: bigint): NanoCredits => credits * nanoPerCredit + rest;

/** @see Ledger.chargedBefore */
export const chargedBeforeSql = `select granted, cast(posted - coalesce((select sum(charge) from usage_bucket
    where usage_bucket.workspace_id = account.workspace_id and bucket_start >= ?), 0) as bigint) as charged
  from account where workspace_id = ?`;
