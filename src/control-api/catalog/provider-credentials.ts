import type { CredentialStore, StoredCredential } from '../../catalog/credential-store.ts';
import type { LiveConfig } from '../../config/config.ts';
import { compareAndSwap } from '../../identity/compare-and-swap.ts';
import type { AuditEvent } from '../../shared/audit-event.ts';
import type { Log } from '../../shared/log.ts';
import type { SealedColumn } from '../../shared/seal.ts';
import { Secret } from '../../shared/secret.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { repeat } from '../../shared/time/repeat.ts';

/** Keys of providers that operators set in place of the configured ones. They are in force on this instance at once. */
export interface ProviderCredentials {
  /** Reads the stored keys and puts them in force. */
  readonly refresh: () => Promise<void>;
  /** When the key of a provider that is in force was set, in epoch milliseconds; null: it is the configured one. */
  readonly changedAt: (providerId: string) => number | null;
  /** @param note makes the event of the audit log */
  readonly set: (providerId: string, value: Secret, note: () => AuditEvent) => Promise<void>;
  /**
   * Puts the configured key in force again. Without effect if no other one is stored.
   *
   * @returns whether one was
   */
  readonly remove: (providerId: string, note: () => AuditEvent) => Promise<boolean>;
  readonly stop: () => Promise<void>;
}

interface Deps {
  readonly store: CredentialStore;
  /** `provider_credential.secret` */
  readonly column: SealedColumn;
  readonly live: Pick<LiveConfig, 'useCredentials'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** After this time (milliseconds) a key that was set on another instance is in force here. */
const lookMilliseconds = 5_000;

/** Keeps the keys of providers in force as they are stored. */
export function makeProviderCredentials({ store, column, live, clock, log }: Deps): ProviderCredentials {
  let known: ReadonlyMap<string, StoredCredential> = new Map();
  let opened: ReadonlyMap<string, Secret> = new Map();
  /** How many reads have begun, and which of them is the newest that counts. */
  const reads = { begun: 0, counted: 0 };

  const open = ({ providerId, secret }: StoredCredential): readonly (readonly [string, Secret])[] => {
    const value = column.open(secret, providerId);
    if (value !== null) return [[providerId, new Secret(value)]];
    log.error('server.seal_keys lacks the key of a provider credential: the configured one is used', {
      provider: providerId,
    });
    return [];
  };
  const refresh = async (): Promise<void> => {
    const read = (reads.begun += 1);
    const stored = await store.list();
    // A read that began later has come first: this one may be from before a change that is in force.
    if (read < reads.counted) return;
    reads.counted = read;
    const isKnown = ({ providerId, secret }: StoredCredential): boolean => known.get(providerId)?.secret === secret;
    const isSame = stored.length === known.size && stored.every(isKnown);
    known = new Map(stored.map((credential) => [credential.providerId, credential]));
    if (isSame) return;
    opened = new Map(stored.flatMap(open));
    live.useCredentials(opened);
  };
  /** Repeats a change that lost against another one, from the state that the other one left. */
  const change = (providerId: string, write: (before: StoredCredential | undefined) => Promise<boolean>) =>
    compareAndSwap(`credential of ${providerId}`, async () => {
      await refresh();
      return (await write(known.get(providerId))) ? refresh() : null;
    });
  const stop = repeat({
    clock,
    every: lookMilliseconds,
    action: refresh,
    failed: (cause) => log.debug('the credentials of providers could not be read', { reason: String(cause) }),
  });

  return {
    refresh,
    changedAt: (providerId) => (opened.has(providerId) ? (known.get(providerId)?.changedAt ?? null) : null),
    set: (providerId, value, note) =>
      change(providerId, (before) => {
        const secret = column.seal(value.reveal(), providerId);
        return store.put({ providerId, secret, changedAt: clock.now(), version: before?.version ?? 0 }, note());
      }),
    remove: async (providerId, note) => {
      let wasStored = false;
      await change(providerId, (before) => {
        wasStored = before !== undefined;
        return before ? store.remove(before, note()) : Promise.resolve(true);
      });
      return wasStored;
    },
    stop,
  };
}
