import { GatewayError } from '../../../errors/gateway-error.ts';
import type { AccountRecord, LedgerEntry, NewEntry } from '../../../metering/ledger-records.ts';
import type { ChargedBefore, EntryQuery, Page } from '../../../metering/ledger.ts';
import { isOwnExternalId } from '../../../shared/ids.ts';
import { formatCredits } from '../../../shared/money.ts';
import {
  accountOf,
  chargedBeforeSql,
  booked,
  checkBalance,
  checkSum,
  entryOf,
  isSame,
  type AccountRow,
  type EntryRow,
  type Posted,
} from '../../shared/account-rows.ts';
import type { Session } from '../session.ts';

/**
 * Locks accounts, always in the same order. An account's row guards all of its sums: every transaction that settles, leases, sets
 * aside, grants or refunds locks it first.
 */
export async function lockAccounts(session: Session, workspaceIds: readonly string[]): Promise<void> {
  const ids = [...new Set(workspaceIds)].toSorted();
  await session.run(
    'insert into account (workspace_id) select unnest($1::text[]) on conflict (workspace_id) do nothing',
    ids,
  );
  await session.run('select 1 from account where workspace_id = any ($1) order by workspace_id for update', ids);
}

const nothingYet = (workspaceId: string): AccountRecord => ({
  workspaceId,
  granted: 0n,
  posted: 0n,
  leased: 0n,
  frozenReason: null,
});

/** One for each id, in order; zeros for a workspace that was never granted anything. */
export async function accountsOf(session: Session, ids: readonly string[]): Promise<readonly AccountRecord[]> {
  if (ids.length === 0) return [];
  const rows = await session.all<AccountRow>('select * from account where workspace_id = any ($1)', ids);
  const known = new Map(rows.map((row) => [row.workspace_id, accountOf(row)]));
  return ids.map((id) => known.get(id) ?? nothingYet(id));
}

export async function account(session: Session, workspaceId: string): Promise<AccountRecord> {
  return (await accountsOf(session, [workspaceId]))[0] ?? nothingYet(workspaceId);
}

/** @see Ledger.chargedBefore */
export const chargedBefore = async (session: Session, workspaceId: string, at: number): Promise<ChargedBefore> =>
  (await session.one<ChargedBefore>(chargedBeforeSql, at, workspaceId)) ?? { granted: 0n, charged: 0n };

export const allAccounts = async (session: Session): Promise<readonly AccountRecord[]> =>
  (await session.all<AccountRow>('select * from account')).map(accountOf);

/** @param reason null lifts the freeze */
export async function freeze(session: Session, workspaceId: string, reason: string | null): Promise<AccountRecord> {
  await lockAccounts(session, [workspaceId]);
  await session.run('update account set frozen_reason = $2 where workspace_id = $1', workspaceId, reason);
  return account(session, workspaceId);
}

/** Refuses a refund of a call that is not the workspace's, or beyond what the call was charged. */
async function checkRefund(session: Session, { callId, workspaceId, amount }: NewEntry): Promise<void> {
  if (callId === null) return;
  const call = await session.one<{ workspace_id: string; charge: bigint }>(
    'select workspace_id, charge from call where id = $1',
    callId,
  );
  if (call?.workspace_id !== workspaceId) {
    throw new GatewayError(
      'not_found',
      `No call ${callId} in workspace ${workspaceId}. Look it up under Usage, Calls.`,
    );
  }
  const refunded = await session.one<{ amount: bigint }>(
    'select coalesce(sum(amount), 0) as amount from grant_entry where call_id = $1',
    callId,
  );
  const before = refunded?.amount ?? 0n;
  if (before + amount <= call.charge) return;
  const already = `${formatCredits(before)} of ${formatCredits(call.charge)} credits are refunded already`;
  throw new GatewayError('conflict', `Call ${callId} cannot be refunded ${formatCredits(amount)} credits: ${already}.`);
}

/** @see Ledger.post */
export async function post(session: Session, entry: NewEntry): Promise<Posted> {
  const { id, workspaceId, kind, amount, externalId, callId, reason, actor, createdAt } = entry;
  await lockAccounts(session, [workspaceId]);
  const row = await session.one<EntryRow>('select * from grant_entry where external_id = $1', externalId);
  if (row) {
    const known = entryOf(row);
    // Entries of the gateway are posted once: a start must not fail because an external id is already in use.
    if (isSame(known, entry) || isOwnExternalId(externalId))
      return { entry: known, created: false, account: await account(session, workspaceId) };
    throw new GatewayError(
      'conflict',
      `The external id ${externalId} already belongs to entry ${known.id}. Send a new one.`,
    );
  }
  await checkRefund(session, entry);
  const before = await account(session, workspaceId);
  checkBalance(before, entry);
  checkSum(before, amount);
  await session.run(
    `insert into grant_entry (id, workspace_id, kind, amount, external_id, call_id, reason, actor, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    id,
    workspaceId,
    kind,
    amount,
    externalId,
    callId,
    reason,
    actor,
    createdAt,
  );
  await session.run('update account set granted = granted + $2 where workspace_id = $1', workspaceId, amount);
  return { entry: booked(entry), created: true, account: await account(session, workspaceId) };
}

export async function entries(session: Session, query: EntryQuery): Promise<Page<LedgerEntry>> {
  const { workspaceId, kind, callId, after, limit } = query;
  const rows = await session.all<EntryRow>(
    `select * from grant_entry where ($1::text is null or workspace_id = $1) and ($2::text is null or kind = $2)
      and ($3::text is null or call_id = $3) and seq < $4 order by seq desc limit $5`,
    workspaceId,
    kind ?? null,
    callId ?? null,
    after === undefined ? Number.MAX_SAFE_INTEGER : Number(after),
    limit + 1,
  );
  const items = rows.slice(0, limit);
  return { items: items.map(entryOf), next: rows.length > limit ? String(items.at(-1)?.seq) : null };
}
