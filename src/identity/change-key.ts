import { isDeepStrictEqual } from 'node:util';
import { GatewayError } from '../errors/gateway-error.ts';
import type { AuditEvent } from '../shared/audit-event.ts';
import type { Clock } from '../shared/clock.ts';
import { echo } from '../shared/echo.ts';
import { inTurn } from '../shared/in-turn.ts';
import type { KeyRecord, KeyStore } from './key-store.ts';

/** Which key is meant. With a workspace, only a key of that workspace is found. */
export interface KeyReference {
  readonly keyId: string;
  /** Null: any workspace, for the operator. */
  readonly workspaceId: string | null;
}

/** What changing a key needs from outside. */
export interface ChangeRooms {
  readonly keys: KeyStore;
  readonly clock: Clock;
  /** Says what the audit log keeps of the change; nothing when absent. */
  readonly note?: KeyNote;
}

/** The audit log's words for a key that became another; `before` is null for a new one. */
export type KeyNote = (after: KeyRecord, before: KeyRecord | null) => AuditEvent;

/**
 * Replaces a key's record by what `change` makes of it. Changes of one key are made one after the other, each on what the
 * one before left: an edit that was read before a revocation must not undo it.
 *
 * @param change gives the record to keep; where nothing differs, nothing is done, and nothing is noted
 * @throws {GatewayError} 404 `not_found` for an unknown key, and for one of another workspace
 */
export const changeKey = (
  reference: KeyReference,
  change: (record: KeyRecord) => KeyRecord,
  rooms: ChangeRooms,
): Promise<KeyRecord> =>
  inTurn({ owner: rooms.keys, name: `key:${reference.keyId}` }, () => replace(reference, change, rooms));

async function replace(
  { keyId, workspaceId }: KeyReference,
  change: (record: KeyRecord) => KeyRecord,
  { keys, note }: ChangeRooms,
): Promise<KeyRecord> {
  const record = keys.listKeys(workspaceId ?? undefined).find(({ id }) => id === keyId);
  if (!record) throw new GatewayError('not_found', `There is no key ${echo(keyId)} in this workspace.`);
  const changed = change(record);
  if (isDeepStrictEqual(changed, record)) return record;
  await keys.putKey(changed, note?.(changed, record));
  return changed;
}

/** @throws {GatewayError} 409 `conflict` for a key that was revoked: that is for ever */
export function refuseRevoked({ name, revokedAt }: KeyRecord): void {
  if (revokedAt === null) return;
  throw new GatewayError('conflict', `The key ${name} was revoked and cannot be changed any more. Issue a new one.`);
}
