import { changeKey, refuseRevoked, type ChangeRooms, type KeyReference } from './change-key.ts';
import { checkExpiry, checkKeyTerms, type SomeTerms } from './check-key-terms.ts';
import type { KeyRecord } from './key-store.ts';

/** A key, and what is to change about it; what is left out stays. */
export interface KeyEdit extends KeyReference {
  readonly terms: SomeTerms;
}

/**
 * Changes a key's name, scope, limits or expiry; in force from the next call on. A past expiry may be moved ahead again.
 *
 * @throws {GatewayError} 400 `invalid_value`; 404 `not_found`; 409 `conflict` for a revoked key
 */
export const editKey = ({ terms, ...reference }: KeyEdit, { keys, clock }: ChangeRooms): Promise<KeyRecord> =>
  changeKey(
    reference,
    (record) => {
      refuseRevoked(record);
      const changed: KeyRecord = {
        ...record,
        name: terms.name ?? record.name,
        scope: terms.scope ?? record.scope,
        limits: terms.limits ?? record.limits,
        expiresAt: terms.expiresAt === undefined ? record.expiresAt : terms.expiresAt,
      };
      checkKeyTerms(changed);
      if (changed.expiresAt !== record.expiresAt) checkExpiry(changed.expiresAt, clock.now());
      return changed;
    },
    keys,
  );
