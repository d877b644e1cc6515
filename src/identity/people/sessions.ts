import { createHash, randomBytes } from 'node:crypto';
import type { AuditEvent } from '../../shared/audit-event.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { PersonRecord } from './person-store.ts';
import {
  longestSession,
  momentOf,
  type OpenSession,
  type SessionRecord,
  type SessionStore,
  type SignInMethod,
} from './session-store.ts';

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
   * @returns null if the person has changed since they were recognised, or their code was used meanwhile
   */
  readonly start: (recognised: Recognised, arrival: Arrival) => Promise<StartedSession | null>;
  /** Whose session a token is; null for one that has ended. */
  readonly open: (token: string) => Promise<OpenSession | null>;
}

interface Deps {
  readonly sessions: SessionStore;
  readonly clock: Clock;
  readonly newId: (prefix: string) => string;
}

const longestClient = 200;

/** Makes sessions on a store. */
export const makeSessions = ({ sessions, clock, newId }: Deps): Sessions => ({
  start: async ({ person, method, totpStep = null }, { client, requestId }) => {
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
    const checked = { version: person.version, totpStep };
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
