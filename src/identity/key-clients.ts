import type { Clock } from '../shared/time/clock.ts';
import type { Log } from '../shared/log.ts';

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
  /** Of these keys. */
  readonly list: (keyIds: readonly string[]) => Promise<readonly KeyClient[]>;
  /** Replaces what is known about these keys, unless something later is known. */
  readonly put: (clients: readonly KeyClient[]) => Promise<void>;
}

/** Notes which program uses a key. */
export interface KeyClients {
  /** Of a request that was let in. Cheap: it stands on the path of every call. */
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
