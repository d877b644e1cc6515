import { GatewayError } from '../../errors/gateway-error.ts';
import { objectOf, parseJson } from '../../shared/json/json.ts';
import { foldEmail } from '../../shared/text/names.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { AuditLog } from '../stores.ts';
import type { RequestSource } from '../caller.ts';
import { type SecondFactors, verifyPassword } from './factors.ts';
import type { PersonRecord, PersonStore } from './person-store.ts';
import {
  type Arrival,
  hashToken,
  newToken,
  type Recognised,
  type Sessions,
  type SessionStore,
  type StartedSession,
} from './sessions.ts';
import type { SignInDelay } from './sign-in-delay.ts';

/** What a person signs in with. */
interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly totp: string | null;
}

/** Where a sign-in comes from. */
export interface SignInArrival extends Arrival, RequestSource {
  /** Whether a proxy may have passed it on: then the address is not that of the browser. */
  readonly forwarded: boolean;
}

/** A session that has begun, and whose it is. */
export interface SignedIn extends StartedSession {
  readonly person: PersonRecord;
}

/** A login link before it is written down. */
interface LinkDraft {
  readonly personId: string;
  /** The person's e-mail address: the link ends when it changes, because it may have gone to another reader. */
  readonly email: string;
  /** Whether it works from this machine alone. */
  readonly loopbackOnly: boolean;
  /** An invitation is good for 72 hours, until the person has signed in by any other means; another link for 15 minutes. */
  readonly isInvitation?: boolean;
}

/** Lets people in. */
export interface SignIn {
  /** @throws {GatewayError} 401 `sign_in_failed`, `totp_required`; 403 `sign_in_delayed` */
  readonly byPassword: (credentials: Credentials, arrival: SignInArrival) => Promise<SignedIn>;
  /** @throws {GatewayError} 401 `sign_in_failed` */
  readonly byLink: (token: string, arrival: SignInArrival) => Promise<SignedIn>;
  /** Starts a session for a person who was recognised by other means. @throws {GatewayError} 401 `sign_in_failed` */
  readonly admit: (recognised: Recognised, arrival: Arrival) => Promise<SignedIn>;
  /** A token that lets a person in once, and when it ends in epoch milliseconds. */
  readonly makeLink: (link: LinkDraft) => Promise<{ readonly token: string; readonly expiresAt: number }>;
}

interface Deps {
  readonly people: PersonStore;
  readonly store: SessionStore;
  readonly sessions: Sessions;
  readonly delay: SignInDelay;
  readonly secondFactors: SecondFactors;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly clock: Clock;
}

/** How long a login link is good for. */
const linkMilliseconds = 15 * 60_000;
const invitationMilliseconds = 72 * 3_600_000;

const failed = (message: string, param?: string): GatewayError =>
  new GatewayError('sign_in_failed', message, param === undefined ? {} : { param });

const usedCode = (): GatewayError =>
  failed('The code is wrong or has already been used. Wait for the next one.', 'totp');

const unusableLink = (): GatewayError =>
  failed('This link has already been used or has expired. Run `diglot login-link` for a new one.');

/** A link of an earlier release names no address: it stays good until its time is over, as it was promised. */
const isMadeFor = (linked: unknown, { email }: PersonRecord): boolean =>
  typeof linked !== 'string' || foldEmail(linked) === foldEmail(email);

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(?:::ffff:)?127\.|^::1$/.test(address);

/** Whose password and code these are. @throws {GatewayError} 401 `sign_in_failed`, `totp_required` */
async function recognise(
  { email, password, totp }: Credentials,
  arrival: SignInArrival,
  deps: Deps,
): Promise<Recognised> {
  const person = await deps.people.findByEmail(email);
  const fits = await verifyPassword(person?.passwordHash ?? null, password);
  if (!person || !fits || person.disabledAt !== null) {
    if (person) noteRefusal(person, 'password', { ...deps, arrival });
    throw failed('E-mail address or password is wrong.');
  }
  if (!person.totp?.confirmed) return { person, method: 'password' };
  if (totp === null) {
    throw new GatewayError('totp_required', 'Send the six digits of your authenticator app as well.', {
      param: 'totp',
    });
  }
  const totpStep = deps.secondFactors.accept({ id: person.id, totp: person.totp }, totp);
  if (totpStep !== null) return { person, method: 'password', totpStep };
  noteRefusal(person, 'totp', { ...deps, arrival });
  throw usedCode();
}

interface Refusal extends Pick<Deps, 'audit' | 'clock'> {
  readonly arrival: Arrival;
}

/** Notes it of people who exist, as often as the delay lets attempts through. Not awaited: the time would show who exists. */
function noteRefusal({ id }: PersonRecord, wrong: 'password' | 'totp', { audit, clock, arrival }: Refusal): void {
  const { requestId } = arrival;
  const event = { at: clock.now(), actor: 'anonymous', action: 'session.refuse', object: `person:${id}`, requestId };
  // A database that cannot be written reports itself.
  audit.append({ ...event, diff: JSON.stringify({ wrong }) }).catch(() => undefined);
}

/** Makes sign-in by password and by link. */
export function makeSignIn(deps: Deps): SignIn {
  const { people, store, sessions, delay, clock } = deps;

  const admit = async (recognised: Recognised, arrival: Arrival): Promise<SignedIn> => {
    const { person, totpStep = null } = recognised;
    if (person.disabledAt !== null) throw failed('This person can no longer sign in. Ask the operator of the server.');
    const started = await sessions.start(recognised, arrival);
    if (started) return { person: { ...person, lastSignedInAt: started.session.createdAt }, ...started };
    throw totpStep === null ? failed('This person has been changed in the meantime. Sign in again.') : usedCode();
  };

  return {
    admit,
    byPassword: async (credentials, arrival) => {
      const { email } = credentials;
      const proof = () => recognise(credentials, arrival, deps);
      return admit(await delay.check({ email, ...arrival }, proof), arrival);
    },
    byLink: async (token, arrival) => {
      const ticket = await store.takeTicket({ hash: hashToken(token), kind: 'link' }, clock.now());
      const person = ticket?.personId == null ? null : await people.find(ticket.personId);
      if (!ticket || !person) throw unusableLink();
      const { email, loopbackOnly, isInvitation } = objectOf(parseJson(ticket.data));
      if (!isMadeFor(email, person)) throw unusableLink();
      if (isInvitation === true && person.lastSignedInAt !== null) {
        throw failed(
          'This invitation is no longer valid because you have already signed in. Sign in the way you did then.',
        );
      }
      if (loopbackOnly !== false && (arrival.forwarded || !isLoopback(arrival.remoteAddress))) {
        throw failed(
          'This link works only on the machine that the server runs on. `diglot login-link --anywhere` makes one for others.',
        );
      }
      return admit({ person, method: 'link' }, arrival);
    },
    makeLink: async ({ personId, email, loopbackOnly, isInvitation = false }) => {
      const token = newToken();
      const expiresAt = clock.now() + (isInvitation ? invitationMilliseconds : linkMilliseconds);
      const data = JSON.stringify({ email, loopbackOnly, isInvitation });
      await store.addTicket({ hash: hashToken(token), kind: 'link', personId, data, expiresAt });
      return { token, expiresAt };
    },
  };
}
