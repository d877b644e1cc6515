import type { AuditEvent } from '../shared/audit-event.ts';
import type { KeyLimits, Scope } from './caller.ts';

/** A key as it is kept: never the secret itself, only its SHA-256 and what people recognise it by. */
export interface KeyRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  /** SHA-256 of the whole secret, 64 lower-case hex digits. */
  readonly hash: string;
  /** Hash of the secret that the last rotation replaced; null when the key was never rotated. Kept after its grace. */
  readonly previousHash: string | null;
  /**
   * Milliseconds for which the replaced secret is still accepted once the new one is used: it waits for that, without a limit
   * of time. Null: it does not wait, its end is `previousExpiresAt`.
   */
  readonly previousGrace: number | null;
  /** Epoch milliseconds from which the replaced secret is no longer accepted; null with `previousHash`, and while it waits. */
  readonly previousExpiresAt: number | null;
  /** The start of the secret that may be shown, for example `sk-dg-`. */
  readonly prefix: string;
  readonly lastFour: string;
  readonly scope: Scope;
  readonly limits: KeyLimits;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  /** 1 for a new one, and one more with each change: what compare-and-swap compares. */
  readonly version: number;
}

/** A workspace as the key store sees it. */
export interface WorkspaceRecord {
  readonly id: string;
  readonly name: string;
  readonly planId: string | null;
  readonly timeZone: string;
  readonly createdAt: number;
  /** Since when its calls are refused (403, `account_frozen`), in epoch milliseconds; null: they are not. */
  readonly suspendedAt: number | null;
  /** As a key's. */
  readonly version: number;
}

/**
 * Where keys and workspaces live. Look-ups are synchronous and in memory: they stand on the path of every call. What other
 * instances change arrives through the change feed. A write takes its event of the audit log along: both are durable together,
 * or neither is.
 */
export interface KeyStore {
  /**
   * The key whose `hash` or `previousHash` this is, whatever its state (expired and revoked keys too).
   * The same object until the key changes: what is derived from a record is cached by its identity.
   */
  readonly find: (hash: string) => KeyRecord | undefined;
  /** The same object until the workspace changes. */
  readonly workspace: (id: string) => WorkspaceRecord | undefined;
  readonly listKeys: (workspaceId?: string) => readonly KeyRecord[];
  readonly listWorkspaces: () => readonly WorkspaceRecord[];
  /** Durable when resolved, and seen by the next `find`. Rejects when id or hash is taken. */
  readonly addKey: (key: KeyRecord, event?: AuditEvent) => Promise<void>;
  /**
   * Replaces the record of the same id (scope, limits, expiry, revocation, hash on rotation), if it still has the version that
   * this one was read at.
   *
   * @returns the record as it is kept, one version on; null: another change came first, nothing was written, and the next look-up
   *   gives what that change left
   */
  readonly putKey: (key: KeyRecord, event?: AuditEvent) => Promise<KeyRecord | null>;
  readonly addWorkspace: (workspace: WorkspaceRecord, event?: AuditEvent) => Promise<void>;
  /** @returns as `putKey` */
  readonly putWorkspace: (workspace: WorkspaceRecord, event?: AuditEvent) => Promise<WorkspaceRecord | null>;
}
