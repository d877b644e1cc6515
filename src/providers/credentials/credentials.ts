import type { IssuedCredential } from '../../catalog/credential.ts';
import { noSecrets, type Secrets } from '../../shared/secret.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { RequestToSign, SentHeaders, UpstreamAnswer } from '../upstream.ts';
import { CredentialFailure } from '../upstream.ts';
import type { Issue, IssuerDeps, Token } from './issuers.ts';

/** The issued credentials of one process: the tokens that they stand for, obtained once for all callers. */
export interface Credentials {
  /** The headers that let a request in. @throws {CredentialFailure} as a rejection */
  readonly authorise: (credential: IssuedCredential, request: RequestToSign) => Promise<SentHeaders>;
  /** What no answer may contain: the tokens that it stood for, the present and the one before, and what they were obtained with. */
  readonly secretsOf: (credential: IssuedCredential) => Secrets;
  /**
   * What a provider answered. After a refusal of the token, one that is not new is obtained again for the next request. After a refusal
   * whose `date` shows that the clocks differ, the next requests are signed by the provider's, and keys of AWS end by it.
   */
  readonly answered: (credential: IssuedCredential, head: AnswerHead) => void;
}

type AnswerHead = Pick<UpstreamAnswer, 'status' | 'headers'>;

type Issuers = {
  readonly [Type in IssuedCredential['type']]: () => Promise<Issue<Extract<IssuedCredential, { type: Type }>>>;
};

/** Loaded when a credential of the type is used first. */
const allIssuers: Issuers = {
  'aws-keys': async () => (await import('./aws.ts')).issueKeys,
  'aws-web-identity': async () => (await import('./aws.ts')).issueForWebIdentity,
  'aws-container': async () => (await import('./aws.ts')).issueForContainer,
  'aws-instance': async () => (await import('./aws.ts')).issueForInstance,
  'entra-secret': async () => (await import('./issuers.ts')).issueForSecret,
  'entra-workload-identity': async () => (await import('./issuers.ts')).issueForWorkload,
  'entra-managed-identity': async () => (await import('./issuers.ts')).issueForIdentity,
  'google-service-account': async () => (await import('./issuers.ts')).issueForAccount,
  'google-metadata': async () => (await import('./issuers.ts')).issueFromMetadata,
};

/** Makes the credentials. @param deps how issuers are reached; absent: over the network */
export function makeCredentials(clock: Pick<Clock, 'now'>, deps?: IssuerDeps): Credentials {
  const holders = new WeakMap<IssuedCredential, TokenHolder>();
  const holderOf = (credential: IssuedCredential): TokenHolder => {
    const known = holders.get(credential);
    if (known) return known;
    const holder = makeTokenHolder(() => issue(credential, clock, deps), clock);
    holders.set(credential, holder);
    return holder;
  };
  return {
    authorise: (credential, request) => authorised(credential, request, { holder: holderOf(credential), clock }),
    secretsOf: (credential) => holderOf(credential).secrets(),
    answered: (credential, head) => holderOf(credential).answered(head),
  };
}

async function issue(credential: IssuedCredential, clock: Pick<Clock, 'now'>, deps?: IssuerDeps): Promise<Token> {
  const issuer = (await allIssuers[credential.type]()) as Issue<IssuedCredential>;
  return issuer(credential, deps ?? (await import('./issuers.ts')).makeIssuerDeps(clock.now));
}

interface Authorising {
  readonly holder: TokenHolder;
  readonly clock: Pick<Clock, 'now'>;
}

async function authorised(
  credential: IssuedCredential,
  request: RequestToSign,
  { holder, clock }: Authorising,
): Promise<SentHeaders> {
  const { value } = await holder.current();
  if ('bearer' in value) return { authorization: `Bearer ${value.bearer.reveal()}` };
  if (!('region' in credential)) throw new CredentialFailure('the credential is not one of AWS');
  const { signAws } = await import('./aws.ts');
  const { region, service } = credential;
  return signAws(value.aws, { request, region, service, now: clock.now() + holder.skew() });
}

/** The token of one credential. */
interface TokenHolder {
  /** @throws {CredentialFailure} if there is none that has not ended */
  readonly current: () => Promise<Token>;
  readonly secrets: () => Secrets;
  readonly answered: (head: AnswerHead) => void;
  /** Milliseconds by which the provider's clock is ahead. */
  readonly skew: () => number;
}

/** Milliseconds before its end from which a token is renewed; of a short one, a fifth of its life. */
const renewedBefore = 300_000;

/** Milliseconds before its end from which a token is not sent any more. */
const unusedBefore = 5_000;

/** Milliseconds between two attempts to renew a token that can still be used, and after one that failed. */
const pause = 30_000;
const pauseAfterFailure = 1_000;

/** Milliseconds for which a new token is kept even if a provider refuses it: then another one would not help. */
const believed = 60_000;

/** What AWS calls the refusal of a key that has ended, or is not valid any more. Its status is 403. */
const refusedKey = /^(?:ExpiredToken|InvalidClientTokenId|UnrecognizedClient)/;

/** Milliseconds by which the clocks may differ. AWS takes signatures of the last five minutes. */
const tolerated = 60_000;

/**
 * Holds a token: obtained once for all callers, renewed by one of them before it ends, and used until then. A renewal that
 * fails is tried again by a later call.
 */
function makeTokenHolder(obtain: () => Promise<Token>, { now }: Pick<Clock, 'now'>): TokenHolder {
  let token: Token | null = null;
  let secrets: Secrets = noSecrets;
  let before: Secrets = noSecrets;
  let notBefore = -Infinity;
  let obtainedAt = -Infinity;
  let failure: { readonly error: unknown; readonly until: number } | null = null;
  let running: Promise<Token> | null = null;
  let isRefused = false;
  let skew = 0;

  /** When a token ends by this clock. The end of a key of AWS is a time of the clock there. */
  const endOf = ({ expiresAt, value }: Token): number =>
    expiresAt === null ? Infinity : expiresAt - ('aws' in value ? skew : 0);
  const isOld = (held: Token): boolean => {
    const end = endOf(held);
    return now() >= Math.max(notBefore, end - Math.min(renewedBefore, (end - obtainedAt) / 5));
  };
  const obtained = (next: Token): Token => {
    obtainedAt = now();
    notBefore = obtainedAt + pause;
    before = token?.secrets ?? noSecrets;
    secrets = [...next.secrets, ...before];
    failure = null;
    isRefused = false;
    token = next;
    return next;
  };
  const failed = (error: unknown): never => {
    failure = { error, until: now() + pauseAfterFailure };
    notBefore = now() + pause;
    isRefused = false;
    throw error;
  };
  const renew = (): Promise<Token> =>
    (running ??= obtain()
      .then(obtained, failed)
      .finally(() => {
        running = null;
      }));

  return {
    current: () => {
      const usable = token !== null && endOf(token) - unusedBefore > now() ? token : null;
      if (usable === null) {
        if (failure !== null && failure.until > now() && running === null) return Promise.reject(failure.error);
        return renew();
      }
      if (isRefused) return renew().catch(() => usable);
      // The call that finds it old does not wait for a new one.
      if (isOld(usable)) renew().catch(() => undefined);
      return Promise.resolve(usable);
    },
    secrets: () => secrets,
    skew: () => skew,
    answered: ({ status, headers: { date, 'x-amzn-errortype': type } }) => {
      const refuses = status === 401 || (typeof type === 'string' && refusedKey.test(type));
      if (refuses && token !== null && now() - obtainedAt >= believed) isRefused = true;
      const ahead = Date.parse(typeof date === 'string' ? date : '') - now();
      if (status >= 400 && Math.abs(ahead - skew) > tolerated) skew = ahead;
    },
  };
}
