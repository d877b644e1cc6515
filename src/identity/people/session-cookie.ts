import { GatewayError } from '../../errors/gateway-error.ts';
import { longestSession } from './session-store.ts';

/** Whether browsers reach the server by TLS, which `__Host-` cookies need. */
export const isSecure = (origin: string): boolean => origin.startsWith('https:');

/** The name of the session's cookie at an origin. */
const nameAt = (origin: string): string => (isSecure(origin) ? '__Host-diglot' : 'diglot_session');

/** The value of a cookie in a `Cookie` header; null if it is not in it. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const equals = pair.indexOf('=');
    if (pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return null;
}

/** The session's token that a request carries; null if it carries none. */
export const readSessionToken = (header: string | undefined, origin: string): string | null =>
  readCookie(header, nameAt(origin));

const cookie = (token: string, seconds: number, origin: string): string =>
  `${nameAt(origin)}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure(origin) ? '; Secure' : ''}`;

/** `set-cookie` for a session: for this host alone, and out of reach of scripts. */
export const sessionCookie = (token: string, origin: string): string => cookie(token, longestSession / 1_000, origin);

/** `set-cookie` that takes the session's cookie away. */
export const noSessionCookie = (origin: string): string => cookie('', 0, origin);

/** What a request's head says about the page that made it. */
interface RequestHead {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

const reading = new Set(['GET', 'HEAD']);

/**
 * Refuses a request that a page of another origin had the browser send (Fetch Metadata, and `Origin` where a browser does not
 * send it).
 *
 * @throws {GatewayError} 403 `cross_site`
 */
export function requireSameOrigin({ method, headers }: RequestHead, origin: string): void {
  const site = headers['sec-fetch-site'];
  const isReading = reading.has(method);
  if (site === 'same-origin' || (site === 'none' && isReading)) return;
  if (site === undefined) {
    const { host } = headers;
    const own = [origin, `http://${String(host)}`, `https://${String(host)}`];
    if (headers['origin'] === undefined ? isReading : own.includes(String(headers['origin']))) return;
  }
  throw new GatewayError(
    'cross_site',
    `Requests with a session must come from a page of ${origin}. Send \`Sec-Fetch-Site: same-origin\` or \`Origin: ${origin}\`; programs use an administrator key instead.`,
  );
}
