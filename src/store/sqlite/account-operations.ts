import type { DatabaseSync } from 'node:sqlite';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { Page, EntryQuery } from '../../metering/ledger-queries.ts';
import type { AccountRecord, EntryKind, LedgerEntry, NewEntry } from '../../metering/ledger-records.ts';
import { formatCredits } from '../../shared/money.ts';
import { all, big, get } from './rows.ts';
import { transaction } from './transaction.ts';

interface AccountRow {
  readonly workspace_id: string;
  readonly granted: bigint;
  readonly posted: bigint;
  readonly leased: bigint;
  readonly frozen_reason: string | null;
}

interface EntryRow {
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

export const accountOf = (row: AccountRow): AccountRecord => ({
  workspaceId: row.workspace_id,
  granted: row.granted,
  posted: row.posted,
  leased: row.leased,
  frozenReason: row.frozen_reason,
});

const entryOf = (row: EntryRow): LedgerEntry => ({
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

const isSame = (known: LedgerEntry, entry: NewEntry): boolean =>
  known.workspaceId === entry.workspaceId &&
  known.kind === entry.kind &&
  known.amount === entry.amount &&
  known.callId === entry.callId;

function prepareAll(database: DatabaseSync) {
  return {
    account: big(database, 'select * from account where workspace_id = ?'),
    byExternalId: big(database, 'select * from grant_entry where external_id = ?'),
    insert:
      database.prepare(`insert into grant_entry (id, workspace_id, kind, amount, external_id, call_id, reason, actor, created_at)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    grant: database.prepare(`insert into account (workspace_id, granted) values (?, ?)
      on conflict (workspace_id) do update set granted = granted + excluded.granted`),
    lease: big(database, `select id, granted - consumed as room from lease where subject = ? and state = 'open'`),
    openLease:
      database.prepare(`insert into lease (id, subject, instance_id, granted, state) values (?, ?, ?, 0, 'open')
      on conflict (id) do nothing`),
    resizeLease: database.prepare('update lease set granted = granted + ? where id = ?'),
    resizeAccount: database.prepare('update account set leased = leased + ? where workspace_id = ?'),
    charge: big(database, 'select workspace_id, charge from call where id = ?'),
    refunded: big(database, `select coalesce(sum(amount), 0) as amount from grant_entry where call_id = ?`),
    freeze: database.prepare(`insert into account (workspace_id, frozen_reason) values (?, ?)
      on conflict (workspace_id) do update set frozen_reason = excluded.frozen_reason`),
    entries: big(
      database,
      `select * from grant_entry where (?1 is null or workspace_id = ?1) and (?2 is null or kind = ?2)
      and (?3 is null or call_id = ?3) and seq < ?4 order by seq desc limit ?5`,
    ),
  };
}

/** Grants, refunds, adjustments, freezing and the lease of whole balances that one process on this store has. */
export function makeAccountOperations(database: DatabaseSync, instanceId: string) {
  const statements = prepareAll(database);
  let isOpen = false;

  /** Between `Ledger.open` and `Ledger.release` this process leases whatever is free; before and after, nothing. */
  const setOpen = (value: boolean): void => {
    isOpen = value;
  };

  const account = (workspaceId: string): AccountRecord => {
    const row = get<AccountRow>(statements.account, workspaceId);
    return row ? accountOf(row) : { workspaceId, granted: 0n, posted: 0n, leased: 0n, frozenReason: null };
  };

  /** Leases all that is free to this process; takes back what is no longer covered. */
  const leaseAll = (workspaceId: string): void => {
    if (!isOpen) return;
    const { granted, posted, leased } = account(workspaceId);
    const free = granted - posted - leased;
    const change = free < -leased ? -leased : free;
    if (change === 0n) return;
    const id = `${instanceId}:${workspaceId}`;
    statements.openLease.run(id, workspaceId, instanceId);
    statements.resizeLease.run(change, id);
    statements.resizeAccount.run(change, workspaceId);
  };

  const checkRefund = (entry: NewEntry): void => {
    const { callId } = entry;
    if (callId === null) return;
    const call = get<{ workspace_id: string; charge: bigint }>(statements.charge, callId);
    if (!call || call.workspace_id !== entry.workspaceId) {
      throw new GatewayError(
        'not_found',
        `No call ${callId} in workspace ${entry.workspaceId}. Look it up under Usage, Calls.`,
      );
    }
    const refunded = get<{ amount: bigint }>(statements.refunded, callId)?.amount ?? 0n;
    if (refunded + entry.amount <= call.charge) return;
    const [charge, before, wanted] = [call.charge, refunded, entry.amount].map(formatCredits);
    throw new GatewayError(
      'conflict',
      `Call ${callId} was charged ${charge} credits, of which ${before} are refunded already: ${wanted} more cannot be.`,
    );
  };

  /** @see Ledger.post */
  const post = (entry: NewEntry): { entry: LedgerEntry; created: boolean; account: AccountRecord } =>
    transaction(database, () => {
      const known = get<EntryRow>(statements.byExternalId, entry.externalId);
      if (known) {
        if (isSame(entryOf(known), entry))
          return { entry: entryOf(known), created: false, account: account(entry.workspaceId) };
        throw new GatewayError(
          'conflict',
          `The external id ${entry.externalId} stands for another entry (${known.id}). Send a new one.`,
        );
      }
      checkRefund(entry);
      const { id, workspaceId, kind, amount, externalId, callId, reason, actor, createdAt } = entry;
      statements.insert.run(id, workspaceId, kind, amount, externalId, callId, reason, actor, createdAt);
      statements.grant.run(workspaceId, amount);
      leaseAll(workspaceId);
      return { entry, created: true, account: account(workspaceId) };
    });

  /** @param reason null lifts the freeze */
  const freeze = (workspaceId: string, reason: string | null): AccountRecord => {
    statements.freeze.run(workspaceId, reason);
    return account(workspaceId);
  };

  const entries = (query: EntryQuery): Page<LedgerEntry> => {
    const after = query.after === undefined ? Number.MAX_SAFE_INTEGER : Number(query.after);
    const rows = all<EntryRow>(
      statements.entries,
      query.workspaceId,
      query.kind ?? null,
      query.callId ?? null,
      after,
      query.limit + 1,
    );
    const page = rows.slice(0, query.limit);
    return { items: page.map(entryOf), next: rows.length > page.length ? String(page.at(-1)?.seq) : null };
  };

  return { account, setOpen, leaseAll, post, freeze, entries };
}
