import { GatewayError } from '../errors/gateway-error.ts';
import type { Clock } from '../shared/clock.ts';
import { echo } from '../shared/echo.ts';
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
}

/** Changes under way, key by key: the last one that was begun. */
const underWay = new WeakMap<KeyStore, Map<string, Promise<unknown>>>();

/**
 * Replaces a key's record by what `change` makes of it. Changes of one key are made one after the other, each on what the
 * one before left: an edit that was read before a revocation must not undo it.
 *
 * @param change gives the record to keep; the same object means that nothing is to be done
 * @throws {GatewayError} 404 `not_found` for an unknown key, and for one of another workspace
 */
export async function changeKey(
  reference: KeyReference,
  change: (record: KeyRecord) => KeyRecord,
  keys: KeyStore,
): Promise<KeyRecord> {
  const ofStore = underWay.get(keys) ?? new Map<string, Promise<unknown>>();
  underWay.set(keys, ofStore);
  const before = ofStore.get(reference.keyId) ?? Promise.resolve();
  const mine = before.then(() => replace(reference, change, keys));
  const settled = mine.catch(() => undefined);
  ofStore.set(reference.keyId, settled);
  try {
    return await mine;
  } finally {
    if (ofStore.get(reference.keyId) === settled) ofStore.delete(reference.keyId);
  }
}

async function replace(
  { keyId, workspaceId }: KeyReference,
  change: (record: KeyRecord) => KeyRecord,
  keys: KeyStore,
): Promise<KeyRecord> {
  const record = keys.listKeys(workspaceId ?? undefined).find(({ id }) => id === keyId);
  if (!record) throw new GatewayError('not_found', `There is no key ${echo(keyId)} in this workspace.`);
  const changed = change(record);
  if (changed !== record) await keys.putKey(changed);
  return changed;
}

/** @throws {GatewayError} 409 `conflict` for a key that was revoked: that is for ever */
export function refuseRevoked({ name, revokedAt }: KeyRecord): void {
  if (revokedAt === null) return;
  throw new GatewayError('conflict', `The key ${name} was revoked and cannot be changed any more. Issue a new one.`);
}
