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
