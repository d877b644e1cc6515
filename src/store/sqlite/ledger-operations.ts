import type { DatabaseSync } from 'node:sqlite';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { AccountRecord, LedgerEntry, NewEntry } from '../../metering/ledger-records.ts';
import type { ChargedBefore, EntryQuery, Page } from '../../metering/ledger.ts';
import { isOwnExternalId } from '../../shared/ids.ts';
import { formatCredits } from '../../shared/money.ts';
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
} from '../shared/account-rows.ts';
import { whereOf } from '../shared/usage-query.ts';
import { query, transaction } from './query.ts';

/** Condition for rows of the listed instances. Its parameter is a JSON list of ids. */
export const ofInstances = 'instance_id in (select value from json_each(?))';

/** Accounts, and the lease of whole balances that a single instance has on its store. */
export interface AccountOperations {
  /** Zeros for a workspace that was never granted anything. */
  readonly account: (workspaceId: string) => AccountRecord;
  readonly chargedBefore: (workspaceId: string, at: number) => ChargedBefore;
  readonly allAccounts: () => readonly AccountRecord[];
  /** Adds to what was granted, and to the lease. */
  readonly grant: (workspaceId: string, amount: bigint) => void;
  /** @param reason null lifts the freeze */
  readonly freeze: (workspaceId: string, reason: string | null) => AccountRecord;
  /** From now on this process leases everything that is free in any account. */
  readonly openLeases: () => void;
  /** Closes the leases of dead instances, which frees what is left of them. */
  readonly closeGoneLeases: (instanceIds: readonly string[]) => void;
  /** The same for this process, which leases nothing more. */
  readonly closeLeases: () => void;
  /** Leases what has become free in an account; nothing if several instances share it. */
  readonly leaseFree: (workspaceId: string) => void;
}

/** The instance that asks, and whether others share its store. */
export interface InstanceFacts {
  readonly instanceId: string;
  readonly isShared: boolean;
}

export function makeAccountOperations(
  database: DatabaseSync,
  { instanceId, isShared }: InstanceFacts,
): AccountOperations {
  const one = query<AccountRow>(database, 'select * from account where workspace_id = ?');
  const before = query<ChargedBefore>(database, chargedBeforeSql);
  const every = query<AccountRow>(database, 'select * from account');
  const addGrant = database.prepare(`insert into account (workspace_id, granted) values (?, ?)
    on conflict (workspace_id) do update set granted = granted + excluded.granted`);
  const setFrozen = database.prepare(`insert into account (workspace_id, frozen_reason) values (?, ?)
    on conflict (workspace_id) do update set frozen_reason = excluded.frozen_reason`);
  const openLease = database.prepare(`insert into lease (id, subject, instance_id, granted, state)
    values (?, ?, ?, 0, 'open') on conflict (id) do nothing`);
  const resizeLease = database.prepare('update lease set granted = granted + ? where id = ?');
  const resizeAccount = database.prepare('update account set leased = leased + ? where workspace_id = ?');
  const ownRest = query<{ rest: bigint }>(database, 'select granted - consumed as rest from lease where id = ?');
  const closeLeases = makeLeaseEnd(database);
  let isOpen = false;

  const account = (workspaceId: string): AccountRecord => {
    const row = one.get(workspaceId);
    return row ? accountOf(row) : { workspaceId, granted: 0n, posted: 0n, leased: 0n, frozenReason: null };
  };

  /** Leases everything that is free; gives up what is no longer covered. */
  const leaseAll = (workspaceId: string): void => {
    if (!isOpen) return;
    const { granted, posted, leased } = account(workspaceId);
    const free = granted - posted - leased;
    const id = `${instanceId}:${workspaceId}`;
    const rest = ownRest.get(id)?.rest ?? 0n;
    const change = free < -rest ? -rest : free;
    if (change === 0n) return;
    openLease.run(id, workspaceId, instanceId);
    resizeLease.run(change, id);
    resizeAccount.run(change, workspaceId);
  };

  return {
    account,
    chargedBefore: (workspaceId, at) => before.get(at, workspaceId) ?? { granted: 0n, charged: 0n },
    allAccounts: () => every.all().map(accountOf),
    grant: (workspaceId, amount) => {
      addGrant.run(workspaceId, amount);
      leaseAll(workspaceId);
    },
    freeze: (workspaceId, reason) => {
      setFrozen.run(workspaceId, reason);
      return account(workspaceId);
    },
    openLeases: () => {
      isOpen = !isShared;
      for (const { workspace_id } of every.all()) leaseAll(workspace_id);
    },
    closeGoneLeases: closeLeases,
    closeLeases: () => {
      isOpen = false;
      closeLeases([instanceId]);
    },
    leaseFree: leaseAll,
  };
}

/** Closes the leases of these instances by the leases' own figures, so that an account whose sum is wrong stays visibly wrong. */
function makeLeaseEnd(database: DatabaseSync): (instanceIds: readonly string[]) => void {
  const open = `state = 'open' and kind = 'instance' and ${ofInstances}`;
  const giveBack = database.prepare(`update account set leased = max(0, leased -
    (select coalesce(sum(granted - consumed), 0) from lease where subject = workspace_id and window = 'balance' and ${open}))`);
  const close = database.prepare(`update lease set state = 'closed' where ${open}`);
  return (instanceIds) => {
    const ids = JSON.stringify(instanceIds);
    giveBack.run(ids);
    close.run(ids);
  };
}

/** Refuses a refund of a call that is not the workspace's, or beyond what the call was charged. */
function makeRefundCheck(database: DatabaseSync): (entry: NewEntry) => void {
  const charged = query<{ workspace_id: string; charge: bigint }>(
    database,
    'select workspace_id, charge from call where id = ?',
  );
  const refunded = query<{ amount: bigint }>(
    database,
    'select coalesce(sum(amount), 0) as amount from grant_entry where call_id = ?',
  );
  return ({ callId, workspaceId, amount }) => {
    if (callId === null) return;
    const call = charged.get(callId);
    if (call?.workspace_id !== workspaceId) {
      throw new GatewayError(
        'not_found',
        `No call ${callId} in workspace ${workspaceId}. Look it up under Usage, Calls.`,
      );
    }
    const before = refunded.get(callId)?.amount ?? 0n;
    if (before + amount <= call.charge) return;
    const already = `${formatCredits(before)} of ${formatCredits(call.charge)} credits are refunded already`;
    throw new GatewayError(
      'conflict',
      `Call ${callId} cannot be refunded ${formatCredits(amount)} credits: ${already}.`,
    );
  };
}

/** Grants, top-ups, refunds, adjustments and expiries. */
export function makeEntryOperations(database: DatabaseSync, accounts: AccountOperations) {
  const byExternalId = query<EntryRow>(database, 'select * from grant_entry where external_id = ?');
  const insert = database.prepare(`insert into grant_entry
    (id, workspace_id, kind, amount, external_id, call_id, reason, actor, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const checkRefund = makeRefundCheck(database);

  /** @see Ledger.post */
  const post = (entry: NewEntry): Posted =>
    transaction(database, () => {
      const { id, workspaceId, kind, amount, externalId, callId, reason, actor, createdAt } = entry;
      const row = byExternalId.get(externalId);
      if (row) {
        const known = entryOf(row);
        // Entries of the gateway are posted once: a start must not fail because an external id is already in use.
        if (isSame(known, entry) || isOwnExternalId(externalId))
          return { entry: known, created: false, account: accounts.account(workspaceId) };
        throw new GatewayError(
          'conflict',
          `The external id ${externalId} already belongs to entry ${known.id}. Send a new one.`,
        );
      }
      checkRefund(entry);
      const before = accounts.account(workspaceId);
      checkBalance(before, entry);
      checkSum(before, amount);
      insert.run(id, workspaceId, kind, amount, externalId, callId, reason, actor, createdAt);
      accounts.grant(workspaceId, amount);
      return { entry: booked(entry), created: true, account: accounts.account(workspaceId) };
    });

  const entries = ({ workspaceId, kind, callId, after, limit }: EntryQuery): Page<LedgerEntry> => {
    const { where, values } = whereOf([
      ['call_id = ?', callId],
      // A call has fewer entries than a workspace: the sign makes the query use the call's index.
      [callId === undefined ? 'workspace_id = ?' : '+workspace_id = ?', workspaceId],
      ['kind = ?', kind],
      ['seq < ?', after === undefined ? undefined : Number(after)],
    ]);
    const sql = `select * from grant_entry where ${where} order by seq desc limit ?`;
    const rows = query<EntryRow>(database, sql).all(...values, limit + 1);
    const items = rows.slice(0, limit);
    return { items: items.map(entryOf), next: rows.length > limit ? String(items.at(-1)?.seq) : null };
  };

  return { post, entries };
}
