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
  /** When the key of a provider was set, in epoch milliseconds; null: the configured one is in force. */
  readonly changedAt: (providerId: string) => number | null;
  /** @param note makes the event of the audit log */
  readonly set: (providerId: string, value: Secret, note: () => AuditEvent) => Promise<void>;
  /** Puts the configured key in force again. Without effect if it is. */
  readonly remove: (providerId: string, note: () => AuditEvent) => Promise<void>;
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

  const open = ({ providerId, secret }: StoredCredential): readonly (readonly [string, Secret])[] => {
    const value = column.open(secret, providerId);
    if (value !== null) return [[providerId, new Secret(value)]];
    log.error('server.seal_keys lacks the key of a provider credential: the configured one is used', {
      provider: providerId,
    });
    return [];
  };
  const refresh = async (): Promise<void> => {
    const stored = await store.list();
    const isKnown = ({ providerId, secret }: StoredCredential): boolean => known.get(providerId)?.secret === secret;
    const isSame = stored.length === known.size && stored.every(isKnown);
    known = new Map(stored.map((credential) => [credential.providerId, credential]));
    if (!isSame) live.useCredentials(new Map(stored.flatMap(open)));
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
    changedAt: (providerId) => known.get(providerId)?.changedAt ?? null,
    set: (providerId, value, note) =>
      change(providerId, (before) => {
        const secret = column.seal(value.reveal(), providerId);
        return store.put({ providerId, secret, changedAt: clock.now(), version: before?.version ?? 0 }, note());
      }),
    remove: (providerId, note) =>
      change(providerId, (before) => (before ? store.remove(before, note()) : Promise.resolve(true))),
    stop,
  };
}
