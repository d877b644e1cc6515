import { createHash } from 'node:crypto';
import type { AuditLog, AuditRecord } from '../../identity/stores.ts';
import type { Page } from '../../metering/ledger.ts';
import type { Mismatch } from '../../metering/ledger-records.ts';
import type { AuditEvent } from '../../shared/audit-event.ts';
import {
  all,
  asItIs,
  type EngineFacts,
  number,
  one,
  pageOf,
  run,
  type Steps,
  type StoredRow,
  tableOf,
} from './repository.ts';
import { whereOf } from './usage-query.ts';

const table = tableOf<AuditRecord & { readonly prevHash: string }>('audit', {
  seq: number(),
  at: number(),
  actor: asItIs(),
  action: asItIs(),
  object: asItIs(),
  diff: asItIs(),
  requestId: asItIs(),
  prevHash: asItIs(),
  hash: asItIs(),
});

function recordOf(row: StoredRow): AuditRecord {
  const { prevHash: _prevHash, ...record } = table.read(row);
  return record;
}

/** The last row of the chain. */
interface End {
  readonly seq: bigint;
  readonly hash: string;
}

/** The result of one step of the check of the whole chain. */
interface AuditSlice {
  /** Where the next step begins; null: this was the last one. */
  readonly next: End | null;
  readonly mismatches: readonly Mismatch[];
}

/** Rows checked in one step: about 5 ms during which nothing is settled. */
const rowsPerSlice = 500;

/** The end of an empty chain. */
const beginning: End = { seq: 0n, hash: '0'.repeat(64) };
/** The log begins at row 1; the check also covers rows that were inserted before it. */
const lowest = -(2n ** 63n);

const hashOf = (previous: string, seq: number, event: AuditEvent): string => {
  const { at, actor, action, object, diff, requestId } = event;
  const text = JSON.stringify([previous, seq, at, actor, action, object, diff, requestId]);
  return createHash('sha256').update(text).digest('hex');
};

/** Where a slice of the check begins. @param from the last row that fits; null: none was checked */
const firstOfSlice = (from: End | null): bigint => (from === null ? lowest : from.seq + 1n);

/**
 * Follows the chain over the rows of one slice.
 *
 * @param from the last row that fits; null: the beginning
 * @param rows from `firstOfSlice` on, at most `rowsPerSlice`
 * @returns the last row that fits, and the first that does not; null: all fit
 */
function follow(from: End | null, rows: readonly StoredRow[]): { found: End; mismatch: Mismatch | null } {
  let { seq, hash } = from ?? beginning;
  for (const row of rows) {
    const next = seq + 1n;
    const record = table.read(row);
    const fits = row.seq === next && record.prevHash === hash && record.hash === hashOf(hash, Number(next), record);
    if (!fits) return { found: { seq, hash }, mismatch: broken(Number(row.seq)) };
    ({ hash } = record);
    seq = next;
  }
  return { found: { seq, hash }, mismatch: null };
}

const broken = (seq: number): Mismatch => ({
  workspaceId: null,
  invariant: 0,
  object: `audit row ${seq}`,
  message: `Audit row ${seq} does not follow from the row before it: a row was changed, removed or moved.`,
});

const wrongEnd = (seq: bigint, message: string): readonly Mismatch[] => [
  { workspaceId: null, invariant: 0, object: `audit row ${seq}`, message },
];

/** @param kept the end recorded when the last row was written; undefined: that record is missing */
function compareEnds(found: End, kept: End | undefined): readonly Mismatch[] {
  if (kept === undefined) return wrongEnd(found.seq, 'The record of the end of the audit log is missing.');
  const { seq } = kept;
  if (found.seq < seq) return wrongEnd(seq, `Audit row ${seq} is missing: the log ends with row ${found.seq}.`);
  if (found.seq > seq) return wrongEnd(seq + 1n, `Audit row ${seq + 1n} was added after the end of the log.`);
  if (found.hash === kept.hash) return [];
  return wrongEnd(seq, `Audit row ${seq} is not the one that was written: the log has been rewritten.`);
}

/**
 * The hash chain of who changed what. Its end is stored in a separate table in the same transaction, and the next row follows from
 * that: a row removed from the end is noticed, even after others were added.
 */
export const makeAuditOperations = ({ lock }: EngineFacts) => ({
  /** Adds an event. The row that notes the end is locked first: the next one waits until this one is there. */
  *appendAudit(event: AuditEvent): Steps<void> {
    const end = yield* one<End>(`select seq, hash from audit_end ${lock}`);
    const before = end?.hash ?? beginning.hash;
    // Skips rows that were inserted after the end, so that a change can be logged in any case.
    const last = yield* one<{ seq: bigint }>('select coalesce(max(seq), 0) as seq from audit');
    const [known, noted] = [last?.seq ?? 0n, end?.seq ?? 0n];
    const seq = Number(known > noted ? known : noted) + 1;
    const hash = hashOf(before, seq, event);
    yield* run(table.insert, ...table.values({ ...event, seq, prevHash: before, hash }));
    const move = 'insert into audit_end values (1, $1, $2) on conflict ("only") do update set seq = $1, hash = $2';
    yield* run(move, seq, hash);
  },
  *auditPage({ objects, after, limit }: Parameters<AuditLog['page']>[0]): Steps<Page<AuditRecord>> {
    const { where, values } = whereOf([['seq < ?', after === undefined ? undefined : Number(after)]]);
    const about = objects === undefined ? '' : ` and object in (${objects.map(() => '?').join(', ')})`;
    const sql = `select * from audit where ${where}${about} order by seq desc limit ?`;
    const rows = yield* all<StoredRow>(sql, ...values, ...(objects ?? []), limit + 1);
    return pageOf(rows, limit, { read: recordOf });
  },
  /** Follows the chain on from `from`, the last row that fits; null: from its beginning. Rows and end are of one moment. */
  *verifyAuditSlice(from: End | null): Steps<AuditSlice> {
    const sql = `select * from audit where seq >= $1 order by seq limit ${rowsPerSlice}`;
    const rows = yield* all<StoredRow>(sql, firstOfSlice(from));
    const { found, mismatch } = follow(from, rows);
    if (mismatch !== null) return { next: null, mismatches: [mismatch] };
    if (rows.length === rowsPerSlice) return { next: found, mismatches: [] };
    return { next: null, mismatches: compareEnds(found, yield* one<End>('select seq, hash from audit_end')) };
  },
});
