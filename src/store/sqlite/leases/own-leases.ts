import type { DatabaseSync } from 'node:sqlite';
import type { AccountRow } from '../../operations/accounts.ts';
import type { InstanceFacts } from '../../shared/steps.ts';
import { query } from '../query.ts';

/** Condition for rows of the listed instances. Its parameter is a JSON list of ids. */
export const ofInstances = 'instance_id in (select value from json_each(?))';

/** The leases of whole balances that a single instance has on its store. */
interface OwnLeases {
  /** From now on this process leases everything that is free in any account. */
  readonly open: () => void;
  /** Closes the leases of dead instances, which frees what is left of them. */
  readonly closeOf: (instanceIds: readonly string[]) => void;
  /** The same for this process, which leases nothing more. */
  readonly close: () => void;
  /** Leases what has become free in an account, and gives up what is no longer covered; nothing if several instances share it. */
  readonly leaseFree: (workspaceId: string) => void;
}

export function makeOwnLeases(database: DatabaseSync, { instanceId, isShared }: InstanceFacts): OwnLeases {
  const account = query<AccountRow>(database, 'select * from account where workspace_id = ?');
  const every = query<AccountRow>(database, 'select * from account');
  const openLease = database.prepare(`insert into lease (id, subject, instance_id, granted, state)
    values (?, ?, ?, 0, 'open') on conflict (id) do nothing`);
  const resizeLease = database.prepare('update lease set granted = granted + ? where id = ?');
  const resizeAccount = database.prepare('update account set leased = leased + ? where workspace_id = ?');
  const ownRest = query<{ rest: bigint }>(database, 'select granted - consumed as rest from lease where id = ?');
  const closeLeases = makeLeaseEnd(database);
  let isOpen = false;

  const leaseFree = (workspaceId: string): void => {
    if (!isOpen) return;
    const { granted, posted, leased } = account.get(workspaceId) ?? { granted: 0n, posted: 0n, leased: 0n };
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
    open: () => {
      isOpen = !isShared;
      for (const { workspace_id } of every.all()) leaseFree(workspace_id);
    },
    closeOf: closeLeases,
    close: () => {
      isOpen = false;
      closeLeases([instanceId]);
    },
    leaseFree,
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
