import type { AuditEvent } from '../shared/audit-event.ts';
import type { Page } from '../metering/ledger.ts';
import type { Mismatch } from '../metering/ledger-records.ts';

export interface AuditRecord extends AuditEvent {
  readonly seq: number;
  /** SHA-256 (hex) of the previous row's hash and this row, so that a row changed, removed or reordered later is detected. */
  readonly hash: string;
}

/** The append-only, hash-chained record of changes and who made them. */
export interface AuditLog {
  /** For actions that change nothing, such as an export; changes are stored with their event. Durable when resolved. */
  readonly append: (event: AuditEvent) => Promise<void>;
  /** Newest first. `object` filters by exact value, `limit` is 1 to 1000. */
  readonly page: (query: {
    readonly object?: string;
    readonly after?: string;
    readonly limit: number;
  }) => Promise<Page<AuditRecord>>;
  /** Recomputes the chain up to its recorded end. Returns the first row that does not match, or nothing. */
  readonly verify: () => Promise<readonly Mismatch[]>;
}
