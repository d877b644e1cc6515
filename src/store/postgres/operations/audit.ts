import type { AuditLog, AuditRecord } from '../../../identity/audit-log.ts';
import type { Page } from '../../../metering/ledger.ts';
import type { AuditEvent } from '../../../shared/audit-event.ts';
import {
  auditPageOf,
  beginning,
  compareEnds,
  firstOfSlice,
  follow,
  hashOf,
  rowsPerSlice,
  type AuditRow,
  type AuditSlice,
  type End,
} from '../../shared/audit-chain.ts';
import type { Session } from '../session.ts';

/** Adds an event to the chain. The row that notes its end is locked first: the next one waits until this one is there. */
export async function appendAudit(session: Session, event: AuditEvent): Promise<void> {
  const end = await session.one<End>('select seq, hash from audit_end for update');
  const before = end?.hash ?? beginning.hash;
  // Never the number of a row that was added behind the end: what is changed must be noted all the same.
  const last = await session.one<{ seq: bigint }>('select coalesce(max(seq), 0) as seq from audit');
  const highest = (last?.seq ?? 0n) > (end?.seq ?? 0n) ? (last?.seq ?? 0n) : (end?.seq ?? 0n);
  const seq = Number(highest) + 1;
  const hash = hashOf(before, seq, event);
  const { at, actor, action, object, diff, requestId } = event;
  const sql = 'insert into audit values ($1, $2, $3, $4, $5, $6, $7, $8, $9)';
  await session.run(sql, seq, at, actor, action, object, diff, requestId, before, hash);
  const move = 'insert into audit_end values (1, $1, $2) on conflict ("only") do update set seq = $1, hash = $2';
  await session.run(move, seq, hash);
}

export async function auditPage(session: Session, wanted: Parameters<AuditLog['page']>[0]): Promise<Page<AuditRecord>> {
  const after = wanted.after === undefined ? Number.MAX_SAFE_INTEGER : Number(wanted.after);
  const rows = await session.all<AuditRow>(
    'select * from audit where ($1::text is null or object = $1) and seq < $2 order by seq desc limit $3',
    wanted.object ?? null,
    after,
    wanted.limit + 1,
  );
  return auditPageOf(rows, wanted.limit);
}

/** Follows the chain on from `from`, the last row that fits; null: from its beginning. Rows and end are of one moment. */
export async function verifyAuditSlice(session: Session, from: End | null): Promise<AuditSlice> {
  const sql = `select * from audit where seq >= $1 order by seq limit ${rowsPerSlice}`;
  const rows = await session.all<AuditRow>(sql, firstOfSlice(from));
  const { found, mismatch } = follow(from, rows);
  if (mismatch !== null) return { next: null, mismatches: [mismatch] };
  if (rows.length === rowsPerSlice) return { next: found, mismatches: [] };
  return { next: null, mismatches: compareEnds(found, await session.one<End>('select seq, hash from audit_end')) };
}
