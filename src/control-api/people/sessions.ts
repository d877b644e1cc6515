import { GatewayError } from '../../errors/gateway-error.ts';
import {
  idleMilliseconds,
  isSecure,
  momentOf,
  type OpenSession,
  readCookie,
  type SessionRecord,
} from '../../identity/people/sessions.ts';
import type { PersonRecord } from '../../identity/people/person-store.ts';
import type { SignedIn, SignInArrival } from '../../identity/people/sign-in.ts';
import type { ProvenEmail } from '../../identity/people/identity-providers.ts';
import { echo } from '../../shared/text/names.ts';
import {
  answer,
  answerNothing,
  redirect,
  type Answers,
  type ControlCall,
  type ControlDeps,
  type ControlHandler,
} from '../deps.ts';
import { isLoopbackHost } from '../../shared/public-address.ts';
import { writeInstant } from '../../shared/time/calendar.ts';
import { noteChange } from '../audit.ts';
import { addPerson } from './invitation.ts';
import { writePerson } from './people.ts';

/** The session of who calls. Operations about oneself are reached by persons alone. */
export function ownSession({ principal }: Pick<ControlCall, 'principal'>): OpenSession {
  if (principal.kind === 'person') return principal.open;
  throw new Error('An operation about oneself was reached without a session.');
}

const arrivalOf = ({ sender, requestId }: ControlCall): SignInArrival => ({ ...sender, requestId });

/** A link for this machine is for one of the machine's own names, or the one that the server listens on. A proxy may leave no other trace. */
function isForThisMachine(host: string, localOrigin: string): boolean {
  const url = URL.parse(`http://${host}`);
  return url !== null && (isLoopbackHost(url.hostname) || url.hostname === new URL(localOrigin).hostname);
}

const signIn: ControlHandler<'signIn'> = (deps) => async (call) => {
  const { email, password, totp = null } = call.body;
  await answerSession(deps, call, await deps.signIn.byPassword({ email, password, totp }, arrivalOf(call)));
};

const signInByLink: ControlHandler<'signInByLink'> = (deps) => async (call) => {
  const arrival = arrivalOf(call);
  const forwarded = arrival.forwarded || !isForThisMachine(call.sender.host, deps.localOrigin());
  await answerSession(deps, call, await deps.signIn.byLink(call.body.token, { ...arrival, forwarded }));
};

const startPasskeySignIn: ControlHandler<'startPasskeySignIn'> =
  ({ passkeys }) =>
  async (call) => {
    const { challengeId, options } = await passkeys.startSignIn();
    answer(call, 200, { challenge_id: challengeId, options: { ...options } } satisfies Answers['PasskeyChallenge']);
  };

const signInByPasskey: ControlHandler<'signInByPasskey'> = (deps) => async (call) => {
  const { challenge_id: challengeId, credential } = call.body;
  const recognised = await deps.passkeys.finishSignIn({ challengeId, credential });
  await answerSession(deps, call, await deps.signIn.admit(recognised, arrivalOf(call)));
};

const listSignInMethods: ControlHandler<'listSignInMethods'> =
  ({ identityProviders }) =>
  async (call) => {
    const providers = identityProviders
      .list()
      .map(({ id, name }) => ({ id, name, url: `/console/api/sessions/oidc/${id}` }));
    answer(call, 200, { object: 'sign_in_methods', providers } satisfies Answers['SignInMethods']);
  };

/** The cookie of a trip to an identity provider. It comes back with a request that another site makes the browser send. */
const tripCookieName = (origin: string): string => (isSecure(origin) ? '__Host-diglot-trip' : 'diglot_trip');
const tripCookie = (state: string, seconds: number, origin: string): string => {
  // A `__Host-` cookie has no other path. It cannot be set by another host, or on the way: that would let others choose who signs in.
  const scope = isSecure(origin) ? '/; Secure' : '/console/api/sessions/oidc/';
  return `${tripCookieName(origin)}=${state}; Path=${scope}; Max-Age=${seconds}; HttpOnly; SameSite=Lax`;
};

const startOidcSignIn: ControlHandler<'startOidcSignIn'> =
  ({ identityProviders, origin }) =>
  async (call) => {
    try {
      const { url, state } = await identityProviders.depart(call.params.provider);
      redirect(call, url, tripCookie(state, 600, origin()));
    } catch (error) {
      if (!(error instanceof GatewayError) || error.code !== 'upstream_unreachable') throw error;
      returnToSignIn(call, error, origin());
    }
  };

/** A person reads the answer, so a refusal goes to the sign-in page. */
function returnToSignIn(call: ControlCall, error: GatewayError, origin: string): void {
  redirect(call, `/console/sign-in?error=${error.code}`, tripCookie('', 0, origin));
}

const finishOidcSignIn: ControlHandler<'finishOidcSignIn'> = (deps) => async (call) => {
  const { provider: providerId } = call.params;
  const state = readCookie(call.sender.cookie ?? '', tripCookieName(deps.origin()));
  try {
    const proven = await deps.identityProviders.arrive({ providerId, query: call.query, state });
    const person = await welcome(deps, call, proven);
    const { token } = await deps.signIn.admit({ person, method: 'oidc' }, arrivalOf(call));
    redirect(call, '/console/', deps.sessionCookie.give(token));
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    returnToSignIn(call, error, deps.origin());
  }
};

/**
 * The person whom a provider names, who is added at the first time. Providers also know people who have left the last workspace.
 *
 * @throws {GatewayError} 401 `sign_in_failed` for who is no member of a workspace and no operator
 */
async function welcome(deps: ControlDeps, call: ControlCall, { email, name }: ProvenEmail): Promise<PersonRecord> {
  const known = await deps.people.findByEmail(email);
  if (known?.operator) return known;
  if ((await deps.people.memberships(email)).length > 0)
    return known ?? addPerson(deps, call, { email, name, operator: false });
  throw new GatewayError('sign_in_failed', `${echo(email)} is a member of no workspace. Ask an owner to add you.`);
}

const getSession: ControlHandler<'getSession'> = (deps) => async (call) => {
  answer(call, 200, await describeSession(deps, ownSession(call)));
};

const signOut: ControlHandler<'signOut'> = (deps) => async (call) => {
  const { session } = ownSession(call);
  await endOne(deps, call, session);
  answerNothing(call, deps.sessionCookie.takeAway());
};

const listSessions: ControlHandler<'listSessions'> =
  ({ sessions, clock }) =>
  async (call) => {
    const { person, session } = ownSession(call);
    const data = (await sessions.list(person.id, momentOf(clock.now()))).map((each) => ({
      object: 'session_info' as const,
      id: each.id,
      method: each.method,
      client: each.client,
      created_at: writeInstant(each.createdAt),
      last_used_at: writeInstant(each.lastUsedAt),
      expires_at: writeInstant(endOf(each)),
      current: each.id === session.id,
    }));
    answer(call, 200, { object: 'list', data } satisfies Answers['SessionList']);
  };

const endSession: ControlHandler<'endSession'> = (deps) => async (call) => {
  const { person } = ownSession(call);
  const { session_id: id } = call.params;
  if (!(await endOne(deps, call, { id, personId: person.id }))) {
    throw new GatewayError('not_found', `You have no session ${echo(id)}.`, { param: 'session_id' });
  }
  answerNothing(call);
};

const endOne = (deps: ControlDeps, call: ControlCall, session: Pick<SessionRecord, 'id' | 'personId'>) => {
  const object = `person:${session.personId}`;
  const diff = { session: session.id };
  return deps.sessions.end(session, noteChange(deps, call, { action: 'session.end', object, diff }));
};

const endOf = ({ lastUsedAt, expiresAt }: SessionRecord): number => Math.min(expiresAt, lastUsedAt + idleMilliseconds);

/** Answers a session that has begun, with its cookie: the only place where a token leaves the server. */
async function answerSession(deps: ControlDeps, call: ControlCall, { person, session, token }: SignedIn) {
  const memberships = await deps.people.memberships(person.email);
  const setCookie = deps.sessionCookie.give(token);
  answer(call, { status: 201, setCookie }, await describeSession(deps, { person, session, memberships }));
}

async function describeSession(
  { people, keys }: ControlDeps,
  { person, session, memberships }: OpenSession,
): Promise<Answers['Session']> {
  return {
    object: 'session',
    id: session.id,
    person: await writePerson(people, person),
    memberships: memberships.map(({ workspaceId, role }) => ({
      workspace_id: workspaceId,
      workspace_name: keys.workspace(workspaceId)?.name ?? workspaceId,
      role,
    })),
    method: session.method,
    created_at: writeInstant(session.createdAt),
    expires_at: writeInstant(endOf(session)),
  };
}

/** The operations on sessions. */
export const sessionOperations = {
  signIn,
  signInByLink,
  startPasskeySignIn,
  signInByPasskey,
  listSignInMethods,
  startOidcSignIn,
  finishOidcSignIn,
  getSession,
  signOut,
  listSessions,
  endSession,
};
