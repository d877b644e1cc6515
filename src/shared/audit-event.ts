/** An action of an administrator or a member. `diff` contains no secret. */
export interface AuditEvent {
  /** Epoch milliseconds. */
  readonly at: number;
  /** `admin`, `member:…`, `bootstrap` or `system`. */
  readonly actor: string;
  /** For example `key.revoke`. */
  readonly action: string;
  /** For example `key:key_0Yx…`. */
  readonly object: string;
  /** The changes as JSON text; empty if there are none. */
  readonly diff: string;
  readonly requestId: string | null;
}
