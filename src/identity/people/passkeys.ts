import { GatewayError } from '../../errors/gateway-error.ts';
import { objectOf, parseJson, stringOf } from '../../shared/json/json.ts';
import { isLoopbackHost } from '../../shared/public-address.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { PasskeyRecord, PersonRecord, PersonStore } from './person-store.ts';
import { hashToken, newToken, type Recognised, type SessionStore } from './sessions.ts';

/** A question to an authenticator. */
interface PasskeyChallenge {
  /** Goes back with the answer. */
  readonly challengeId: string;
  /** For `navigator.credentials`. */
  readonly options: object;
}

/** An authenticator's answer, as the browser gives it. */
interface PasskeyAnswer {
  readonly challengeId: string;
  readonly credential: object;
}

/** Signing in with passkeys (WebAuthn): one is two factors, so the user is verified each time. */
export interface Passkeys {
  readonly startSignIn: () => Promise<PasskeyChallenge>;
  /** Whose passkey it is, for a session that starts only if it is still there. @throws {GatewayError} 401 `sign_in_failed` */
  readonly finishSignIn: (answer: PasskeyAnswer) => Promise<Recognised>;
  readonly startAdding: (person: PersonRecord) => Promise<PasskeyChallenge>;
  /** What is to be kept of a new passkey, apart from its name. @throws {GatewayError} 400 `invalid_value` */
  readonly finishAdding: (person: PersonRecord, answer: PasskeyAnswer) => Promise<NewPasskey>;
}

type NewPasskey = Pick<PasskeyRecord, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

interface Deps {
  readonly people: PersonStore;
  readonly sessions: Pick<SessionStore, 'addTicket' | 'takeTicket'>;
  readonly origin: () => string;
  readonly clock: Clock;
}

/** How long an authenticator may take. */
const challengeMilliseconds = 5 * 60_000;

/** Loaded when the first passkey is: most servers start without one. */
const library = () => import('@simplewebauthn/server');

type Library = Awaited<ReturnType<typeof library>>;

const failed = (cause?: unknown): GatewayError =>
  new GatewayError('sign_in_failed', 'This passkey is not known, or took longer than five minutes. Try again.', {
    cause,
  });

/** Where passkeys are good: they know hosts by name alone, and loopback by the name `localhost`. */
function partyOf(origin: string): { readonly rpID: string; readonly origins: string[] } {
  const { hostname, port, protocol } = new URL(origin);
  if (!isLoopbackHost(hostname)) return { rpID: hostname, origins: [origin] };
  return { rpID: 'localhost', origins: [origin, `${protocol}//localhost${port === '' ? '' : `:${port}`}`] };
}

/** Makes the ways in by passkey. */
export function makePasskeys({ people, sessions, origin, clock }: Deps): Passkeys {
  const ask = async (challenge: string, personId: string | null): Promise<string> => {
    const challengeId = newToken();
    const data = JSON.stringify({ challenge });
    const expiresAt = clock.now() + challengeMilliseconds;
    await sessions.addTicket({ hash: hashToken(challengeId), kind: 'passkey', personId, data, expiresAt });
    return challengeId;
  };
  /** Null if the question is unknown, old, already answered, or of another person. */
  const challengeOf = async (challengeId: string, personId: string | null): Promise<string | null> => {
    const ticket = await sessions.takeTicket({ hash: hashToken(challengeId), kind: 'passkey' }, clock.now());
    if (!ticket || ticket.personId !== personId) return null;
    return stringOf(objectOf(parseJson(ticket.data))['challenge']);
  };
  return {
    startSignIn: async () => {
      const { generateAuthenticationOptions } = await library();
      const { rpID } = partyOf(origin());
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' });
      return { challengeId: await ask(options.challenge, null), options };
    },
    finishSignIn: async ({ challengeId, credential }) => {
      const challenge = await challengeOf(challengeId, null);
      const passkey = await people.findPasskey(stringOf(objectOf(credential)['id']) ?? '');
      if (challenge === null || !passkey) throw failed();
      const counter = await verifySignIn({ challenge, credential, passkey }, origin());
      const person = await people.find(passkey.personId);
      if (!person) throw failed();
      return { person, method: 'passkey', passkey: { id: passkey.id, counter } };
    },
    startAdding: async (person) => {
      const { generateRegistrationOptions } = await library();
      const known = await people.passkeys(person.id);
      const options = await generateRegistrationOptions({
        rpName: 'Diglot',
        rpID: partyOf(origin()).rpID,
        userName: person.email,
        userDisplayName: person.name,
        userID: new Uint8Array(Buffer.from(person.id)),
        attestationType: 'none',
        excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { challengeId: await ask(options.challenge, person.id), options };
    },
    finishAdding: async (person, { challengeId, credential }) => {
      const challenge = await challengeOf(challengeId, person.id);
      const added = challenge === null ? null : await verifyAdding(challenge, credential, origin());
      if (added) return added;
      const message = 'This does not answer a challenge of the last five minutes. Start adding the passkey again.';
      throw new GatewayError('invalid_value', message, { param: 'credential' });
    },
  };
}

interface Answered {
  readonly challenge: string;
  readonly credential: object;
  readonly passkey: PasskeyRecord;
}

/** How often the authenticator has signed, as it says. What the library thinks of a bad answer is for the log alone. */
async function verifySignIn({ challenge, credential, passkey }: Answered, origin: string): Promise<number> {
  const { verifyAuthenticationResponse } = await library();
  const { rpID, origins } = partyOf(origin);
  const verified = await verifyAuthenticationResponse({
    response: credential as Parameters<Library['verifyAuthenticationResponse']>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
  }).catch((cause: unknown) => {
    throw failed(cause);
  });
  if (!verified.verified) throw failed();
  return verified.authenticationInfo.newCounter;
}

/** Null if the answer does not fit. */
async function verifyAdding(challenge: string, credential: object, origin: string): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await library();
  const { rpID, origins } = partyOf(origin);
  const verified = await verifyRegistrationResponse({
    response: credential as Parameters<Library['verifyRegistrationResponse']>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
}
