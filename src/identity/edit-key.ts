import type { KeyLimits, Scope } from './caller.ts';
import { changeKey, refuseRevoked, type ChangeRooms, type KeyReference } from './change-key.ts';
import { checkExpiry, checkKeyTerms, type KeyTerms, type Some } from './check-key-terms.ts';
import type { KeyRecord } from './key-store.ts';

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
export const editKey = ({ terms, ...reference }: KeyEdit, rooms: ChangeRooms): Promise<KeyRecord> =>
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
      if (changed.expiresAt !== record.expiresAt) checkExpiry(changed.expiresAt, rooms.clock.now());
      return changed;
    },
    rooms,
  );

/** Only the members that are said, so that an undefined one does not wipe out what is kept. */
const said = <Value extends object>(value: Some<Value> | undefined): Partial<Value> =>
  Object.fromEntries(Object.entries(value ?? {}).filter(([, member]) => member !== undefined)) as Partial<Value>;
