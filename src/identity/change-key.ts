import { isDeepStrictEqual } from 'node:util';
import { GatewayError } from '../errors/gateway-error.ts';
import type { AuditEvent, KeyRecord, KeyStore } from './stores.ts';
import { runExclusive } from '../shared/time/turns.ts';
import { echo } from '../shared/text/names.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { KeyLimits, Scope } from './caller.ts';
import { compareAndSwap } from './compare-and-swap.ts';
import { checkExpiry, checkKeyTerms, type KeyTerms, type Some } from './key-terms.ts';

/** Names a key. With a workspace, only a key of that workspace is found. */
export interface KeyReference {
  readonly keyId: string;
  /** Null: any workspace. */
  readonly workspaceId: string | null;
}

export interface ChangeDeps {
  readonly keys: KeyStore;
  readonly clock: Clock;
  /** Makes the audit event of the change; absent: none is written. */
  readonly note?: KeyNote;
}

/** Makes the audit event of a change; `before` is null for a new key. */
export type KeyNote = (after: KeyRecord, before: KeyRecord | null) => AuditEvent;

/**
 * Replaces a key's record by the result of `change`. Each change starts from the result of the one before, on any instance, so
 * that an edit cannot undo a concurrent revocation.
 *
 * @param change returns the new record; an equal record writes nothing
 * @throws {GatewayError} 404 `not_found` for an unknown key or one of another workspace
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

/** @throws {GatewayError} 409 `conflict` for a revoked key: revocation is final */
export function refuseRevoked({ name, revokedAt }: KeyRecord): void {
  if (revokedAt === null) return;
  throw new GatewayError('conflict', `The key ${name} was revoked and can no longer be changed. Issue a new one.`);
}

/** A key and its changes. Omitted members stay as they are, also within scope and limits. */
export interface KeyEdit extends KeyReference {
  readonly terms: Some<Omit<KeyTerms, 'scope' | 'limits'>> & {
    readonly scope?: Some<Scope> | undefined;
    readonly limits?: Some<KeyLimits> | undefined;
  };
}

/**
 * Changes a key's name, scope, limits or expiry from the next call on. An expired key may get a new expiry.
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
        owner: terms.owner === undefined ? record.owner : terms.owner,
      };
      checkKeyTerms(changed);
      if (changed.expiresAt !== record.expiresAt) checkExpiry(changed.expiresAt, deps.clock.now());
      return changed;
    },
    deps,
  );

/** Drops undefined members, so that they do not overwrite stored values. */
const said = <Value extends object>(value: Some<Value> | undefined): Partial<Value> =>
  Object.fromEntries(Object.entries(value ?? {}).filter(([, member]) => member !== undefined)) as Partial<Value>;

/**
 * Revokes a key: both its secrets are refused from the next call on. Revoking it again keeps the first date.
 *
 * @throws {GatewayError} 404 `not_found`
 */
export const revokeKey = (reference: KeyReference, deps: ChangeDeps): Promise<KeyRecord> =>
  changeKey(
    reference,
    (record) => (record.revokedAt === null ? { ...record, revokedAt: deps.clock.now() } : record),
    deps,
  );
