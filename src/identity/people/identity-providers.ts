import { GatewayError } from '../../errors/gateway-error.ts';
import { parseJson } from '../../shared/json/json.ts';
import { isLoopbackHost } from '../../shared/public-address.ts';
import type { Secret } from '../../shared/secret.ts';
import { echo, unprintable } from '../../shared/text/names.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { hashToken, newToken, type SessionStore } from './sessions.ts';

/** An identity provider of the configuration (OpenID Connect). */
export interface IdentityProvider {
  readonly id: string;
  /** For the button. */
  readonly name: string;
  /** What its discovery document is found below. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: Secret | null;
  readonly scopes: readonly string[];
  /** Whether an e-mail address counts that the provider says nothing of, because it gives out its own alone. */
  readonly trustsEmail: boolean;
}

/** A way to a provider. */
interface Departure {
  /** Where the browser goes. */
  readonly url: string;
  /** Kept in a cookie: who comes back must be who left. */
  readonly state: string;
}

/** What came back from a provider. */
interface ProviderReturn {
  readonly providerId: string;
  /** The whole query. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The state in the cookie; null if there is none. */
  readonly state: string | null;
}

/** Whom a provider names. */
export interface ProvenEmail {
  readonly email: string;
  readonly name: string;
}

/** Signing in with identity providers. */
export interface IdentityProviders {
  readonly list: () => readonly IdentityProvider[];
  /** @throws {GatewayError} 404 `not_found`; 502 `upstream_unreachable` while the provider does not answer */
  readonly depart: (providerId: string) => Promise<Departure>;
  /** @throws {GatewayError} 401 `sign_in_failed` */
  readonly arrive: (back: ProviderReturn) => Promise<ProvenEmail>;
}

interface Deps {
  readonly providers: () => readonly IdentityProvider[];
  readonly sessions: Pick<SessionStore, 'addTicket' | 'takeTicket'>;
  readonly origin: () => string;
  readonly clock: Clock;
}

/** How long a person may take at the provider. */
const tripMilliseconds = 10 * 60_000;
/** Seconds until a provider must have answered. */
const answerSeconds = 5;

/** Loaded when the first person goes to a provider. */
const library = () => import('openid-client');

type Library = Awaited<ReturnType<typeof library>>;
type Discovered = InstanceType<Library['Configuration']>;

/** Where a provider sends the browser back. */
const returnPath = (providerId: string): string => `/console/api/sessions/oidc/${providerId}/callback`;

const failed = (message: string, cause?: unknown): GatewayError =>
  new GatewayError('sign_in_failed', message, { cause });

const isLoopbackHttp = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && isLoopbackHost(hostname);

/**
 * Looks a provider up at its first use. A failure is not remembered: the next person who tries asks again, so a provider that
 * was away comes back by itself.
 */
function makeDiscovery(): (provider: IdentityProvider) => Promise<Discovered> {
  const known = new Map<string, Promise<Discovered>>();
  const discover = async ({ issuer, clientId, clientSecret }: IdentityProvider): Promise<Discovered> => {
    const oidc = await library();
    const server = new URL(issuer);
    return oidc.discovery(server, clientId, clientSecret?.reveal(), undefined, {
      timeout: answerSeconds,
      execute: isLoopbackHttp(server) ? [oidc.allowInsecureRequests] : [],
    });
  };
  return (provider) => {
    const name = JSON.stringify([provider.issuer, provider.clientId, hashToken(provider.clientSecret?.reveal() ?? '')]);
    const found = known.get(name) ?? discover(provider);
    known.set(name, found);
    found.catch(() => known.delete(name));
    return found;
  };
}

interface Trip {
  readonly providerId: string;
  readonly verifier: string;
  readonly nonce: string;
}

/** Makes the ways in by identity provider. */
export function makeIdentityProviders({ providers, sessions, origin, clock }: Deps): IdentityProviders {
  const discovered = makeDiscovery();
  const find = (id: string): IdentityProvider => {
    const provider = providers().find((known) => known.id === id);
    if (provider) return provider;
    throw new GatewayError('not_found', `There is no identity provider ${echo(id)}.`, { param: 'provider' });
  };
  const reach = async (provider: IdentityProvider): Promise<Discovered> => {
    try {
      return await discovered(provider);
    } catch (cause) {
      throw new GatewayError('upstream_unreachable', `${provider.name} does not answer. Try again in a moment.`, {
        cause,
      });
    }
  };
  return {
    list: providers,
    depart: async (providerId) => {
      const provider = find(providerId);
      const [oidc, configuration] = await Promise.all([library(), reach(provider)]);
      const trip: Trip = { providerId, verifier: oidc.randomPKCECodeVerifier(), nonce: oidc.randomNonce() };
      const state = newToken();
      const expiresAt = clock.now() + tripMilliseconds;
      const ticket = { hash: hashToken(state), kind: 'oidc', personId: null, expiresAt } as const;
      await sessions.addTicket({ ...ticket, data: JSON.stringify(trip) });
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: origin() + returnPath(providerId),
        scope: provider.scopes.join(' '),
        code_challenge: await oidc.calculatePKCECodeChallenge(trip.verifier),
        code_challenge_method: 'S256',
        state,
        nonce: trip.nonce,
      });
      return { url: url.href, state };
    },
    arrive: async ({ providerId, query, state }) => {
      const provider = find(providerId);
      const ticket =
        state === null || state !== query['state']
          ? null
          : await sessions.takeTicket({ hash: hashToken(state), kind: 'oidc' }, clock.now());
      const trip = ticket && (parseJson(ticket.data) as Trip | undefined);
      if (!trip || trip.providerId !== providerId)
        throw failed('This sign-in has already been completed, or it took too long.');
      const configuration = await reach(provider);
      const address = new URL(origin() + returnPath(providerId));
      for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value));
      const claims = await readClaims({ configuration, address, trip, state: String(state) });
      return provenEmail(claims, provider);
    },
  };
}

interface Exchange {
  readonly configuration: Discovered;
  readonly address: URL;
  readonly trip: Trip;
  readonly state: string;
}

type Claims = Readonly<Record<string, unknown>>;

/** What the provider says in its signed token. */
async function readClaims({ configuration, address, trip, state }: Exchange): Promise<Claims> {
  const { authorizationCodeGrant } = await library();
  try {
    const checks = { pkceCodeVerifier: trip.verifier, expectedState: state, expectedNonce: trip.nonce };
    const tokens = await authorizationCodeGrant(configuration, address, { ...checks, idTokenExpected: true });
    return { ...tokens.claims() };
  } catch (cause) {
    throw failed('The identity provider did not confirm who you are.', cause);
  }
}

/** Only an address that the provider has verified counts: memberships go by it. */
function provenEmail(claims: Claims, { name, trustsEmail }: IdentityProvider): ProvenEmail {
  const { email, email_verified: verified, name: said } = claims;
  if (typeof email !== 'string' || email === '') throw failed(`${name} names no e-mail address.`);
  if (verified !== true && !(verified === undefined && trustsEmail)) {
    throw failed(`${name} does not say that ${echo(email)} is verified.`);
  }
  const written = typeof said === 'string' ? said.replaceAll(unprintable, ' ').trim().slice(0, 200) : '';
  return { email, name: written === '' ? email : written };
}
