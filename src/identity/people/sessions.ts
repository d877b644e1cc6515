import { createHash, randomBytes } from 'node:crypto';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { AuditEvent } from '../../shared/audit-event.ts';
import { oneDay } from '../../shared/time/calendar.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { Membership, PasskeyRecord, PersonRecord } from './person-store.ts';

/** How long a session goes on without a request, in milliseconds. */
export const idleMilliseconds = 12 * 3_600_000;

/** How long a session lasts at most, in milliseconds. */
const longestSession = 7 * oneDay;

/** Sessions of one person that go on at once; a new one ends the oldest beyond it. */
const mostSessions = 5;

/** How often a use is written down, in milliseconds. */
const touchMilliseconds = 60_000;

/** 256 random bits for a cookie, a link or a challenge. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is kept of a token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** What a request that signs in says about itself. */
export interface Arrival {
  /** `User-Agent`; null if it sent none. */
  readonly client: string | null;
  readonly requestId: string;
}

/** A person, and how it is known that it is them. */
export interface Recognised {
  readonly person: PersonRecord;
  readonly method: SignInMethod;
  /** The time step of the code that was sent along; absent if none was. */
  readonly totpStep?: number | null;
  /** The passkey that answered, and how often its authenticator says that it has signed; absent if none did. */
  readonly passkey?: Pick<PasskeyRecord, 'id' | 'counter'> | null;
}

export interface StartedSession {
  /** For the cookie. It is kept nowhere. */
  readonly token: string;
  readonly session: SessionRecord;
}

/** Starts, reads and ends sessions. */
export interface Sessions {
  /**
   * Starts a session with a new token.
   *
   * @returns null if the person has changed since they were recognised, their code was used or their passkey removed meanwhile
   */
  readonly start: (recognised: Recognised, arrival: Arrival) => Promise<StartedSession | null>;
  /** Whose session a token is; null for one that has ended. */
  readonly open: (token: string) => Promise<OpenSession | null>;
}

interface SessionDeps {
  readonly sessions: SessionStore;
  readonly clock: Clock;
  readonly newId: (prefix: string) => string;
}

const longestClient = 200;

/** Makes sessions on a store. */
export const makeSessions = ({ sessions, clock, newId }: SessionDeps): Sessions => ({
  start: async ({ person, method, totpStep = null, passkey = null }, { client, requestId }) => {
    const token = newToken();
    const now = clock.now();
    const session: SessionRecord = {
      id: newId('ses'),
      hash: hashToken(token),
      personId: person.id,
      method,
      client: client === null ? null : client.replaceAll(/[^\x20-\x7e]/g, '').slice(0, longestClient),
      createdAt: now,
      lastUsedAt: now,
      expiresAt: now + longestSession,
    };
    const event: AuditEvent = {
      at: now,
      actor: person.id,
      action: 'session.start',
      object: `person:${person.id}`,
      requestId,
      diff: JSON.stringify({ session: session.id, method }),
    };
    const checked = { version: person.version, totpStep, passkey };
    const started = await sessions.start({ session, ...checked, most: mostSessions, moment: momentOf(now) }, event);
    return started ? { token, session } : null;
  },
  open: async (token) => {
    const now = clock.now();
    const found = await sessions.open(hashToken(token), momentOf(now));
    if (found && now - found.session.lastUsedAt >= touchMilliseconds) await sessions.touch(found.session.id, now);
    return found;
  },
});

/** How a session began. */
type SignInMethod = 'password' | 'link' | 'passkey' | 'oidc';

/** A session of a person. The cookie's token is kept nowhere, only its hash. */
export interface SessionRecord {
  readonly id: string;
  /** SHA-256 of the token, 64 lower-case hex digits. */
  readonly hash: string;
  readonly personId: string;
  readonly method: SignInMethod;
  /** `User-Agent` of the browser; null if it sent none. */
  readonly client: string | null;
  readonly createdAt: number;
  /** To the minute. */
  readonly lastUsedAt: number;
  /** When it ends however much it is used. Epoch milliseconds. */
  readonly expiresAt: number;
}

/** A session with all that a request needs to know of who sent it. */
export interface OpenSession {
  readonly session: SessionRecord;
  readonly person: PersonRecord;
  readonly memberships: readonly Membership[];
}

/** A session that is to begin, and what it was granted for. */
export interface NewSession {
  readonly session: SessionRecord;
  /** Version of the person whose password, code or disabling was checked. */
  readonly version: number;
  /** Time step of the code that was accepted; null if none was asked for. */
  readonly totpStep: number | null;
  /** The passkey that answered, and its new counter; null if none did. Its use is noted. */
  readonly passkey: Pick<PasskeyRecord, 'id' | 'counter'> | null;
  /** How many sessions of the person may go on, this one included: the oldest beyond it end. */
  readonly most: number;
  readonly moment: SessionMoment;
}

/** What a ticket is good for. */
export type TicketKind = 'link' | 'passkey' | 'oidc';

/** Something that is good for one use within minutes: a login link, a challenge, a round trip to an identity provider. */
export interface TicketRecord {
  /** SHA-256 of what its holder presents. */
  readonly hash: string;
  readonly kind: TicketKind;
  /** The person it lets in; null if not known yet. */
  readonly personId: string | null;
  /** What its kind needs besides, as JSON text without any secret that signs in. */
  readonly data: string;
  readonly expiresAt: number;
}

/** When sessions are looked at. Epoch milliseconds. */
export interface SessionMoment {
  readonly now: number;
  /** A session that was not used since has ended. */
  readonly usedAfter: number;
}

/** The present moment for sessions. */
export const momentOf = (now: number): SessionMoment => ({ now, usedAfter: now - idleMilliseconds });

/** Where sessions and tickets live. They are read at every request, so that what has ended is over at once on every instance. */
export interface SessionStore {
  /**
   * Starts a session and notes the sign-in with its person, in one transaction with `event`, and with one `session.end` for each
   * session that this one ends.
   *
   * @returns false if the person has changed since it was checked, is disabled, no longer has the passkey, or used this code or a later
   *   one before: a code lets in once, also when it is sent twice at once
   */
  readonly start: (started: NewSession, event: AuditEvent) => Promise<boolean>;
  /** Null for one that is unknown, ended or idle for too long, and for a session of a disabled person. */
  readonly open: (hash: string, moment: SessionMoment) => Promise<OpenSession | null>;
  /** Notes that it was used. */
  readonly touch: (id: string, now: number) => Promise<void>;
  /** Those of a person that go on, the newest first. */
  readonly list: (personId: string, moment: SessionMoment) => Promise<readonly SessionRecord[]>;
  /** @returns false if the person has no such session */
  readonly end: (session: Pick<SessionRecord, 'id' | 'personId'>, event: AuditEvent) => Promise<boolean>;
  /** Where there are very many of its kind, those that end first are removed: anyone may ask for some of them. */
  readonly addTicket: (ticket: TicketRecord) => Promise<void>;
  /** Gives a ticket and removes it: a second request gets null, and so does a late one. */
  readonly takeTicket: (ticket: Pick<TicketRecord, 'hash' | 'kind'>, now: number) => Promise<TicketRecord | null>;
  /** Removes what has ended. */
  readonly sweep: (moment: SessionMoment) => Promise<void>;
}

/** Whether browsers reach the server by TLS, which `__Host-` cookies need. */
export const isSecure = (origin: string): boolean => origin.startsWith('https:');

/** The value of a cookie in a `Cookie` header; null if it is not in it. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const equals = pair.indexOf('=');
    if (pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return null;
}

/** The cookie of sessions at this server: for this host alone, and out of reach of scripts. */
export interface SessionCookie {
  /** The session's token in a `Cookie` header; null if there is none. */
  readonly read: (header: string | undefined) => string | null;
  /** `set-cookie` for a session. */
  readonly give: (token: string) => string;
  /** `set-cookie` that takes it away. */
  readonly takeAway: () => string;
}

interface CookiePlace {
  readonly origin: () => string;
  /** Whether the port of the origin is the same for all instances: browsers may get their cookie from one and show it to another. */
  readonly isPublicPort: () => boolean;
}

/** Browsers share the cookies of a host among its ports, so the name has a port that is not the usual one. */
export function makeSessionCookie({ origin, isPublicPort }: CookiePlace): SessionCookie {
  const name = (): string => {
    const plain = isSecure(origin()) ? '__Host-diglot' : 'diglot_session';
    const port = isPublicPort() ? new URL(origin()).port : '';
    return port === '' ? plain : `${plain}-${port}`;
  };
  const write = (token: string, seconds: number): string =>
    `${name()}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure(origin()) ? '; Secure' : ''}`;
  return {
    read: (header) => readCookie(header, name()),
    give: (token) => write(token, longestSession / 1_000),
    takeAway: () => write('', 0),
  };
}

/** What a request's head says about the page that made it. */
interface RequestHead {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

const readingMethods = new Set(['GET', 'HEAD']);

/**
 * Refuses a request that a page of another origin had the browser send (Fetch Metadata, and `Origin` where a browser does not
 * send it).
 *
 * @throws {GatewayError} 403 `cross_site`
 */
export function requireSameOrigin({ method, headers }: RequestHead, origin: string): void {
  const site = headers['sec-fetch-site'];
  const isReading = readingMethods.has(method);
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
