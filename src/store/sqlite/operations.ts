import type { DatabaseSync } from 'node:sqlite';
import { makeAccountOperations } from './account-operations.ts';
import { makeAuditOperations } from './audit-operations.ts';
import { makeBookCheckOperations } from './book-check-operations.ts';
import { makeCallOperations } from './call-operations.ts';
import { makeEntryOperations } from './entry-operations.ts';
import { makeJournal } from './journal.ts';
import { makeKeyOperations } from './key-operations.ts';
import { makeObjectItemOperations } from './object-item-operations.ts';
import { makeObjectOperations } from './object-operations.ts';
import { makeOpeningOperations } from './opening-operations.ts';
import type { SettleRow } from './settle-row.ts';
import { makeUsageOperations } from './usage-operations.ts';

interface Parts {
  readonly instanceId: string;
  readonly settleBatch: (rows: readonly SettleRow[]) => unknown;
}

/** Everything that can be asked of the database by name. Each operation is synchronous and runs in the worker thread. */
export function makeOperations(database: DatabaseSync, { instanceId, settleBatch }: Parts) {
  const accounts = makeAccountOperations(database, instanceId);
  const entries = makeEntryOperations(database, accounts);
  return {
    account: accounts.account,
    freeze: accounts.freeze,
    ...entries,
    ...makeOpeningOperations(database, { accounts, post: entries.post, settleBatch, instanceId }),
    journal: makeJournal(database),
    ...makeCallOperations(database),
    ...makeUsageOperations(database),
    ...makeBookCheckOperations(database, instanceId),
    ...makeKeyOperations(database),
    ...makeAuditOperations(database),
    ...makeObjectOperations(database),
    ...makeObjectItemOperations(database),
  };
}

export type Operations = ReturnType<typeof makeOperations>;
