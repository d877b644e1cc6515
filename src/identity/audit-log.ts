import type { AuditEvent } from '../shared/audit-event.ts';
import type { Page } from '../metering/ledger.ts';
import type { Mismatch } from '../metering/ledger-records.ts';

export interface AuditRecord extends AuditEvent {
  readonly seq: number;
  /** SHA-256, hex, over the row before and this row: a row changed, removed or reordered later breaks the chain. */
  readonly hash: string;
}

/** The append-only, hash-chained record of what was changed and by whom. */
export interface AuditLog {
  /** For what changes no store of ours, such as an export; a change takes its event along. Durable when resolved. */
  readonly append: (event: AuditEvent) => Promise<void>;
  /** Newest first. `object` filters by exact value, `limit` is 1 to 1000. */
  readonly page: (query: {
    readonly object?: string;
    readonly after?: string;
    readonly limit: number;
  }) => Promise<Page<AuditRecord>>;
  /** Recomputes the chain up to the end that was noted; the first row that does not fit, or nothing. */
  readonly verify: () => Promise<readonly Mismatch[]>;
}
