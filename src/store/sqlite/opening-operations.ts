import type { DatabaseSync } from 'node:sqlite';
import type { LimitUse, NewEntry, OpeningState } from '../../metering/ledger-records.ts';
import { spanOf, type Span } from '../../shared/calendar.ts';
import { lossEntry } from '../loss-entry.ts';
import type { AccountOperations } from './account-operations.ts';
import { readSettlement } from './journal.ts';
import { query } from './query.ts';
import type { SettleRow } from './settle-row.ts';
import { transaction } from './transaction.ts';

interface UseRow {
  readonly subject: string;
  readonly posted: bigint;
}

interface ZoneRow {
  readonly id: string;
  readonly time_zone: string;
}

/**
 * What keys and their workspaces have spent in the day and month of `now`. Counted from the buckets, so that it is right
 * also after a workspace has moved to another zone.
 */
function makeWindowReader(database: DatabaseSync): (now: number) => readonly LimitUse[] {
  const zones = query<ZoneRow>(database, 'select id, time_zone from workspace');
  const totals = query<UseRow>(database, `select subject, posted from limit_use where window = 'total'`);
  const spent = query<UseRow>(
    database,
    `select key_id as subject, sum(charge) as posted from usage_bucket
      where workspace_id = ? and bucket_start >= ? and bucket_start < ? group by key_id`,
  );

  const windowOf = (workspaceId: string, window: 'day' | 'month', { start, end }: Span): readonly LimitUse[] => {
    const keys = spent.all(workspaceId, start, end);
    const whole = { subject: workspaceId, posted: keys.reduce((sum, { posted }) => sum + posted, 0n) };
    return [...keys, whole].map(({ subject, posted }) => ({ subject, window, windowStart: start, posted }));
  };

  return (now) => [
    ...totals.all().map(({ subject, posted }) => ({ subject, window: 'total' as const, windowStart: 0, posted })),
    ...zones
      .all()
      .flatMap(({ id, time_zone }) =>
        (['day', 'month'] as const).flatMap((window) => windowOf(id, window, spanOf(window, time_zone, now))),
      ),
  ];
}

interface Parts {
  readonly accounts: AccountOperations;
  readonly post: (entry: NewEntry) => unknown;
  readonly settleBatch: (rows: readonly SettleRow[]) => unknown;
  readonly instanceId: string;
}

/** Taking up the books after an earlier process, and giving them back. */
export function makeOpeningOperations(database: DatabaseSync, { accounts, post, settleBatch, instanceId }: Parts) {
  const journal = query<{ settlement: string }>(database, 'select settlement from open_call order by call_id');
  const begin = database.prepare('insert into instance (id, started_at, heartbeat_at) values (?, ?, ?)');
  const readWindows = makeWindowReader(database);

  /** Calls that were left open are settled from the journal; the rest of their holds is the operator's loss, at most. */
  const drain = (now: number): number => {
    const rows = journal.all().map(({ settlement }) => readSettlement(settlement, now));
    settleBatch(rows);
    for (const row of rows) {
      const loss = lossEntry({ callId: row[0], hold: row[12], charge: row[13], at: now });
      if (loss) post(loss);
    }
    return rows.length;
  };

  return {
    /** @see Ledger.open */
    open: (now: number): OpeningState =>
      transaction(database, () => {
        // In this order: a call that is drained draws on the lease that it was admitted under.
        const recovered = drain(now);
        accounts.closeLeases();
        begin.run(instanceId, now, now);
        accounts.openLeases();
        return { recovered, accounts: accounts.allAccounts(), limitUses: readWindows(now) };
      }),
    /** @see Ledger.release */
    release: (): void => transaction(database, accounts.closeLeases),
  };
}
