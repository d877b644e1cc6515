import { describe } from 'vitest';
import { describeAuditLog } from './audit-log.ts';
import { newSharedEngine, newSqliteEngine, type NewEngine } from './engine.ts';
import { describeKeyStore } from './key-store.ts';
import { describeLedgerCalls } from './ledger-calls.ts';
import { describeLedgerEntries } from './ledger-entries.ts';
import { describeLedgerUsage } from './ledger-usage.ts';
import { describeMemberStore } from './member-store.ts';
import { describeObjectStore } from './object-store.ts';
import { describeRaces } from './races.ts';
import { describeSharedCredit } from './shared-credit.ts';
import { describeWholeBalances } from './whole-balances.ts';

type DescribePort = (newEngine: NewEngine) => void;

/** What every engine has to keep: the ports as their callers know them, without a word of SQL. */
const ports: readonly DescribePort[] = [
  describeKeyStore,
  describeMemberStore,
  describeAuditLog,
  describeObjectStore,
  describeLedgerEntries,
  describeLedgerCalls,
  describeLedgerUsage,
];

/** What an engine keeps besides, by whether several instances may use it at once. */
const besides: Readonly<Record<'one' | 'several', readonly DescribePort[]>> = {
  one: [describeWholeBalances],
  several: [describeRaces, describeSharedCredit],
};

describe('SQLite, one instance', () => {
  for (const describePort of [...ports, ...besides.one]) describePort(newSqliteEngine);
});

describe('the memory, several instances', () => {
  for (const describePort of [...ports, ...besides.several]) describePort(newSharedEngine);
});
