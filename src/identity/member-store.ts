import type { AuditEvent } from '../shared/audit-event.ts';

/** What a member is there for, from everything to reading. Enforced where people sign in. */
export type MemberRole = 'owner' | 'admin' | 'billing' | 'developer' | 'viewer';

/** Somebody who belongs to a workspace. It has no secret: keys belong to the workspace. */
export interface MemberRecord {
  readonly id: string;
  readonly workspaceId: string;
  /** As it was written; one member a workspace has it, whatever its capitals. */
  readonly email: string;
  readonly name: string;
  readonly role: MemberRole;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** 1 for a new one, and one more with each change. */
  readonly version: number;
}

/** A member, found in its own workspace only. */
export type MemberReference = Pick<MemberRecord, 'id' | 'workspaceId'>;

/**
 * Where members live. Writes take their event of the audit log along: both are durable together, or neither is.
 * A workspace that has an owner keeps one: the check and the write are one transaction.
 */
export interface MemberStore {
  /** In the order in which they were added. */
  readonly list: (workspaceId: string) => Promise<readonly MemberRecord[]>;
  /** Null for another workspace's member too. */
  readonly find: (reference: MemberReference) => Promise<MemberRecord | null>;
  /** @throws {GatewayError} `conflict` when a member of the workspace has this e-mail address */
  readonly add: (member: MemberRecord, event: AuditEvent) => Promise<void>;
  /**
   * Replaces name and role, if the member still has the version that this record was read at.
   * @returns the member as it is kept, one version on; null: another change came first, and nothing was written
   * @throws {GatewayError} `conflict` for the last owner in another role; `not_found` when it was removed
   */
  readonly put: (member: MemberRecord, event: AuditEvent) => Promise<MemberRecord | null>;
  /** @throws {GatewayError} `conflict` for the last owner; `not_found` when it was removed */
  readonly remove: (reference: MemberReference, event: AuditEvent) => Promise<void>;
}
