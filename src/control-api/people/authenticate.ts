import type { ControlOperation } from '../../../generated/operation-facts.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { readSessionToken, requireSameOrigin } from '../../identity/people/session-cookie.ts';
import type { Sessions } from '../../identity/people/sessions.ts';
import { checkEntry, type Principal } from './access.ts';
import type { AdminAuthentication } from './authenticate-admin.ts';

/** The head of a request to the control API. */
export interface ControlHead {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Name, value, name, value, … as they came. */
  readonly rawHeaders: readonly string[];
}

interface Deps {
  readonly admin: AdminAuthentication;
  readonly sessions: Pick<Sessions, 'open'>;
  readonly origin: () => string;
}

/**
 * Says who calls an operation, before a byte of the body is read: the administrator key goes before a cookie.
 *
 * @throws {GatewayError} 401 without a key or a session that goes on; 403 `cross_site`, `forbidden`
 */
type Authenticate = (head: ControlHead, operation: ControlOperation) => Promise<Principal>;

/** Makes the door of the control API. */
export const makeAuthenticate = (deps: Deps): Authenticate =>
  async function authenticate(head, operation) {
    const principal = await identify(head, operation, deps);
    checkEntry(operation, principal);
    return principal;
  };

async function identify(head: ControlHead, operation: ControlOperation, deps: Deps): Promise<Principal> {
  const { headers, method } = head;
  const origin = deps.origin();
  if (operation.scope === 'public') {
    // Login CSRF: another site could sign a person in to the attacker's account.
    if (method !== 'GET' && method !== 'HEAD') requireSameOrigin(head, origin);
    return { kind: 'anonymous' };
  }
  const cookie = headers['cookie'];
  const token = typeof cookie === 'string' ? readSessionToken(cookie, origin) : null;
  if (headers['authorization'] !== undefined || token === null) {
    deps.admin(head.rawHeaders);
    return { kind: 'admin' };
  }
  requireSameOrigin(head, origin);
  const open = await deps.sessions.open(token);
  if (open) return { kind: 'person', open };
  throw new GatewayError('session_ended', 'The session has ended. Sign in again at /console.');
}
