import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { AuditLog, AuditRecord } from '../../identity/audit-log.ts';
import type { Mismatch } from '../../metering/ledger-records.ts';
import type { Page } from '../../metering/ledger.ts';
import type { AuditEvent } from '../../shared/audit-event.ts';
import { query, transaction } from './query.ts';

export interface AuditRow {
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

/** The last row of the chain. */
export interface End {
  readonly seq: bigint;
  readonly hash: string;
}

/** A piece of the check of the whole chain. */
export interface AuditSlice {
  /** Where to go on; null: that was the last piece. */
  readonly next: End | null;
  readonly mismatches: readonly Mismatch[];
}

/** Rows checked in one piece: about 5 ms during which nothing is settled. */
export const rowsPerSlice = 500;

/** What stands before the first row. */
export const beginning: End = { seq: 0n, hash: '0'.repeat(64) };
/** The log begins at row 1; the check also covers rows that were inserted before it. */
export const lowest = -(2n ** 63n);

export const recordOf = (row: AuditRow): AuditRecord => ({
  seq: Number(row.seq),
  at: Number(row.at),
  actor: row.actor,
  action: row.action,
  object: row.object,
  diff: row.diff,
  requestId: row.request_id,
  hash: row.hash,
});

export const hashOf = (previous: string, seq: number, event: AuditEvent): string => {
  const { at, actor, action, object, diff, requestId } = event;
  const text = JSON.stringify([previous, seq, at, actor, action, object, diff, requestId]);
  return createHash('sha256').update(text).digest('hex');
};

export const broken = (seq: number): Mismatch => ({
  workspaceId: null,
  invariant: 0,
  object: `audit row ${seq}`,
  message: `Audit row ${seq} does not follow from the row before it: a row was changed, removed or moved.`,
});

const wrongEnd = (seq: bigint, message: string): readonly Mismatch[] => [
  { workspaceId: null, invariant: 0, object: `audit row ${seq}`, message },
];

/** @param kept what was noted when the last row was written; undefined: the note is gone */
export function compareEnds(found: End, kept: End | undefined): readonly Mismatch[] {
  if (kept === undefined) return wrongEnd(found.seq, 'What was noted of the end of the audit log is gone.');
  const { seq } = kept;
  if (found.seq < seq) return wrongEnd(seq, `Audit row ${seq} is missing: the log ends with row ${found.seq}.`);
  if (found.seq > seq) return wrongEnd(seq + 1n, `Audit row ${seq + 1n} was added behind the end of the log.`);
  if (found.hash === kept.hash) return [];
  return wrongEnd(seq, `Audit row ${seq} is not the one that was written: the log was written anew.`);
}

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
  const page = query<AuditRow>(
    database,
    'select * from audit where (?1 is null or object = ?1) and seq < ?2 order by seq desc limit ?3',
  );
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
    auditPage: (facts: Parameters<AuditLog['page']>[0]): Page<AuditRecord> => {
      const after = facts.after === undefined ? Number.MAX_SAFE_INTEGER : Number(facts.after);
      const rows = page.all(facts.object ?? null, after, facts.limit + 1);
      const items = rows.slice(0, facts.limit).map(recordOf);
      return { items, next: rows.length > items.length ? String(items.at(-1)?.seq) : null };
    },
    /** Follows the chain on from `from`, the last row that fits; null: from its beginning. */
    verifyAuditSlice: (from: End | null): AuditSlice => {
      let { seq, hash } = from ?? beginning;
      const rows = following.all(from === null ? lowest : seq + 1n);
      for (const row of rows) {
        seq += 1n;
        const fits = row.seq === seq && row.prev_hash === hash && row.hash === hashOf(hash, Number(seq), recordOf(row));
        if (!fits) return { next: null, mismatches: [broken(Number(row.seq))] };
        hash = row.hash;
      }
      const found = { seq, hash };
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
  readonly announce?: (...given: Given) => void;
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
      announce(...given);
      return result;
    });
