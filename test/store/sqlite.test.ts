import { describe } from 'vitest';
import { newSqliteEngine } from './engine.ts';
import { ports } from './ports.ts';
import { describeWholeBalances } from './whole-balances.ts';

/** An engine for one instance keeps the ports, and leases it every balance whole. */
describe('SQLite', () => {
  for (const describePort of [...ports, describeWholeBalances]) describePort(newSqliteEngine);
});
