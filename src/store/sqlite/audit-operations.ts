import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { AuditLog, AuditRecord } from '../../metering/audit-log.ts';
import type { Page } from '../../metering/ledger-queries.ts';
import type { Mismatch } from '../../metering/ledger-records.ts';
import type { AuditEvent } from '../../shared/audit-event.ts';
import { query } from './query.ts';
import { transaction } from './transaction.ts';

interface AuditRow {
  readonly seq: bigint;
  readonly at: bigint;
  readonly actor: string;
  readonly action: string;
  readonly object: string;
  readonly diff: string;
  readonly request_id: string | null;
  readonly prev_hash: string;
  readonly hash: string;
}

/** What stands before the first row. */
const firstHash = '0'.repeat(64);

const recordOf = (row: AuditRow): AuditRecord => ({
  seq: Number(row.seq),
  at: Number(row.at),
  actor: row.actor,
  action: row.action,
  object: row.object,
  diff: row.diff,
  requestId: row.request_id,
  hash: row.hash,
});

const hashOf = (previous: string, seq: number, event: AuditEvent): string => {
  const { at, actor, action, object, diff, requestId } = event;
  const text = JSON.stringify([previous, seq, at, actor, action, object, diff, requestId]);
  return createHash('sha256').update(text).digest('hex');
};

const broken = (seq: number): Mismatch => ({
  workspaceId: null,
  invariant: 0,
  object: `audit row ${seq}`,
  message: `Audit row ${seq} does not follow from the row before it: a row was changed, removed or moved.`,
});

/** The hash chain of who changed what. */
export function makeAuditOperations(database: DatabaseSync) {
  const last = query<{ seq: bigint; hash: string }>(database, 'select seq, hash from audit order by seq desc limit 1');
  const insert = database.prepare('insert into audit values (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const page = query<AuditRow>(
    database,
    'select * from audit where (?1 is null or object = ?1) and seq < ?2 order by seq desc limit ?3',
  );

  return {
    appendAudit: (event: AuditEvent): void =>
      transaction(database, () => {
        const before = last.get() ?? { seq: 0n, hash: firstHash };
        const seq = Number(before.seq) + 1;
        const { at, actor, action, object, diff, requestId } = event;
        insert.run(seq, at, actor, action, object, diff, requestId, before.hash, hashOf(before.hash, seq, event));
      }),
    auditPage: (asked: Parameters<AuditLog['page']>[0]): Page<AuditRecord> => {
      const after = asked.after === undefined ? Number.MAX_SAFE_INTEGER : Number(asked.after);
      const rows = page.all(asked.object ?? null, after, asked.limit + 1);
      const items = rows.slice(0, asked.limit).map(recordOf);
      return { items, next: rows.length > items.length ? String(items.at(-1)?.seq) : null };
    },
    verifyAudit: (): readonly Mismatch[] => {
      let previous = firstHash;
      let seq = 0;
      for (const row of database
        .prepare('select * from audit order by seq')
        .iterate() as unknown as Iterable<AuditRow>) {
        seq += 1;
        const fits =
          Number(row.seq) === seq && row.prev_hash === previous && row.hash === hashOf(previous, seq, recordOf(row));
        if (!fits) return [broken(Number(row.seq))];
        previous = row.hash;
      }
      return [];
    },
  };
}
