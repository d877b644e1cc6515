import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ControlOperation } from '../../../generated/operation-facts.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { hashKey } from '../../identity/key-format.ts';
import { readSessionToken, requireSameOrigin, type Sessions } from '../../identity/people/sessions.ts';
import type { KeyStore } from '../../identity/stores.ts';
import type { Secret } from '../../shared/secret.ts';
import { checkEntry, type Principal } from './access.ts';

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

/** How the ledger and the audit log name the holder of the administrator key. */
export const adminActor = 'admin';

/** Returns the actor of a request to the control API, or throws. */
export type AdminAuthentication = (rawHeaders: readonly string[]) => string;

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
 * The returned function takes raw headers (name, value, …) and throws 401 `missing_api_key` or `invalid_api_key`, and 400 for a
 * repeated header.
 */
export function makeAdminAuthentication(adminKey: () => Secret | undefined, keys: KeyStore): AdminAuthentication {
  const isAdminKey = makeAdminKeyCheck(adminKey);
  return (rawHeaders) => {
    const sent = readAuthorization(rawHeaders);
    if (sent === null) {
      throw new GatewayError(
        'missing_api_key',
        'An administrator key is required. Send `Authorization: Bearer <admin key>`. It is DIGLOT_ADMIN_KEY, or in the file <data>/admin-key.',
        challenge,
      );
    }
    const secret = bearer.test(sent) ? sent.replace(bearer, '') : '';
    const callsModels = keys.find(hashKey(secret)) !== undefined;
    if (isAdminKey(secret) && !callsModels) return adminActor;
    throw new GatewayError('invalid_api_key', refusal(sent, callsModels), challenge);
  };
}

function refusal(sent: string, callsModels: boolean): string {
  if (!bearer.test(sent)) return 'Send the administrator key as `Authorization: Bearer <admin key>`.';
  return callsModels
    ? 'This is an API key for models: it has no role on the control API. Send the administrator key, or sign in at /console. `GET /v1/key` says what an API key may use.'
    : 'This is not the administrator key of this server. It is DIGLOT_ADMIN_KEY, or in the file <data>/admin-key.';
}

/** The value of Authorization; null if it is absent or empty. */
function readAuthorization(rawHeaders: readonly string[]): string | null {
  const values = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'authorization',
  );
  if (values.length > 1) {
    throw new GatewayError('invalid_header', 'The header Authorization was sent more than once. Send it once.', {
      param: 'Authorization',
    });
  }
  const value = values[0]?.trim() ?? '';
  return value === '' ? null : value;
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
