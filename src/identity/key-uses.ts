import type { AuditEvent } from '../shared/audit-event.ts';
import type { Log } from '../shared/log.ts';
import type { Clock } from '../shared/time/clock.ts';
import { changeKey } from './key-terms.ts';
import type { KeyRecord, KeyStore } from './stores.ts';

/** When replaced secrets expire: the grace period of one starts with the first use of its successor, unless its end is fixed. */
export interface FirstUses {
  /** Epoch milliseconds from which the key's replaced secret is refused; null: its successor has not been used yet. */
  readonly endOf: (key: KeyRecord) => number | null;
  /** Called when the new secret is accepted. The first time starts the grace period at once, and stores it in the background. */
  readonly begin: (key: KeyRecord) => void;
  /** Whether the key's current secret was used since it replaced another, as far as this process knows; true if it replaced none. */
  readonly isUsed: (key: KeyRecord) => boolean;
  /** Stores the first uses that could not be stored when they were made, as far as that is possible. */
  readonly flush: () => Promise<void>;
}

interface FirstUseDeps {
  readonly keys: KeyStore;
  readonly clock: Clock;
  readonly log: Log;
}

interface FirstUse {
  readonly key: KeyRecord;
  /** Epoch milliseconds from which the replaced secret is refused. */
  readonly endsAt: number;
}

/** The earlier of two ends in epoch milliseconds; null is none. */
export const earlierEnd = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/**
 * Holds first uses in memory until they are stored, so that no call waits for the disk. If one cannot be stored, the grace
 * period runs anyway, and every further use and every `flush` tries again. It is lost only if the process ends before it is
 * stored; the next use then counts as the first.
 */
export function makeFirstUses({ keys, clock, log }: FirstUseDeps): FirstUses {
  // Keyed by the hash of the new secret, not by the record, which an edit replaces.
  const held = new Map<string, FirstUse>();
  const writing = new Map<string, Promise<void>>();

  const write = async ({ key, endsAt }: FirstUse): Promise<void> => {
    try {
      await changeKey(
        { keyId: key.id },
        // If the key was rotated again or revoked since, the replaced secret has already ended. Another instance may have stored
        // an earlier use.
        (now) =>
          now.hash === key.hash && now.revokedAt === null
            ? { ...now, previousGrace: null, previousExpiresAt: earlierEnd(now.previousExpiresAt, endsAt) }
            : now,
        { keys, clock, note: (after) => firstUseOf(after, clock.now()) },
      );
      held.delete(key.hash);
    } catch (cause) {
      log.error('the first use of a rotated key could not be stored yet; it is tried again', { key: key.id }, cause);
    }
  };

  const store = (use: FirstUse): Promise<void> => {
    const { hash } = use.key;
    const running = writing.get(hash) ?? write(use).finally(() => writing.delete(hash));
    writing.set(hash, running);
    return running;
  };

  return {
    // A replaced secret without an end has expired.
    endOf: ({ hash, previousGrace, previousExpiresAt }) =>
      previousGrace === null ? (previousExpiresAt ?? 0) : (held.get(hash)?.endsAt ?? previousExpiresAt),
    begin: (key) => {
      const { previousGrace, previousExpiresAt } = key;
      const now = clock.now();
      if (previousGrace === null || (previousExpiresAt !== null && previousExpiresAt <= now)) return;
      const endsAt = Math.min(previousExpiresAt ?? Infinity, now + previousGrace);
      const use = held.get(key.hash) ?? { key, endsAt };
      held.set(key.hash, use);
      void store(use);
    },
    isUsed: ({ hash, previousGrace }) => previousGrace === null || held.has(hash),
    flush: async () => {
      await Promise.all([...held.values()].map(store));
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
  /** The last clients of these keys. */
  readonly list: (keyIds: readonly string[]) => Promise<readonly KeyClient[]>;
  /** Replaces what is known about these keys, unless something later is known. */
  readonly put: (clients: readonly KeyClient[]) => Promise<void>;
}

/** Notes which program uses a key. */
export interface KeyClients {
  /** Notes the client of a request that was let in. Cheap: it stands on the path of every call. */
  readonly note: (keyId: string, rawHeaders: readonly string[]) => void;
  /** The last client of each of these keys, by key id. */
  readonly read: (keyIds: readonly string[]) => Promise<ReadonlyMap<string, KeyClient>>;
  /** Writes what was noted since the last time. */
  readonly flush: () => Promise<void>;
}

const longestClient = 100;

/** The products of a `User-Agent`, without the comments behind them, in visible ASCII; empty if there is none. */
function clientOf(rawHeaders: readonly string[]): string {
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

const laterOf = (stored: KeyClient | undefined, noted: KeyClient): KeyClient =>
  stored !== undefined && stored.seenAt > noted.seenAt ? stored : noted;

/** Keeps the newest client of each key in memory until it is written. Keys are ours, so the memory is bounded by their number. */
export function makeKeyClients(store: KeyClientStore, clock: Clock, log: Log): KeyClients {
  const unsaved = new Map<string, KeyClient>();
  const flush = async (): Promise<void> => {
    const clients = [...unsaved.values()];
    if (clients.length === 0) return;
    try {
      await store.put(clients);
    } catch (error) {
      log.warn('The last clients of keys could not be written.', { keys: clients.length, reason: String(error) });
      return;
    }
    for (const client of clients) if (unsaved.get(client.keyId) === client) unsaved.delete(client.keyId);
  };
  return {
    note: (keyId, rawHeaders) => {
      const client = clientOf(rawHeaders);
      if (client !== '') unsaved.set(keyId, { keyId, client, seenAt: clock.now() });
    },
    read: async (keyIds) => {
      // First: what is written meanwhile is in the store, or here.
      const noted = keyIds.flatMap((keyId) => unsaved.get(keyId) ?? []);
      const known = new Map((await store.list(keyIds)).map((stored) => [stored.keyId, stored]));
      // Another instance may have seen the key since.
      for (const client of noted) known.set(client.keyId, laterOf(known.get(client.keyId), client));
      return known;
    },
    flush,
  };
}
