import type { DatabaseSync } from 'node:sqlite';
import type { NewEntry, OpeningState } from '../../metering/ledger-records.ts';
import { lossEntry } from '../loss-entry.ts';
import type { AccountOperations } from './account-operations.ts';
import { readSettlement } from './journal.ts';
import { query } from './query.ts';
import type { makeWindowReader } from './read-windows.ts';
import type { SettleBatch } from './settle-batch.ts';
import { transaction } from './transaction.ts';

interface Parts {
  readonly accounts: AccountOperations;
  readonly post: (entry: NewEntry) => unknown;
  readonly settleBatch: SettleBatch;
  readonly instanceId: string;
  readonly windows: Pick<ReturnType<typeof makeWindowReader>, 'all'>;
}

/** Taking up the books after an earlier process, and giving them back. */
export function makeOpeningOperations(database: DatabaseSync, parts: Parts) {
  const { accounts, post, settleBatch, instanceId, windows } = parts;
  const journal = query<{ settlement: string }>(database, 'select settlement from open_call order by call_id');
  const begin = database.prepare('insert into instance (id, started_at, heartbeat_at) values (?, ?, ?)');

  /** Calls that were left open are settled from the journal; the rest of their holds is the operator's loss, at most. */
  const drain = (now: number): number => {
    const calls = journal.all().map(({ settlement }) => readSettlement(settlement, now));
    settleBatch(calls);
    for (const { id, hold, charge } of calls) {
      const loss = lossEntry({ callId: id, hold, charge, at: now });
      if (loss) post(loss);
    }
    return calls.length;
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
        return { recovered, accounts: accounts.allAccounts(), limitUses: windows.all(now) };
      }),
    /** @see Ledger.release */
    release: (): void => transaction(database, accounts.closeLeases),
  };
}
