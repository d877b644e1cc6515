import { GatewayError } from '../../errors/gateway-error.ts';
import { stepByRequest } from '../../errors/next-steps.ts';
import type { AccountRecord, LedgerEntry, NewEntry } from '../../metering/ledger-records.ts';
import type { ChargedBefore, EntryQuery, Page } from '../../metering/ledger.ts';
import { isOwnExternalId } from '../../shared/ids.ts';
import { formatCredits, nanoPerCredit, type NanoCredits } from '../../shared/money.ts';
import {
  all,
  asItIs,
  type EngineFacts,
  number,
  one,
  pageOf,
  run,
  type Steps,
  type StoredRow,
  tableOf,
} from '../shared/repository.ts';
import { whereOf } from '../shared/usage-query.ts';

export interface AccountRow {
  readonly workspace_id: string;
  readonly granted: bigint;
  readonly posted: bigint;
  readonly leased: bigint;
  readonly frozen_reason: string | null;
}

const accountOf = (row: AccountRow): AccountRecord => ({
  workspaceId: row.workspace_id,
  granted: row.granted,
  posted: row.posted,
  leased: row.leased,
  frozenReason: row.frozen_reason,
});

const entryTable = tableOf<LedgerEntry>('grant_entry', {
  id: asItIs(),
  workspaceId: asItIs(),
  kind: asItIs(),
  amount: asItIs(),
  externalId: asItIs(),
  callId: asItIs(),
  reason: asItIs(),
  actor: asItIs(),
  createdAt: number(),
});

const isSame = (known: LedgerEntry, entry: NewEntry): boolean =>
  known.workspaceId === entry.workspaceId &&
  known.kind === entry.kind &&
  known.amount === entry.amount &&
  known.callId === entry.callId;

interface Posted {
  readonly entry: LedgerEntry;
  readonly created: boolean;
  readonly account: AccountRecord;
}

/** The largest sum of an account's entries, positive or negative: the tables count to 9.2 × 10¹⁸ nano-credits. */
const mostGranted: NanoCredits = 9_000_000_000n * nanoPerCredit;

/** The same with refunds: what has been charged can be refunded where no more can be granted. */
const mostRefunded: NanoCredits = 9_200_000_000n * nanoPerCredit;

function checkSum({ workspaceId, granted }: AccountRecord, { kind, amount }: NewEntry): void {
  const sum = granted + amount;
  const isRefund = kind === 'refund';
  const most = isRefund ? mostRefunded : mostGranted;
  if (amount < 0n ? sum >= -most : sum <= most) return;
  const so = `The entries of workspace ${workspaceId} add up to ${formatCredits(granted)} credits, and`;
  if (amount < 0n)
    throw new GatewayError(
      'conflict',
      `${so} must not add up to less than -${formatCredits(most)}. Correct the wrong ones.`,
    );
  if (isRefund)
    throw new GatewayError(
      'conflict',
      `${so} a refund must not make them more than ${formatCredits(most)}. Take back as many credits with an adjustment first.`,
    );
  throw new GatewayError(
    'conflict',
    `Workspace ${workspaceId} has been granted ${formatCredits(granted)} credits, and cannot be granted more than ${formatCredits(most)} in total. Create another workspace.`,
  );
}

/** Refuses an entry that takes more than the balance, if it is to keep within it. Running calls may still be charged more. */
function checkBalance({ granted, posted }: AccountRecord, { workspaceId, amount, withinBalance }: NewEntry): void {
  const [before, after] = [granted - posted, granted - posted + amount];
  if (withinBalance !== true || amount > 0n || after >= 0n) return;
  throw new GatewayError(
    'conflict',
    `Workspace ${workspaceId} has a balance of ${formatCredits(before)} credits, and an adjustment of ${formatCredits(amount)} would leave ${formatCredits(after)}. ` +
      `If it may be in debt: ${stepByRequest('adjustBelowZero', workspaceId)}.`,
    { param: 'allow_negative' },
  );
}

/** The entry as the books have it. */
function booked(entry: NewEntry): LedgerEntry {
  const { id, workspaceId, kind, amount, externalId, callId, reason, actor, createdAt } = entry;
  return { id, workspaceId, kind, amount, externalId, callId, reason, actor, createdAt };
}

/** @see Ledger.chargedBefore */
const chargedBeforeSql = `select granted, cast(posted - coalesce((select sum(charge) from charge_bucket
    where charge_bucket.workspace_id = account.workspace_id and bucket_start >= ?), 0) as bigint) as charged
  from account where workspace_id = ?`;

/** The account of a workspace that was never granted anything. */
export const nothingYet = (workspaceId: string): AccountRecord => ({
  workspaceId,
  granted: 0n,
  posted: 0n,
  leased: 0n,
  frozenReason: null,
});

/**
 * Makes sure that an account is there, and locks it until the end of the transaction. An account's row guards all of its sums: every
 * transaction that settles, leases, sets aside, grants or refunds locks it first.
 */
export function* lockAccount({ lock }: EngineFacts, workspaceId: string): Steps<void> {
  yield* run('insert into account (workspace_id) values ($1) on conflict (workspace_id) do nothing', workspaceId);
  if (lock !== '') yield* all(`select 1 from account where workspace_id = $1 ${lock}`, workspaceId);
}

/** Makes sure that accounts are there. @returns their ids, each once, in the order in which they are locked */
export function* addAccounts(engine: EngineFacts, workspaceIds: Iterable<string>): Steps<readonly string[]> {
  const ids = [...new Set(workspaceIds)].toSorted();
  if (ids.length === 0) return ids;
  const { sql, values } = engine.rowsOf(
    { id: 'text' },
    ids.map((id) => [id]),
  );
  yield* run(
    `insert into account (workspace_id) select id from ${sql} where true on conflict (workspace_id) do nothing`,
    ...values,
  );
  return ids;
}

/** The same for several accounts, always in the same order, as every transaction that changes their sums does. */
export function* lockAccounts(engine: EngineFacts, workspaceIds: readonly string[]): Steps<void> {
  const ids = yield* addAccounts(engine, workspaceIds);
  if (ids.length === 0) return;
  const ofIds = engine.isOneOf('workspace_id', '$1');
  if (engine.lock !== '') yield* all(`select 1 from account where ${ofIds} order by workspace_id ${engine.lock}`, ids);
}

/** Locks those of these accounts that are there, and that no other transaction has locked. @returns those that are locked now */
export function* lockFree(engine: EngineFacts, workspaceIds: readonly string[]): Steps<readonly string[]> {
  if (engine.skipLocked === '' || workspaceIds.length === 0) return workspaceIds;
  const ofIds = engine.isOneOf('workspace_id', '$1');
  const free = yield* all<Pick<AccountRow, 'workspace_id'>>(
    `select workspace_id from account where ${ofIds} order by workspace_id ${engine.skipLocked}`,
    workspaceIds,
  );
  return free.map(({ workspace_id }) => workspace_id);
}

/** One for each id, in order; zeros for a workspace that was never granted anything. */
export function* accountsOf({ isOneOf }: EngineFacts, ids: readonly string[]): Steps<readonly AccountRecord[]> {
  const rows = yield* all<AccountRow>(`select * from account where ${isOneOf('workspace_id', '$1')}`, ids);
  const known = new Map(rows.map((row) => [row.workspace_id, accountOf(row)]));
  return ids.map((id) => known.get(id) ?? nothingYet(id));
}

export function* allAccounts(): Steps<readonly AccountRecord[]> {
  return (yield* all<AccountRow>('select * from account')).map(accountOf);
}

function* account(workspaceId: string): Steps<AccountRecord> {
  const row = yield* one<AccountRow>('select * from account where workspace_id = $1', workspaceId);
  return row ? accountOf(row) : nothingYet(workspaceId);
}

/** Refuses a refund of a call that is not the workspace's, or beyond what the call was charged. */
function* checkRefund({ callId, workspaceId, amount }: NewEntry): Steps<void> {
  if (callId === null) return;
  const call = yield* one<{ workspace_id: string; charge: bigint }>(
    'select workspace_id, charge from call where id = $1',
    callId,
  );
  if (call?.workspace_id !== workspaceId) {
    throw new GatewayError(
      'not_found',
      `No call ${callId} in workspace ${workspaceId}. Look it up under Usage, Calls.`,
    );
  }
  const refunded = yield* one<{ amount: bigint }>(
    'select coalesce(sum(amount), 0) as amount from grant_entry where call_id = $1',
    callId,
  );
  const before = refunded?.amount ?? 0n;
  if (before + amount <= call.charge) return;
  const already = `${formatCredits(before)} of ${formatCredits(call.charge)} credits are refunded already`;
  throw new GatewayError('conflict', `Call ${callId} cannot be refunded ${formatCredits(amount)} credits: ${already}.`);
}

/** @throws {GatewayError} `conflict` if the entry's external id belongs to a different entry */
function sameEntry(row: StoredRow, entry: NewEntry): LedgerEntry {
  const known = entryTable.read(row);
  // Entries of the gateway are posted once: a start must not fail because an external id is already in use.
  if (isSame(known, entry) || isOwnExternalId(entry.externalId)) return known;
  throw new GatewayError(
    'conflict',
    `The external id ${entry.externalId} already belongs to entry ${known.id}. Send a new one.`,
    { param: 'external_id' },
  );
}

/** Leases what has become free in an account, if one instance leases everything. Called at the end of each change. */
export type LeaseFree = (workspaceId: string) => Steps<void>;

/** Accounts and their entries: grants, top-ups, refunds, adjustments and expiries. */
export const makeAccountOperations = (engine: EngineFacts, leaseFree: LeaseFree) => ({
  account,
  allAccounts,
  /** @see Ledger.chargedBefore */
  *chargedBefore(workspaceId: string, at: number): Steps<ChargedBefore> {
    return (yield* one<ChargedBefore>(chargedBeforeSql, at, workspaceId)) ?? { granted: 0n, charged: 0n };
  },
  /** @param reason null lifts the freeze */
  *freeze(workspaceId: string, reason: string | null): Steps<AccountRecord> {
    yield* lockAccount(engine, workspaceId);
    yield* run('update account set frozen_reason = $2 where workspace_id = $1', workspaceId, reason);
    return yield* account(workspaceId);
  },
  /** @see Ledger.post */
  *post(entry: NewEntry): Steps<Posted> {
    const { workspaceId, amount, externalId } = entry;
    yield* lockAccount(engine, workspaceId);
    const row = yield* one<StoredRow>('select * from grant_entry where external_id = $1', externalId);
    if (row) return { entry: sameEntry(row, entry), created: false, account: yield* account(workspaceId) };
    yield* checkRefund(entry);
    const before = yield* account(workspaceId);
    checkBalance(before, entry);
    checkSum(before, entry);
    yield* run(entryTable.insert, ...entryTable.values(entry));
    yield* run('update account set granted = granted + $2 where workspace_id = $1', workspaceId, amount);
    yield* leaseFree(workspaceId);
    return { entry: booked(entry), created: true, account: yield* account(workspaceId) };
  },
  *entries({ workspaceId, kind, callId, after, limit }: EntryQuery): Steps<Page<LedgerEntry>> {
    const { where, values } = whereOf([
      ['call_id = ?', callId],
      // A call has fewer entries than a workspace: the expression makes the query use the call's index.
      [callId === undefined ? 'workspace_id = ?' : "workspace_id || '' = ?", workspaceId],
      ['kind = ?', kind],
      ['seq < ?', after === undefined ? undefined : Number(after)],
    ]);
    const sql = `select * from grant_entry where ${where} order by seq desc limit ?`;
    const rows = yield* all<StoredRow>(sql, ...values, limit + 1);
    return pageOf(rows, limit, entryTable);
  },
});
