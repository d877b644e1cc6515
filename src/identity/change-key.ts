import { isDeepStrictEqual } from 'node:util';
import { GatewayError } from '../errors/gateway-error.ts';
import type { AuditEvent } from '../shared/audit-event.ts';
import { runExclusive } from '../shared/keyed-mutex.ts';
import { echo } from '../shared/text/echo.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { KeyLimits, Scope } from './caller.ts';
import { compareAndSwap } from './compare-and-swap.ts';
import { checkExpiry, checkKeyTerms, type KeyTerms, type Some } from './check-key-terms.ts';
import type { KeyRecord, KeyStore } from './key-store.ts';

/** Which key is meant. With a workspace, only a key of that workspace is found. */
export interface KeyReference {
  readonly keyId: string;
  /** Null: any workspace, for the operator. */
  readonly workspaceId: string | null;
}

/** What changing a key needs from outside. */
export interface ChangeDeps {
  readonly keys: KeyStore;
  readonly clock: Clock;
  /** Says what the audit log keeps of the change; nothing when absent. */
  readonly note?: KeyNote;
}

/** The audit log's words for a key that became another; `before` is null for a new one. */
export type KeyNote = (after: KeyRecord, before: KeyRecord | null) => AuditEvent;

/**
 * Replaces a key's record by what `change` makes of it. Changes of one key are made one after the other, each on what the
 * one before left, on whatever instance it was made: an edit that was read before a revocation must not undo it.
 *
 * @param change gives the record to keep; where nothing differs, nothing is done, and nothing is noted
 * @throws {GatewayError} 404 `not_found` for an unknown key, and for one of another workspace
 */
export const changeKey = (
  reference: KeyReference,
  change: (record: KeyRecord) => KeyRecord,
  deps: ChangeDeps,
): Promise<KeyRecord> =>
  runExclusive({ owner: deps.keys, name: `key:${reference.keyId}` }, () => replace(reference, change, deps));

const replace = (
  { keyId, workspaceId }: KeyReference,
  change: (record: KeyRecord) => KeyRecord,
  { keys, note }: ChangeDeps,
): Promise<KeyRecord> =>
  compareAndSwap(`key ${echo(keyId)}`, async () => {
    const record = keys.listKeys(workspaceId ?? undefined).find(({ id }) => id === keyId);
    if (!record) throw new GatewayError('not_found', `There is no key ${echo(keyId)} in this workspace.`);
    const changed = change(record);
    if (isDeepStrictEqual(changed, record)) return record;
    return keys.putKey(changed, note?.(changed, record));
  });

/** @throws {GatewayError} 409 `conflict` for a key that was revoked: that is for ever */
export function refuseRevoked({ name, revokedAt }: KeyRecord): void {
  if (revokedAt === null) return;
  throw new GatewayError('conflict', `The key ${name} was revoked and cannot be changed any more. Issue a new one.`);
}

/** A key, and what is to change about it. What is left out stays, in scope and limits part by part. */
export interface KeyEdit extends KeyReference {
  readonly terms: Some<Omit<KeyTerms, 'scope' | 'limits'>> & {
    readonly scope?: Some<Scope> | undefined;
    readonly limits?: Some<KeyLimits> | undefined;
  };
}

/**
 * Changes a key's name, scope, limits or expiry; in force from the next call on. A past expiry may be moved ahead again.
 *
 * @throws {GatewayError} 400 `invalid_value`; 404 `not_found`; 409 `conflict` for a revoked key
 */
export const editKey = ({ terms, ...reference }: KeyEdit, deps: ChangeDeps): Promise<KeyRecord> =>
  changeKey(
    reference,
    (record) => {
      refuseRevoked(record);
      const changed: KeyRecord = {
        ...record,
        name: terms.name ?? record.name,
        scope: { ...record.scope, ...said(terms.scope) },
        limits: { ...record.limits, ...said(terms.limits) },
        expiresAt: terms.expiresAt === undefined ? record.expiresAt : terms.expiresAt,
      };
      checkKeyTerms(changed);
      if (changed.expiresAt !== record.expiresAt) checkExpiry(changed.expiresAt, deps.clock.now());
      return changed;
    },
    deps,
  );

/** Only the members that are said, so that an undefined one does not wipe out what is kept. */
const said = <Value extends object>(value: Some<Value> | undefined): Partial<Value> =>
  Object.fromEntries(Object.entries(value ?? {}).filter(([, member]) => member !== undefined)) as Partial<Value>;

/**
 * Ends a key for ever: both its secrets are refused from the next call on. Again it changes nothing, the first date stays.
 *
 * @throws {GatewayError} 404 `not_found`
 */
export const revokeKey = (reference: KeyReference, deps: ChangeDeps): Promise<KeyRecord> =>
  changeKey(
    reference,
    (record) => (record.revokedAt === null ? { ...record, revokedAt: deps.clock.now() } : record),
    deps,
  );
