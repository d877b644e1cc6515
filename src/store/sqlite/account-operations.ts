import type { DatabaseSync } from 'node:sqlite';
import type { AccountRecord } from '../../metering/ledger-records.ts';
import { query } from './query.ts';

interface AccountRow {
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

/** Accounts, and the lease of whole balances that the one process on this store has. */
export interface AccountOperations {
  /** Zeros for a workspace that was never granted anything. */
  readonly account: (workspaceId: string) => AccountRecord;
  readonly allAccounts: () => readonly AccountRecord[];
  /** Adds to what was granted, and to the lease. */
  readonly grant: (workspaceId: string, amount: bigint) => void;
  /** @param reason null lifts the freeze */
  readonly freeze: (workspaceId: string, reason: string | null) => AccountRecord;
  /** From now on this process leases whatever is free in any account. */
  readonly openLeases: () => void;
  /** Closes all leases, of whatever process; what they had left is free again. */
  readonly closeLeases: () => void;
}

export function makeAccountOperations(database: DatabaseSync, instanceId: string): AccountOperations {
  const one = query<AccountRow>(database, 'select * from account where workspace_id = ?');
  const every = query<AccountRow>(database, 'select * from account');
  const addGrant = database.prepare(`insert into account (workspace_id, granted) values (?, ?)
    on conflict (workspace_id) do update set granted = granted + excluded.granted`);
  const setFrozen = database.prepare(`insert into account (workspace_id, frozen_reason) values (?, ?)
    on conflict (workspace_id) do update set frozen_reason = excluded.frozen_reason`);
  const openLease = database.prepare(`insert into lease (id, subject, instance_id, granted, state)
    values (?, ?, ?, 0, 'open') on conflict (id) do nothing`);
  const resizeLease = database.prepare('update lease set granted = granted + ? where id = ?');
  const resizeAccount = database.prepare('update account set leased = leased + ? where workspace_id = ?');
  // By the leases' own figures, so that an account whose sum is wrong stays visibly wrong.
  const giveBack = database.prepare(`update account set leased = max(0, leased -
    (select coalesce(sum(granted - consumed), 0) from lease where subject = workspace_id and state = 'open'))`);
  const close = database.prepare(`update lease set state = 'closed' where state = 'open'`);
  let isOpen = false;

  const account = (workspaceId: string): AccountRecord => {
    const row = one.get(workspaceId);
    return row ? accountOf(row) : { workspaceId, granted: 0n, posted: 0n, leased: 0n, frozenReason: null };
  };

  /** Leases all that is free; gives up what is covered no longer. */
  const leaseAll = (workspaceId: string): void => {
    if (!isOpen) return;
    const { granted, posted, leased } = account(workspaceId);
    const free = granted - posted - leased;
    const change = free < -leased ? -leased : free;
    if (change === 0n) return;
    const id = `${instanceId}:${workspaceId}`;
    openLease.run(id, workspaceId, instanceId);
    resizeLease.run(change, id);
    resizeAccount.run(change, workspaceId);
  };

  return {
    account,
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
      isOpen = true;
      for (const { workspace_id } of every.all()) leaseAll(workspace_id);
    },
    closeLeases: () => {
      isOpen = false;
      giveBack.run();
      close.run();
    },
  };
}
