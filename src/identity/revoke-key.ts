import { changeKey, type ChangeRooms, type KeyReference } from './change-key.ts';
import type { KeyRecord } from './key-store.ts';

/**
 * Ends a key for ever: both its secrets are refused from the next call on. Again it changes nothing, the first date stays.
 *
 * @throws {GatewayError} 404 `not_found`
 */
export const revokeKey = (reference: KeyReference, rooms: ChangeRooms): Promise<KeyRecord> =>
  changeKey(
    reference,
    (record) => (record.revokedAt === null ? { ...record, revokedAt: rooms.clock.now() } : record),
    rooms,
  );
