import { GatewayError } from '../errors/gateway-error.ts';
import { changeKey, refuseRevoked, type ChangeRooms, type KeyReference } from './change-key.ts';
import { secretFields, type IssuedKey } from './issue-key.ts';
import { createKey } from './key-format.ts';

/** What the grace of a replaced secret begins with: the first call that is let in with the new one, or the rotation. */
export type GraceBeginning = 'first_use' | 'now';

/** A key whose secret is to be replaced. */
export interface KeyRotation extends KeyReference {
  /** How long the replaced secret is still accepted from the beginning of its grace; 0: not for one more call. */
  readonly graceMilliseconds: number;
  /** `now` for a secret that must not be accepted until its owners have moved: it has leaked, say. */
  readonly graceBegins: GraceBeginning;
}

/** 30 days: a grace without end would be a second key. */
const longestGrace = 30 * 86_400_000;

/**
 * Gives a key a new secret; id, name, scope and limits stay. The replaced secret works until its grace is over;
 * one that was replaced earlier ends at once, also where its successor was never used.
 *
 * @returns the new secret, shown once
 * @throws {GatewayError} 400 `invalid_value` for a grace below 0 or above 30 days; 404 `not_found`; 409 `conflict` for a
 *   revoked key
 */
export async function rotateKey(
  { graceMilliseconds, graceBegins, ...reference }: KeyRotation,
  rooms: ChangeRooms,
): Promise<IssuedKey> {
  if (!Number.isSafeInteger(graceMilliseconds) || graceMilliseconds < 0 || graceMilliseconds > longestGrace) {
    throw new GatewayError('invalid_value', 'The grace of the replaced secret must be from 0 seconds to 30 days.', {
      param: 'grace',
    });
  }
  const secret = createKey();
  const record = await changeKey(
    reference,
    (before) => {
      refuseRevoked(before);
      const end =
        graceBegins === 'now'
          ? { previousGrace: null, previousExpiresAt: rooms.clock.now() + graceMilliseconds }
          : { previousGrace: graceMilliseconds, previousExpiresAt: null };
      return { ...before, ...secretFields(secret), previousHash: before.hash, ...end };
    },
    rooms,
  );
  return { record, secret };
}
