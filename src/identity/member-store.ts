import type { AuditEvent } from '../shared/audit-event.ts';

/** A member's role, from most to least permissions. Enforced for people who sign in. */
export type MemberRole = 'owner' | 'admin' | 'billing' | 'developer' | 'viewer';

/** A person who belongs to a workspace. Members have no secret: keys belong to the workspace. */
export interface MemberRecord {
  readonly id: string;
  readonly workspaceId: string;
  /** As entered. Unique in the workspace, ignoring case. */
  readonly email: string;
  readonly name: string;
  readonly role: MemberRole;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** 1 for a new one, and one more with each change. */
  readonly version: number;
}

/** Names a member within its workspace. */
export type MemberReference = Pick<MemberRecord, 'id' | 'workspaceId'>;

/** Names a member as it was seen. */
export type SeenMember = Pick<MemberRecord, 'id' | 'workspaceId' | 'version'>;

/** The part of a list that is read. Without members, the list is whole. */
export interface ListQuery {
  /** Only records with this text in name or e-mail address, in capitals or not. Of names, every engine knows A to Z. */
  readonly search?: string;
  /** After this record. If it was removed since: what was created then or later. */
  readonly after?: { readonly id: string; readonly createdAt: number };
  readonly limit?: number;
}

/**
 * Stores members. A write and its audit event are one transaction. A workspace that has an owner always keeps one, which the
 * same transaction checks.
 */
export interface MemberStore {
  /** In the order of creation. */
  readonly list: (workspaceId: string, query?: ListQuery) => Promise<readonly MemberRecord[]>;
  /** Null for an unknown member and for one of another workspace. */
  readonly find: (reference: MemberReference) => Promise<MemberRecord | null>;
  /**
   * @param most members of the workspace, whichever instance adds them; absent: any number
   * @returns false if it has as many already; then nothing was written
   * @throws {GatewayError} `conflict` if a member of the workspace has this e-mail address
   */
  readonly add: (member: MemberRecord, event: AuditEvent, most?: number) => Promise<boolean>;
  /**
   * Replaces name and role if the member still has the version of this record.
   * @returns the stored member, one version on; null: another change came first, and nothing was written
   * @throws {GatewayError} `conflict` if this would leave no owner; `not_found` if the member was removed
   */
  readonly put: (member: MemberRecord, event: AuditEvent) => Promise<MemberRecord | null>;
  /**
   * Removes a member who still has the version that was looked at.
   * @returns false: another change came first, and nothing was written
   * @throws {GatewayError} `conflict` for the last owner; `not_found` if the member was removed
   */
  readonly remove: (member: SeenMember, event: AuditEvent) => Promise<boolean>;
}
