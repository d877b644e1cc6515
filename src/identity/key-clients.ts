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
    read: async (keyIds) => {
      const noted = keyIds.flatMap((keyId) => newest.get(keyId) ?? []);
      return new Map([...(await store.list(keyIds)), ...noted].map((known) => [known.keyId, known]));
    },
    flush,
  };
}
