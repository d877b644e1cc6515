import { describeAlertStore } from './alert-store.ts';
import { describeCredentialStore } from './credential-store.ts';
import { describePersonStore } from './person-store.ts';
import { describeSessionStore } from './session-store.ts';
import { describeAttemptStore } from './attempt-store.ts';
import { describeAuditLog } from './audit-log.ts';
import type { NewEngine } from './engine.ts';
import { describeKeyStore } from './key-store.ts';
import { describeLedgerCalls } from './ledger-calls.ts';
import { describeLedgerEntries } from './ledger-entries.ts';
import { describeLedgerUsage } from './ledger-usage.ts';
import { describeMemberStore } from './member-store.ts';
import { describeObjectReads } from './object-reads.ts';
import { describeObjectStore } from './object-store.ts';
import { describeRefusedCalls } from './refused-calls.ts';

/** What every engine has to keep: the ports as their callers know them, without a word of SQL. */
export const ports: readonly ((newEngine: NewEngine) => void)[] = [
  describeKeyStore,
  describeMemberStore,
  describePersonStore,
  describeSessionStore,
  describeAttemptStore,
  describeAlertStore,
  describeCredentialStore,
  describeAuditLog,
  describeObjectStore,
  describeObjectReads,
  describeLedgerEntries,
  describeLedgerCalls,
  describeLedgerUsage,
  describeRefusedCalls,
];
