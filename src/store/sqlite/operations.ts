import type { DatabaseSync } from 'node:sqlite';
import { makeAccountOperations } from './account-operations.ts';
import { makeAuditOperations } from './audit-operations.ts';
import { makeBookCheckOperations } from './book-check-operations.ts';
import { makeCallOperations } from './call-operations.ts';
import { makeEntryOperations } from './entry-operations.ts';
import { makeJournal } from './journal.ts';
import { makeKeyOperations } from './key-operations.ts';
import { makeMemberOperations } from './member-operations.ts';
import { makeObjectItemOperations } from './object-item-operations.ts';
import { makeObjectOperations } from './object-operations.ts';
import { makeOpeningOperations } from './opening-operations.ts';
import type { SettleBatch } from './settle-batch.ts';
import { makeUsageOperations } from './usage-operations.ts';
import { makeNoting } from './noting.ts';
import { makeWindowReader } from './read-windows.ts';

interface Parts {
  readonly instanceId: string;
  readonly settleBatch: SettleBatch;
}

/**
 * Everything that can be asked of the database by name. Each operation is synchronous and runs in the worker thread. What has
 * to do with calls and credits is answered from books in which every acknowledged call is posted; the rest need not wait for that.
 */
export function makeOperations(database: DatabaseSync, { instanceId, settleBatch }: Parts) {
  const accounts = makeAccountOperations(database, instanceId);
  const entries = makeEntryOperations(database, accounts);
  const keys = makeKeyOperations(database);
  const audit = makeAuditOperations(database);
  const members = makeMemberOperations(database);
  const windows = makeWindowReader(database);
  const noting = makeNoting(database, audit.appendAudit);
  const ofTheBooks = {
    account: accounts.account,
    freeze: noting(accounts.freeze),
    ...entries,
    post: noting(entries.post, ({ created }) => created),
    ...makeOpeningOperations(database, { accounts, post: entries.post, settleBatch, instanceId, windows }),
    windows: windows.windows,
    journal: makeJournal(database, instanceId),
    ...makeCallOperations(database),
    ...makeUsageOperations(database),
    ...makeBookCheckOperations(database, instanceId),
  };
  const others = {
    ...keys,
    addKey: noting(keys.addKey),
    putKey: noting(keys.putKey),
    addWorkspace: noting(keys.addWorkspace),
    putWorkspace: noting(keys.putWorkspace),
    ...members,
    addMember: noting(members.addMember),
    putMember: noting(members.putMember),
    removeMember: noting(members.removeMember),
    ...audit,
    ...makeObjectOperations(database),
    ...makeObjectItemOperations(database),
  };
  return { ofTheBooks, others };
}

type Made = ReturnType<typeof makeOperations>;
export type Operations = Made['ofTheBooks'] & Made['others'];
