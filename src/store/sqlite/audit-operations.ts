import type { DatabaseSync } from 'node:sqlite';
import type { AuditLog, AuditRecord } from '../../identity/audit-log.ts';
import type { Page } from '../../metering/ledger.ts';
import type { AuditEvent } from '../../shared/audit-event.ts';
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
} from '../shared/audit-chain.ts';
import { whereOf } from '../shared/usage-query.ts';
import { query, transaction } from './query.ts';

/**
 * The hash chain of who changed what. Its end is stored in a separate table in the same transaction, and the next row follows from
 * that: a row removed from the end is noticed, even after others were added.
 */
export function makeAuditOperations(database: DatabaseSync) {
  const end = query<End>(database, 'select seq, hash from audit_end');
  // Skips rows that were inserted after the end, so that a change can be logged in any case.
  const last = query<{ seq: bigint }>(
    database,
    `select max((select coalesce(max(seq), 0) from audit), coalesce((select seq from audit_end), 0)) as seq`,
  );
  const moveEnd = database.prepare(
    'insert into audit_end values (1, ?, ?) on conflict do update set seq = excluded.seq, hash = excluded.hash',
  );
  const insert = database.prepare('insert into audit values (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const following = query<AuditRow>(database, `select * from audit where seq >= ? order by seq limit ${rowsPerSlice}`);

  return {
    appendAudit: (event: AuditEvent): void =>
      transaction(database, () => {
        const before = end.get()?.hash ?? beginning.hash;
        const seq = Number(last.get()?.seq ?? 0n) + 1;
        const hash = hashOf(before, seq, event);
        const { at, actor, action, object, diff, requestId } = event;
        insert.run(seq, at, actor, action, object, diff, requestId, before, hash);
        moveEnd.run(seq, hash);
      }),
    auditPage: (wanted: Parameters<AuditLog['page']>[0]): Page<AuditRecord> => {
      const { object, after, limit } = wanted;
      const { where, values } = whereOf([
        ['object = ?', object],
        ['seq < ?', after === undefined ? undefined : Number(after)],
      ]);
      const sql = `select * from audit where ${where} order by seq desc limit ?`;
      return auditPageOf(query<AuditRow>(database, sql).all(...values, limit + 1), limit);
    },
    /** Follows the chain on from `from`, the last row that fits; null: from its beginning. */
    verifyAuditSlice: (from: End | null): AuditSlice => {
      const rows = following.all(firstOfSlice(from));
      const { found, mismatch } = follow(from, rows);
      if (mismatch !== null) return { next: null, mismatches: [mismatch] };
      if (rows.length === rowsPerSlice) return { next: found, mismatches: [] };
      return { next: null, mismatches: compareEnds(found, end.get()) };
    },
  };
}

const always = (): boolean => true;
const nothing = (): void => undefined;

/** What a write does besides. */
interface Noted<Given extends readonly unknown[], Result> {
  /** Whether it changed anything; always where it is absent. */
  readonly changed?: (result: Result) => boolean;
  /** Writes to the change feed. It is called last in the transaction. */
  readonly announce?: (subject: Given[0]) => void;
}

/**
 * Lets a write take its event of the audit log along, in one transaction: whatever happens between the two, the change
 * and its row are both on the disk or neither is.
 *
 * @param append adds an event to the chain
 */
export const makeNoting =
  (database: DatabaseSync, append: (event: AuditEvent) => void) =>
  <Given extends readonly unknown[], Result>(
    write: (...given: Given) => Result,
    { changed = always, announce = nothing }: Noted<Given, Result> = {},
  ) =>
  (event: AuditEvent | null, ...given: Given): Result =>
    transaction(database, () => {
      const result = write(...given);
      if (!changed(result)) return result;
      if (event !== null) append(event);
      announce(given[0]);
      return result;
    });
