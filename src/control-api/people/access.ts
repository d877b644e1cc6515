import type { AccessRole, ControlOperation } from '../../../generated/operation-facts.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { KeyStore } from '../../identity/stores.ts';
import { momentOf, type OpenSession, type SessionStore } from '../../identity/people/sessions.ts';
import type { Ledger } from '../../metering/ledger.ts';
import { objectOf, stringOf } from '../../shared/json/json.ts';
import type { Reply } from '../../shared/reply.ts';
import { echo } from '../../shared/text/names.ts';
import { type Clock, repeat } from '../../shared/time/clock.ts';
import { adminActor } from './authenticate.ts';

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

interface Deps {
  readonly keys: KeyStore;
  readonly ledger: Pick<Ledger, 'call'>;
}

/** The workspace in which a role must be held; null if the request names none, or nothing that there is. */
const workspaceOf = {
  workspace: ({ params, query, body }: Named): string | null =>
    params['workspace_id'] ?? stringOf(query['workspace_id']) ?? stringOf(objectOf(body)['workspace_id']),
  key: ({ params }: Named, { keys }: Deps): string | null =>
    keys.listKeys().find(({ id }) => id === params['key_id'])?.workspaceId ?? null,
  call: async ({ params }: Named, { ledger }: Deps): Promise<string | null> =>
    (await ledger.call(params['call_id'] ?? ''))?.workspaceId ?? null,
};

/**
 * Whether who calls may do this in the workspace that the request is about. What belongs to a workspace in which they have no
 * role does not exist for them.
 *
 * @throws {GatewayError} 403 `forbidden`; 404 `not_found`; 400 where no workspace is named
 */
export async function checkAccess(principal: Principal, { rule, named }: Wish, deps: Deps): Promise<void> {
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
