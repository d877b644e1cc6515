import type { DatabaseSync } from 'node:sqlite';
import type { LimitUse, OpeningState } from '../../metering/ledger-records.ts';
import { lossAccount, lossEntry } from '../../metering/loss-entry.ts';
import { spanOf, type Span } from '../../shared/calendar.ts';
import { accountOf, type makeAccountOperations } from './account-operations.ts';
import { readSettlement } from './journal.ts';
import { all, big } from './rows.ts';
import type { SettleRow } from './settle-row.ts';
import { transaction } from './transaction.ts';

type Accounts = ReturnType<typeof makeAccountOperations>;

interface UseRow {
  readonly subject: string;
  readonly posted: bigint;
}

/**
 * What keys and their workspaces have spent in the day and month of `now`. Counted from the buckets, so that it is right
 * also after a workspace has moved to another zone.
 */
function makeWindowReader(database: DatabaseSync) {
  const zones = database.prepare('select id, time_zone from workspace');
  const spent = big(
    database,
    `select key_id as subject, sum(charge) as posted from usage_bucket
      where workspace_id = ? and bucket_start >= ? and bucket_start < ? group by key_id`,
  );
  const totals = big(database, `select subject, posted from limit_use where window = 'total'`);

  const windowOf = (workspaceId: string, window: 'day' | 'month', { start, end }: Span): readonly LimitUse[] => {
    const keys = all<UseRow>(spent, workspaceId, start, end);
    const whole = { subject: workspaceId, posted: keys.reduce((sum, { posted }) => sum + posted, 0n) };
    return [...keys, whole].map(({ subject, posted }) => ({ subject, window, windowStart: start, posted }));
  };

  return (now: number): readonly LimitUse[] => [
    ...all<UseRow>(totals).map(({ subject, posted }) => ({
      subject,
      window: 'total' as const,
      windowStart: 0,
      posted,
    })),
    ...all<{ id: string; time_zone: string }>(zones).flatMap(({ id, time_zone }) =>
      (['day', 'month'] as const).flatMap((window) => windowOf(id, window, spanOf(window, time_zone, now))),
    ),
  ];
}

interface Parts {
  readonly accounts: Accounts;
  readonly settleBatch: (rows: readonly SettleRow[]) => unknown;
  readonly instanceId: string;
}

/** Taking up the books after an earlier process, and giving them back. */
export function makeOpeningOperations(database: DatabaseSync, { accounts, settleBatch, instanceId }: Parts) {
  const closeLeases = database.prepare(`update lease set state = 'closed' where state = 'open'`);
  // What the leases had left is free again: their own figures, so that a sum that is wrong stays visible.
  const giveBack = database.prepare(`update account set leased = max(0, leased -
    (select coalesce(sum(granted - consumed), 0) from lease where subject = workspace_id and state = 'open'))`);
  const readWindows = makeWindowReader(database);
  const journal = database.prepare('select settlement from open_call order by call_id');

  /** Calls that were left open are settled from the journal; the rest of their holds is the operator's loss, at most. */
  const drain = (now: number): number => {
    const rows = all<{ settlement: string }>(journal).map(({ settlement }) => readSettlement(settlement, now));
    settleBatch(rows);
    for (const row of rows) {
      const loss = lossEntry({ callId: row[0], hold: row[12], charge: row[13], at: now });
      if (loss) accounts.post(loss);
    }
    return rows.length;
  };

  const close = (): void => {
    accounts.setOpen(false);
    giveBack.run();
    closeLeases.run();
  };

  /** @see Ledger.open */
  const open = (now: number): OpeningState =>
    transaction(database, () => {
      // In this order: a call that is drained draws on the lease that it was admitted under.
      const recovered = drain(now);
      close();
      database.prepare('insert into instance values (?, ?, ?)').run(instanceId, now, now);
      accounts.setOpen(true);
      const rows = all<Parameters<typeof accountOf>[0]>(big(database, 'select * from account')).map(accountOf);
      for (const { workspaceId } of rows) if (workspaceId !== lossAccount) accounts.leaseAll(workspaceId);
      return {
        recovered,
        accounts: rows.map(({ workspaceId }) => accounts.account(workspaceId)),
        limitUses: readWindows(now),
      };
    });

  /** @see Ledger.release */
  const release = (): void => transaction(database, close);

  return { open, release };
}
