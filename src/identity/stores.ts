import { GatewayError } from '../errors/gateway-error.ts';
import type { Mismatch } from '../metering/ledger-records.ts';
import type { Page } from '../metering/ledger.ts';
import type { AuditEvent } from '../shared/audit-event.ts';
import type { KeyLimits, Scope } from './caller.ts';

/** A stored key: never the secret itself, only its SHA-256 and the parts that may be shown. */
export interface KeyRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  /** SHA-256 of the whole secret, 64 lower-case hex digits. */
  readonly hash: string;
  /** Hash of the secret that callers had when the key was last rotated; null if the key was never rotated. Stays after the grace period. */
  readonly previousHash: string | null;
  /**
   * Milliseconds for which the replaced secret is still accepted after the first use of the new one, unless `previousExpiresAt`
   * comes before. Null: the new one was used, or none was replaced.
   */
  readonly previousGrace: number | null;
  /**
   * Epoch milliseconds from which the replaced secret is refused, whether the new one is used or not; null if there is none, or
   * its end waits for that use.
   */
  readonly previousExpiresAt: number | null;
  /** The beginning of the secret that may be shown, for example `sk-dg-`. */
  readonly prefix: string;
  readonly lastFour: string;
  readonly scope: Scope;
  readonly limits: KeyLimits;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  /** Who answers for the key: a person's e-mail address, or a service. Null: nothing is known. */
  readonly owner: string | null;
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
  /** Epoch milliseconds since when its calls are refused (403, `account_frozen`); null: active. */
  readonly suspendedAt: number | null;
  /** As a key's. */
  readonly version: number;
}

/** On how many of the live instances a change is in force; the one that made it counts. */
export interface Reach {
  readonly reached: number;
  readonly instances: number;
}

/**
 * Stores keys and workspaces. Look-ups are synchronous and in memory, because every call makes one. Changes by other instances
 * arrive through the change feed. A write and its audit event are one transaction.
 */
export interface KeyStore {
  /**
   * Returns the key with this `hash` or `previousHash`, also if it is expired or revoked. It is the same object until the key
   * changes, so that derived values can be cached by its identity.
   */
  readonly find: (hash: string) => KeyRecord | undefined;
  /** The key with this id, also if it is expired or revoked. The same object until it changes. */
  readonly key: (id: string) => KeyRecord | undefined;
  /** The same object until the workspace changes. */
  readonly workspace: (id: string) => WorkspaceRecord | undefined;
  readonly listKeys: (workspaceId?: string) => readonly KeyRecord[];
  readonly listWorkspaces: () => readonly WorkspaceRecord[];
  /**
   * Durable and visible to `find` when resolved. Rejects if the id or hash is taken.
   *
   * @param most keys of the workspace, also revoked and expired ones and whichever instance adds them; absent: any number
   * @returns false if it has as many already; then nothing was written
   */
  readonly addKey: (key: KeyRecord, event?: AuditEvent, most?: number) => Promise<boolean>;
  /**
   * Replaces the record with the same id if it still has the version of this one.
   *
   * @returns the stored record, one version on; null: another change came first, nothing was written, and the next look-up
   *   returns the result of that change
   */
  readonly putKey: (key: KeyRecord, event?: AuditEvent) => Promise<KeyRecord | null>;
  readonly addWorkspace: (workspace: WorkspaceRecord, event?: AuditEvent) => Promise<void>;
  /** @returns as `putKey` */
  readonly putWorkspace: (workspace: WorkspaceRecord, event?: AuditEvent) => Promise<WorkspaceRecord | null>;
  /** Where the last change of this instance is in force: resolves when it is everywhere, or after a second. */
  readonly reach: () => Promise<Reach>;
}

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
  readonly search?: string | undefined;
  /** After this record. If it was removed since: what was created then or later. */
  readonly after?: { readonly id: string; readonly createdAt: number } | undefined;
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

export interface AuditRecord extends AuditEvent {
  readonly seq: number;
  /** SHA-256 (hex) of the previous row's hash and this row, so that a row changed, removed or reordered later is detected. */
  readonly hash: string;
}

/** The append-only, hash-chained record of changes and who made them. */
export interface AuditLog {
  /** For actions that change nothing, such as an export; changes are stored with their event. Durable when resolved. */
  readonly append: (event: AuditEvent) => Promise<void>;
  /** Newest first. `objects`: only entries about one of these; absent: all. `limit` is 1 to 1000. */
  readonly page: (query: {
    readonly objects?: readonly string[] | undefined;
    readonly after?: string | undefined;
    readonly limit: number;
  }) => Promise<Page<AuditRecord>>;
  /** Recomputes the chain up to its recorded end. Returns the first row that does not match, or nothing. */
  readonly verify: () => Promise<readonly Mismatch[]>;
}

/** After this many lost races, the caller has to try again later. */
const mostAttempts = 50;

/**
 * Changes a stored record, and repeats the change if another one came first.
 *
 * @param what names the record in the error, for example `key ci`
 * @param attempt reads, changes and writes the record; null if it was changed in between
 * @throws {GatewayError} 409 `conflict` if every attempt lost against another change
 */
export async function compareAndSwap<Kept>(what: string, attempt: () => Promise<Kept | null>): Promise<Kept> {
  for (let attempts = 0; attempts < mostAttempts; attempts += 1) {
    const kept = await attempt();
    if (kept !== null) return kept;
  }
  throw new GatewayError('conflict', `The ${what} is being changed by others at this moment. Try again.`);
}

/** Changes of one record that wait for each other. While the database hangs, callers repeat what is not answered. */
export const waitingChanges = {
  waiting: 100,
  full: () => new GatewayError('overloaded', 'Too many changes of this wait for the database. Try again later.'),
} as const;
