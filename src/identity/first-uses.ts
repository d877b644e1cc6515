import type { AuditEvent } from '../shared/audit-event.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { Log } from '../shared/log.ts';
import { changeKey } from './change-key.ts';
import type { KeyRecord, KeyStore } from './key-store.ts';

/** When the secrets that rotations replaced end: the grace of one begins with the first use of its successor. */
export interface FirstUses {
  /** Epoch milliseconds from which the key's replaced secret is refused; null: its successor was not used yet. */
  readonly endOf: (key: KeyRecord) => number | null;
  /** Its new secret was let in. Where that is the first time the grace begins, at once; it is written down meanwhile. */
  readonly begin: (key: KeyRecord) => void;
}

interface Deps {
  readonly keys: KeyStore;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Keeps first uses in memory until they are on the disk, so that no call waits for it. While one cannot be written the grace
 * runs all the same; every further use tries again. Only a process that ends before it was written forgets it: the next use
 * is then the first.
 */
export function makeFirstUses({ keys, clock, log }: Deps): FirstUses {
  // By the hash of the new secret, not by the record: an edit made meanwhile gives a new record and changes nothing here.
  const ends = new Map<string, number>();
  const writing = new Set<string>();

  const write = async (key: KeyRecord, endsAt: number): Promise<void> => {
    writing.add(key.hash);
    try {
      await changeKey(
        { keyId: key.id, workspaceId: key.workspaceId },
        // Rotated again or revoked since: that has ended the replaced secret already.
        (now) =>
          now.hash === key.hash && now.revokedAt === null
            ? { ...now, previousGrace: null, previousExpiresAt: endsAt }
            : now,
        { keys, clock, note: (after) => firstUseOf(after, clock.now()) },
      );
      ends.delete(key.hash);
    } catch (cause) {
      log.error(
        'the first use of a rotated key was not written down; its next use tries again',
        { key: key.id },
        cause,
      );
    } finally {
      writing.delete(key.hash);
    }
  };

  return {
    // Where nothing is said of a replaced secret's end, it is over.
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

/** Nobody asked for it at that moment, so the audit log has it from the system. */
const firstUseOf = ({ id, previousExpiresAt }: KeyRecord, at: number): AuditEvent => ({
  at,
  actor: 'system',
  action: 'key.first_use',
  object: `key:${id}`,
  diff: JSON.stringify({ replaced_secret_until: new Date(previousExpiresAt ?? at).toISOString() }),
  requestId: null,
});
