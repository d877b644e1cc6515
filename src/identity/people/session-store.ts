import type { AuditEvent } from '../../shared/audit-event.ts';
import { oneDay } from '../../shared/time/calendar.ts';
import type { Membership, PersonRecord } from './person-store.ts';

/** How a session began. */
export type SignInMethod = 'password' | 'link' | 'passkey' | 'oidc';

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

/** How long a session goes on without a request, in milliseconds. */
export const idleMilliseconds = 12 * 3_600_000;

/** How long a session lasts at most, in milliseconds. */
export const longestSession = 7 * oneDay;

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
   * @returns false if the person has changed since it was checked, is disabled, or used this code or a later one before: a code lets in
   *   once, also when it is sent twice at once
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
