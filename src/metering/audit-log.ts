import type { Page } from './ledger-queries.ts';
import type { Mismatch } from './ledger-records.ts';

/** Something that an administrator or a member did. `diff` holds no secret. */
export interface AuditEvent {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Who: `admin`, `member:…`, `bootstrap`, `system`. */
  readonly actor: string;
  /** For example `key.revoke`. */
  readonly action: string;
  /** For example `key:key_0Yx…`. */
  readonly object: string;
  /** What changed, as JSON text; empty when there is nothing to say. */
  readonly diff: string;
  readonly requestId: string | null;
}

export interface AuditRecord extends AuditEvent {
  readonly seq: number;
  /** SHA-256, hex, over the row before and this row: a row changed, removed or reordered later breaks the chain. */
  readonly hash: string;
}

/** The append-only, hash-chained record of what was changed and by whom. */
export interface AuditLog {
  /** Durable when resolved. */
  readonly append: (event: AuditEvent) => Promise<void>;
  /** Newest first. `object` filters by exact value, `limit` is 1 to 1000. */
  readonly page: (query: {
    readonly object?: string;
    readonly after?: string;
    readonly limit: number;
  }) => Promise<Page<AuditRecord>>;
  /** Recomputes the chain; the first row that does not fit, or nothing. */
  readonly verify: () => Promise<readonly Mismatch[]>;
}
