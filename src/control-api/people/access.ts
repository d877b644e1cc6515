import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { AccessRole, ControlOperation } from '../../../generated/operation-facts.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { hashKey } from '../../identity/key-format.ts';
import {
  momentOf,
  type OpenSession,
  requireSameOrigin,
  type SessionCookie,
  type Sessions,
  type SessionStore,
} from '../../identity/people/sessions.ts';
import type { KeyStore } from '../../identity/stores.ts';
import type { Ledger } from '../../metering/ledger.ts';
import { objectOf, stringOf } from '../../shared/json/json.ts';
import type { Reply } from '../../shared/reply.ts';
import type { Secret } from '../../shared/secret.ts';
import { echo } from '../../shared/text/names.ts';
import { type Clock, repeat } from '../../shared/time/clock.ts';

/** Who calls the control API. */
export type Principal =
  /** A program with the administrator key. */
  | { readonly kind: 'admin' }
  /** A person with a session. */
  | { readonly kind: 'person'; readonly open: OpenSession }
  /** A request that signs in. */
  | { readonly kind: 'anonymous' };

/** How the ledger and the audit log name who calls. */
export function actorOf(principal: Principal): string {
  if (principal.kind === 'person') return principal.open.person.id;
  return principal.kind === 'admin' ? adminActor : 'anonymous';
}

/** Whether who calls may do everything on this server. */
export const isOperator = (principal: Principal): boolean =>
  principal.kind === 'admin' || (principal.kind === 'person' && principal.open.person.operator);

/** The role of who calls in a workspace; null for none. An operator is one everywhere. */
export function roleIn(principal: Principal, workspaceId: string): AccessRole | null {
  if (isOperator(principal)) return 'operator';
  if (principal.kind !== 'person') return null;
  return principal.open.memberships.find((one) => one.workspaceId === workspaceId)?.role ?? null;
}

/** The head of a request to the control API. */
export interface ControlHead {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

interface AuthenticationDeps {
  readonly admin: AdminAuthentication;
  readonly sessions: Pick<Sessions, 'open'>;
  readonly sessionCookie: Pick<SessionCookie, 'read'>;
  readonly origin: () => string;
}

/**
 * Says who calls an operation, before a byte of the body is read: the administrator key goes before a cookie.
 *
 * @throws {GatewayError} 401 without a key or a session that goes on; 403 `cross_site`, `forbidden`
 */
type Authenticate = (head: ControlHead, operation: ControlOperation) => Promise<Principal>;

/** Makes the door of the control API. */
export const makeAuthenticate = (deps: AuthenticationDeps): Authenticate =>
  async function authenticate(head, operation) {
    const principal = await identify(head, operation, deps);
    checkEntry(operation, principal);
    return principal;
  };

async function identify(head: ControlHead, operation: ControlOperation, deps: AuthenticationDeps): Promise<Principal> {
  const { headers, method } = head;
  const origin = deps.origin();
  if (operation.scope === 'public') {
    // Login CSRF: another site could sign a person in to the attacker's account.
    if (method !== 'GET' && method !== 'HEAD') requireSameOrigin(head, origin);
    return { kind: 'anonymous' };
  }
  const cookie = headers['cookie'];
  const token = typeof cookie === 'string' ? deps.sessionCookie.read(cookie) : null;
  const { authorization } = headers;
  if (authorization !== undefined || token === null) {
    deps.admin(String(authorization ?? ''));
    return { kind: 'admin' };
  }
  requireSameOrigin(head, origin);
  const open = await deps.sessions.open(token);
  if (open) return { kind: 'person', open };
  throw new GatewayError('session_ended', 'The session has ended. Sign in again at /console.');
}

/** How the ledger and the audit log name the holder of the administrator key. */
const adminActor = 'admin';

/** Returns the actor of a request to the control API, or throws. */
type AdminAuthentication = (authorization: string) => string;

const bearer = /^bearer +/i;
const challenge = { headers: { 'www-authenticate': 'Bearer realm="control API"' } };

/**
 * Makes a check whether a secret is the administrator key. Hashes are compared in constant time, so neither timing nor answer
 * reveals how much of a guess was right.
 */
export function makeAdminKeyCheck(adminKey: () => Secret | undefined): (secret: string) => boolean {
  // Without an administrator key, nothing is: no known value has a random hash.
  const unknown = randomBytes(32);
  return (secret) => {
    const present = adminKey();
    return timingSafeEqual(sha256(secret), present ? sha256(present.reveal()) : unknown);
  };
}

/**
 * Makes the authentication of the control API, which accepts only `Authorization: Bearer <admin key>`. A secret that is also an
 * API key is refused.
 *
 * The returned function takes the header, or an empty text, and throws 401 `missing_api_key` or `invalid_api_key`.
 */
export function makeAdminAuthentication(adminKey: () => Secret | undefined, keys: KeyStore): AdminAuthentication {
  const isAdminKey = makeAdminKeyCheck(adminKey);
  return (authorization) => {
    const sent = authorization.trim();
    if (sent === '') {
      throw new GatewayError(
        'missing_api_key',
        'An administrator key is required. Send `Authorization: Bearer <admin key>`. It is DIGLOT_ADMIN_KEY, or in the file <data>/admin-key.',
        challenge,
      );
    }
    const secret = bearer.test(sent) ? sent.replace(bearer, '') : '';
    const callsModels = keys.find(hashKey(secret)) !== undefined;
    if (isAdminKey(secret) && !callsModels) return adminActor;
    throw new GatewayError('invalid_api_key', refusalOf(sent, callsModels), challenge);
  };
}

function refusalOf(sent: string, callsModels: boolean): string {
  if (!bearer.test(sent)) return 'Send the administrator key as `Authorization: Bearer <admin key>`.';
  return callsModels
    ? 'This is an API key for models: it has no role on the control API. Send the administrator key, or sign in at /console. `GET /v1/key` says what an API key may use.'
    : 'This is not the administrator key of this server. It is DIGLOT_ADMIN_KEY, or in the file <data>/admin-key.';
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** What an operation says about who may call it. */
type AccessRule = Pick<ControlOperation, 'id' | 'roles' | 'scope'>;

const forbidden = (message: string): GatewayError => new GatewayError('forbidden', message);

/**
 * Checks what is known before the body is read: a caller without any of the roles in any workspace is refused.
 *
 * @throws {GatewayError} 403 `forbidden`
 */
export function checkEntry({ roles, scope }: AccessRule, principal: Principal): void {
  if (scope === 'public' || isOperator(principal)) {
    if (scope === 'person' && principal.kind !== 'person') {
      throw forbidden(
        'This operation is about the person who calls it, and an administrator key is not a person. Sign in at /console.',
      );
    }
    return;
  }
  if (scope === 'signed_in' || scope === 'person') return;
  if (scope === 'server') throw forbidden('This needs the operator of the server.');
  const own = principal.kind === 'person' ? principal.open.memberships : [];
  if (own.some(({ role }) => roles.includes(role))) return;
  throw forbidden(`This needs ${listRoles(roles)} of a workspace, which you are nowhere.`);
}

/** What the path, the query and the body of a request name. */
interface Named {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** The operation, and what the request names. */
interface Wish {
  readonly rule: AccessRule;
  readonly named: Named;
}

interface NamedDeps {
  readonly keys: KeyStore;
  readonly ledger: Pick<Ledger, 'call'>;
}

/** The workspace in which a role must be held; null if the request names none, or nothing that there is. */
const workspaceOf = {
  workspace: ({ params, query, body }: Named): string | null =>
    params['workspace_id'] ?? stringOf(query['workspace_id']) ?? stringOf(objectOf(body)['workspace_id']),
  key: ({ params }: Named, { keys }: NamedDeps): string | null => keys.key(params['key_id'] ?? '')?.workspaceId ?? null,
  call: async ({ params }: Named, { ledger }: NamedDeps): Promise<string | null> =>
    (await ledger.call(params['call_id'] ?? ''))?.workspaceId ?? null,
};

/**
 * Whether who calls may do this in the workspace that the request is about. What belongs to a workspace in which they have no
 * role does not exist for them.
 *
 * @throws {GatewayError} 403 `forbidden`; 404 `not_found`; 400 where no workspace is named
 */
export async function checkAccess(principal: Principal, { rule, named }: Wish, deps: NamedDeps): Promise<void> {
  const { roles, scope } = rule;
  if (scope !== 'workspace' && scope !== 'key' && scope !== 'call') return;
  // An operator may ask about all workspaces; the operation itself answers 404 where something does not exist.
  if (isOperator(principal) && roles.includes('operator')) return;
  const workspaceId = await workspaceOf[scope](named, deps);
  if (workspaceId === null && scope === 'workspace') {
    throw new GatewayError('invalid_value', 'Name a workspace: only the operator may ask about all of them at once.', {
      param: 'workspace_id',
    });
  }
  const role = workspaceId === null ? null : roleIn(principal, workspaceId);
  if (role === null) throw notFound(scope, named, workspaceId);
  if (roles.includes(role)) return;
  throw forbidden(`Your role in workspace ${String(workspaceId)} is ${role}; this needs ${listRoles(roles)}.`);
}

/** How often a long answer checks that its session goes on, in milliseconds. */
const watchMilliseconds = 1_000;

interface Watched {
  readonly principal: Principal;
  readonly reply: Pick<Reply, 'cut' | 'started'>;
  /** Checks the access of the caller as they are now. @throws {GatewayError} if it has ended */
  readonly check: (present: Principal) => Promise<void>;
}

/**
 * Cuts an answer that is still being sent, such as an export, when the session ends, the person is disabled or loses the role. The
 * returned function ends the watch.
 */
export function watchAccess(
  { principal, reply, check }: Watched,
  { sessions, clock }: { readonly sessions: Pick<SessionStore, 'open'>; readonly clock: Clock },
): () => Promise<void> {
  if (principal.kind !== 'person') return () => Promise.resolve();
  const { hash } = principal.open.session;
  const look = async (): Promise<void> => {
    // An answer that has not begun may be that of the operation which ends the session.
    if (!reply.started()) return;
    const open = await sessions.open(hash, momentOf(clock.now()));
    if (open) await check({ kind: 'person', open });
    else reply.cut();
  };
  const failed = (cause: unknown): void => {
    // A database that does not answer now says nothing about the session.
    if (cause instanceof GatewayError && cause.code !== 'overloaded') reply.cut();
  };
  return repeat({ clock, every: watchMilliseconds, action: look, failed });
}

const places = { key: 'key_id', call: 'call_id' } as const;

function notFound(scope: 'workspace' | 'key' | 'call', { params }: Named, workspaceId: string | null): GatewayError {
  const param = scope === 'workspace' ? 'workspace_id' : places[scope];
  const id = scope === 'workspace' ? (workspaceId ?? '') : (params[param] ?? '');
  return new GatewayError('not_found', `There is no ${scope} ${echo(id)} that you may see.`, { param });
}

function listRoles(roles: readonly AccessRole[]): string {
  const named = roles.map((role) => (role === 'operator' ? 'the operator' : role));
  return named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} or ${named.at(-1)}`;
}
