import type { AuditLog } from '../../metering/audit-log.ts';
import type { Mismatch } from '../../metering/ledger-records.ts';
import type { Connection } from './connection.ts';

/** Goes through the chain piece by piece, so that a long one does not hold up settling. */
async function verify({ ask }: Connection): Promise<readonly Mismatch[]> {
  let slice = await ask('verifyAuditSlice', null);
  while (slice.next !== null) slice = await ask('verifyAuditSlice', slice.next);
  return slice.mismatches;
}

/** The audit log in the embedded database. */
export const makeSqliteAuditLog = (connection: Connection): AuditLog => ({
  append: (event) => connection.ask('appendAudit', event),
  page: (query) => connection.ask('auditPage', query),
  verify: () => verify(connection),
});
