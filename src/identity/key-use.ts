import type { AuditEvent } from '../shared/audit-event.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { Log } from '../shared/log.ts';
import { changeKey } from './change-key.ts';
import type { KeyRecord, KeyStore } from './key-store.ts';

/** The program that used a key last. */
export interface KeyClient {
  readonly keyId: string;
  /** As its `User-Agent` begins: `OpenAI/Python 2.8.1`. */
  readonly client: string;
  /** Epoch milliseconds. */
  readonly seenAt: number;
}

/** Where the last client of each key is kept, for all instances. */
export interface KeyClientStore {
  readonly list: () => Promise<readonly KeyClient[]>;
  /** Replaces what is known of these keys, unless something later is known. */
  readonly put: (clients: readonly KeyClient[]) => Promise<void>;
}

/** Notes which program uses a key. */
export interface KeyClients {
  /** Of a request that was let in. Cheap: it stands on the path of every call. */
  readonly note: (keyId: string, rawHeaders: readonly string[]) => void;
  /** The last client of each key, by key id. */
  readonly read: () => Promise<ReadonlyMap<string, KeyClient>>;
  /** Writes what was noted since the last time. */
  readonly flush: () => Promise<void>;
}

const longestClient = 100;

/** The products of a `User-Agent`, without the comments behind them, in visible ASCII; empty where there is none. */
export function clientOf(rawHeaders: readonly string[]): string {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length !== 10 || name.toLowerCase() !== 'user-agent') continue;
    const [products = ''] = (rawHeaders[index + 1] ?? '').split('(', 1);
    return products
      .replaceAll(/[^\x20-\x7e]/g, '')
      .trim()
      .slice(0, longestClient);
  }
  return '';
}

/** Keeps the newest client of each key in memory until `flush`. Keys are ours, so the memory is bounded by their number. */
export function makeKeyClients(store: KeyClientStore, clock: Clock, log: Log): KeyClients {
  const newest = new Map<string, KeyClient>();
  const unsaved = new Set<string>();
  const flush = async (): Promise<void> => {
    const clients = [...unsaved].flatMap((keyId) => newest.get(keyId) ?? []);
    if (clients.length === 0) return;
    unsaved.clear();
    await store.put(clients).catch((error: unknown) => {
      for (const { keyId } of clients) unsaved.add(keyId);
      log.warn('The last clients of keys could not be written.', { keys: clients.length, reason: String(error) });
    });
  };
  return {
    note: (keyId, rawHeaders) => {
      const client = clientOf(rawHeaders);
      if (client === '') return;
      newest.set(keyId, { keyId, client, seenAt: clock.now() });
      unsaved.add(keyId);
    },
    read: async () => new Map([...(await store.list()), ...newest.values()].map((known) => [known.keyId, known])),
    flush,
  };
}

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
