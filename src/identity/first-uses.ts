import type { AuditEvent } from '../shared/audit-event.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { Log } from '../shared/log.ts';
import { changeKey } from './change-key.ts';
import type { KeyRecord, KeyStore } from './key-store.ts';

/** When replaced secrets expire: the grace period of one starts with the first use of its successor. */
export interface FirstUses {
  /** Epoch milliseconds from which the key's replaced secret is refused; null: its successor has not been used yet. */
  readonly endOf: (key: KeyRecord) => number | null;
  /** Called when the new secret is accepted. The first time starts the grace period at once, and stores it in the background. */
  readonly begin: (key: KeyRecord) => void;
}

interface FirstUseDeps {
  readonly keys: KeyStore;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Holds first uses in memory until they are stored, so that no call waits for the disk. If one cannot be stored, the grace
 * period runs anyway, and every further use tries again. It is lost only if the process ends before it is stored; the next
 * use then counts as the first.
 */
export function makeFirstUses({ keys, clock, log }: FirstUseDeps): FirstUses {
  // Keyed by the hash of the new secret, not by the record, which an edit replaces.
  const ends = new Map<string, number>();
  const writing = new Set<string>();

  const write = async (key: KeyRecord, endsAt: number): Promise<void> => {
    writing.add(key.hash);
    try {
      await changeKey(
        { keyId: key.id, workspaceId: key.workspaceId },
        // If the key was rotated again or revoked since, the replaced secret has already ended.
        (now) =>
          now.hash === key.hash && now.revokedAt === null
            ? { ...now, previousGrace: null, previousExpiresAt: endsAt }
            : now,
        { keys, clock, note: (after) => firstUseOf(after, clock.now()) },
      );
      ends.delete(key.hash);
    } catch (cause) {
      log.error('the first use of a rotated key could not be stored; its next use tries again', { key: key.id }, cause);
    } finally {
      writing.delete(key.hash);
    }
  };

  return {
    // A replaced secret without an end has expired.
    endOf: ({ hash, previousGrace, previousExpiresAt }) =>
      previousGrace === null ? (previousExpiresAt ?? 0) : (ends.get(hash) ?? null),
    begin: (key) => {
      if (key.previousGrace === null) return;
      const endsAt = ends.get(key.hash) ?? clock.now() + key.previousGrace;
      ends.set(key.hash, endsAt);
      if (!writing.has(key.hash)) void write(key, endsAt);
    },
  };
}

/** No administrator acted, so the actor is the system. */
const firstUseOf = ({ id, previousExpiresAt }: KeyRecord, at: number): AuditEvent => ({
  at,
  actor: 'system',
  action: 'key.first_use',
  object: `key:${id}`,
  diff: JSON.stringify({ replaced_secret_until: new Date(previousExpiresAt ?? at).toISOString() }),
  requestId: null,
});
