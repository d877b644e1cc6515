import type { Provider } from '../../catalog/catalog.ts';
import { describeCredential } from '../../catalog/credential.ts';
import type { CredentialStore, StoredCredential } from '../../catalog/provider-overrides.ts';
import type { LiveConfig } from '../../config/config.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { compareAndSwap } from '../../identity/stores.ts';
import { keyPrefix } from '../../identity/key-format.ts';
import type { Log } from '../../shared/log.ts';
import { type SealedColumn, Secret } from '../../shared/secret.ts';
import type { ProviderHealth } from '../../providers/upstream.ts';
import { echo } from '../../shared/text/names.ts';
import { writeInstant, writeOptionalInstant } from '../../shared/time/calendar.ts';
import { type Clock, repeat } from '../../shared/time/clock.ts';
import { noteChange } from '../audit.ts';
import {
  answer,
  answerNothing,
  type Answers,
  type ControlCall,
  type ControlDeps,
  type ControlHandler,
  type ProviderCredentials,
} from '../deps.ts';

const listProviders: ControlHandler<'listProviders'> = (deps) => async (call) => {
  const data = [...deps.catalog().providers.values()].map((provider) => writeProvider(provider, deps));
  answer(call, 200, { object: 'list', data } satisfies Answers['ProviderList']);
};

const setProviderCredential: ControlHandler<'setProviderCredential'> = (deps) => async (call) => {
  const { id } = requireReplaceable(findProvider(deps, call.params.provider_id));
  const value = new Secret(call.body.value);
  if (call.body.value.includes(keyPrefix)) {
    throw new GatewayError(
      'invalid_value',
      'This is an API key of this gateway. Send the key that the provider issued.',
      {
        param: 'value',
      },
    );
  }
  await deps.providerCredentials.set(id, value, () => noteCredential(deps, call, `…${value.lastFour()}`));
  answer(call, 200, writeProvider(findProvider(deps, id), deps));
};

const removeProviderCredential: ControlHandler<'removeProviderCredential'> = (deps) => async (call) => {
  const { provider_id: id } = call.params;
  const isConfigured = deps.catalog().providers.has(id);
  const after = isConfigured ? 'configuration' : null;
  const wasStored = await deps.providerCredentials.remove(id, () => noteCredential(deps, call, after));
  // The key of a provider that has left the file is removed all the same.
  if (wasStored && !isConfigured) answerNothing(call);
  else answer(call, 200, writeProvider(findProvider(deps, id), deps));
};

/** The audit log learns the ends of the keys, and where the new one comes from. */
function noteCredential(
  deps: ControlDeps,
  call: ControlCall & { readonly params: { readonly provider_id: string } },
  after: string | null,
) {
  const { provider_id: id } = call.params;
  const credential = deps.catalog().providers.get(id)?.credential;
  const before = credential ? describeCredential(credential) : null;
  const diff = { credential: { before: after === null ? 'console' : before, after } };
  return noteChange(deps, call, { action: 'provider.credential', object: `provider:${id}`, diff });
}

/** @throws {GatewayError} 404 `not_found` */
function findProvider({ catalog }: Pick<ControlDeps, 'catalog'>, id: string): Provider {
  const provider = catalog().providers.get(id);
  if (provider) return provider;
  throw new GatewayError('not_found', `The configuration has no provider ${echo(id)}.`, { param: 'provider_id' });
}

const isReplaceable = ({ credential }: Provider): boolean => credential?.type === 'header';

/** @throws {GatewayError} 409 `conflict` */
function requireReplaceable(provider: Provider): Provider {
  if (isReplaceable(provider)) return provider;
  const { id, credential } = provider;
  throw new GatewayError(
    'conflict',
    credential === null
      ? `The provider ${id} has no credential in the configuration: add one there, with its header, first.`
      : `The credential of ${id} is of type ${credential.type}, which has several parts: change it in the configuration.`,
  );
}

/** Whether the last attempt got an answer; null before the first. */
export const isReachable = ({ answeredAt, failedAt }: ProviderHealth): boolean | null =>
  answeredAt === null && failedAt === null ? null : (answeredAt ?? 0) >= (failedAt ?? 0);

function writeProvider(provider: Provider, deps: ControlDeps): Answers['Provider'] {
  const { id, credential } = provider;
  const health = deps.providerHealth(id);
  const changedAt = isReplaceable(provider) ? deps.providerCredentials.changedAt(id) : null;
  return {
    object: 'provider',
    id,
    spec: provider.spec,
    base_url: withoutCredentials(provider.baseUrl),
    regions: [...provider.regions],
    operations: provider.operations && [...provider.operations],
    credential: credential && describeCredential(credential),
    credential_source: credential && (changedAt === null ? 'configuration' : 'console'),
    credential_replaceable: isReplaceable(provider),
    credential_changed_at: writeOptionalInstant(changedAt),
    reachable: isReachable(health),
    last_answer_at: writeOptionalInstant(health.answeredAt),
    last_failure_at: writeOptionalInstant(health.failedAt),
    failing: health.failing && writeFailure(health.failing),
  };
}

function writeFailure(of: NonNullable<ProviderHealth['failing']>): Answers['ProviderFailure'] {
  const { since, attempts, broke, status, code } = of;
  return { since: writeInstant(since), attempts, reason: broke ?? reasonOf(status ?? 0), status, code };
}

function reasonOf(status: number): string {
  if (status >= 500) return 'server_error';
  if (status === 402) return 'out_of_credit';
  return status === 429 ? 'rate_limited' : 'credential_refused';
}

/** Removes a user, a password and the query, which may contain a key. */
function withoutCredentials(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname === '/' ? '' : pathname}`;
}

export const providerOperations = { listProviders, setProviderCredential, removeProviderCredential };

interface CredentialDeps {
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
export function makeProviderCredentials({ store, column, live, clock, log }: CredentialDeps): ProviderCredentials {
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
