import type { DatabaseSync } from 'node:sqlite';
import type { KeyClient } from '../../identity/key-clients.ts';
import type {
  NewSession,
  OpenSession,
  SessionMoment,
  SessionRecord,
  SignInMethod,
  TicketKind,
  TicketRecord,
} from '../../identity/people/session-store.ts';
import type { AuditEvent } from '../../shared/audit-event.ts';
import { query } from '../sqlite/query.ts';
import { membershipsOf, personOf, type PersonRow } from './person-operations.ts';

export interface SessionRow {
  readonly id: string;
  readonly hash: string;
  readonly person_id: string;
  readonly method: SignInMethod;
  readonly client: string | null;
  readonly created_at: bigint;
  readonly last_used_at: bigint;
  readonly expires_at: bigint;
}

export interface TicketRow {
  readonly hash: string;
  readonly kind: TicketKind;
  readonly person_id: string | null;
  readonly data: string;
  readonly expires_at: bigint;
}

export const sessionOf = (row: SessionRow): SessionRecord => ({
  id: row.id,
  hash: row.hash,
  personId: row.person_id,
  method: row.method,
  client: row.client,
  createdAt: Number(row.created_at),
  lastUsedAt: Number(row.last_used_at),
  expiresAt: Number(row.expires_at),
});

/** Sessions that went on and are not among the newest ones any more: what is noted of each. */
export const endedBy = (event: AuditEvent, { id, method }: Pick<SessionRecord, 'id' | 'method'>): AuditEvent => ({
  ...event,
  action: 'session.end',
  diff: JSON.stringify({ session: id, method }),
});

/**
 * Lets a person in who has not changed since, with a code that was not used. A code raises the version, so that no change that was
 * made from the state before it can undo its use.
 */
export const signInSql = `update person set last_signed_in_at = $2, totp_last_step = coalesce(cast($3 as bigint), totp_last_step),
  version = version + case when cast($3 as bigint) is null then 0 else 1 end
  where id = $1 and version = $4 and disabled_at is null
    and (cast($3 as bigint) is null or (totp_secret is not null and totp_last_step < $3))`;

/** Tickets of one kind that stay when they are looked through, and after how many new ones that is. */
const mostTickets = { kept: 10_000, every: 250 };

/** Tickets that anyone may ask for without signing in, and there are too many of: the first to end go. */
export const pruneSql = `delete from ticket where kind = $1 and expires_at <
  (select expires_at from ticket where kind = $1 order by expires_at desc limit 1 offset ${mostTickets.kept})`;

/** Says when tickets are to be looked through. Links are made by operators alone, and all of them stay. */
export function makeTicketCount(): (kind: TicketKind) => boolean {
  let added = 0;
  return (kind) => kind !== 'link' && (added += 1) % mostTickets.every === 0;
}

/** Tickets as rows. */
export function makeTicketOperations(database: DatabaseSync) {
  const insertTicket = database.prepare(
    'insert into ticket (hash, kind, person_id, data, expires_at) values (?, ?, ?, ?, ?)',
  );
  const pruneTickets = database.prepare(pruneSql.replaceAll('$', '?'));
  const isDue = makeTicketCount();
  const ticket = query<TicketRow>(database, 'select * from ticket where hash = ? and kind = ?');
  const removeTicket = database.prepare('delete from ticket where hash = ? and kind = ?');
  return {
    addTicket: ({ hash, kind, personId, data, expiresAt }: TicketRecord): void => {
      insertTicket.run(hash, kind, personId, data, expiresAt);
      if (isDue(kind)) pruneTickets.run(kind);
    },
    takeTicket: (wanted: Pick<TicketRecord, 'hash' | 'kind'>, now: number): TicketRecord | null => {
      const row = ticket.get(wanted.hash, wanted.kind);
      if (!row) return null;
      removeTicket.run(wanted.hash, wanted.kind);
      const expiresAt = Number(row.expires_at);
      const { hash, kind, person_id: personId, data } = row;
      return expiresAt > now ? { hash, kind, personId, data, expiresAt } : null;
    },
  };
}

/** Sessions as rows. */
export function makeSessionOperations(database: DatabaseSync) {
  const goesOn = 'expires_at > ?2 and last_used_at > ?3';
  const byHash = query<SessionRow>(database, `select * from session where hash = ?1 and ${goesOn}`);
  const ofPerson = query<SessionRow>(
    database,
    `select * from session where person_id = ?1 and ${goesOn} order by seq desc`,
  );
  const able = query<PersonRow>(database, 'select * from person where id = ? and disabled_at is null');
  const memberships = membershipsOf(database);
  const insert = database.prepare(`insert into session
    (id, hash, person_id, method, client, created_at, last_used_at, expires_at) values (?, ?, ?, ?, ?, ?, ?, ?)`);
  const touch = database.prepare('update session set last_used_at = ?2 where id = ?1');
  const end = database.prepare('delete from session where id = ? and person_id = ?');
  const signIn = database.prepare(signInSql.replaceAll('$', '?'));
  const sweepTickets = database.prepare('delete from ticket where expires_at <= ?');
  const sweepSessions = database.prepare('delete from session where expires_at <= ? or last_used_at <= ?');

  return {
    /** @returns the sessions that this one ends; null if the person is not let in */
    startSession: ({ session, version, totpStep, most, moment }: NewSession): readonly SessionRecord[] | null => {
      const { id, hash, personId, method, client, createdAt, lastUsedAt, expiresAt } = session;
      if (signIn.run(personId, createdAt, totpStep, version).changes === 0) return null;
      const ended = ofPerson
        .all(personId, moment.now, moment.usedAfter)
        .slice(most - 1)
        .map(sessionOf);
      for (const old of ended) end.run(old.id, personId);
      insert.run(id, hash, personId, method, client, createdAt, lastUsedAt, expiresAt);
      return ended;
    },
    openSession: (hash: string, { now, usedAfter }: SessionMoment): OpenSession | null => {
      const row = byHash.get(hash, now, usedAfter);
      const person = row && able.get(row.person_id);
      if (!row || !person) return null;
      return { session: sessionOf(row), person: personOf(person), memberships: memberships(person.email) };
    },
    touchSession: (id: string, now: number): void => void touch.run(id, now),
    sessions: (personId: string, { now, usedAfter }: SessionMoment): readonly SessionRecord[] =>
      ofPerson.all(personId, now, usedAfter).map(sessionOf),
    endSession: ({ id, personId }: Pick<SessionRecord, 'id' | 'personId'>): boolean =>
      end.run(id, personId).changes > 0,
    sweepSessions: ({ now, usedAfter }: SessionMoment): void => {
      sweepTickets.run(now);
      sweepSessions.run(now, usedAfter);
    },
  };
}

export interface KeyClientRow {
  readonly key_id: string;
  readonly client: string;
  readonly seen_at: bigint;
}

/** The last clients of keys as rows. */
export function makeKeyClientOperations(database: DatabaseSync) {
  const ofKeys = query<KeyClientRow>(
    database,
    'select * from key_client where key_id in (select value from json_each(?))',
  );
  const put =
    database.prepare(`insert into key_client (key_id, client, seen_at) select id, ?2, ?3 from api_key where id = ?1
    on conflict (key_id) do update set client = excluded.client, seen_at = excluded.seen_at
    where excluded.seen_at >= key_client.seen_at`);
  return {
    keyClients: (keyIds: readonly string[]): readonly KeyClient[] =>
      ofKeys
        .all(JSON.stringify(keyIds))
        .map((row) => ({ keyId: row.key_id, client: row.client, seenAt: Number(row.seen_at) })),
    putKeyClients: (clients: readonly KeyClient[]): void => {
      for (const { keyId, client, seenAt } of clients) put.run(keyId, client, seenAt);
    },
  };
}
