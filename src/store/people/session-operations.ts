import type { DatabaseSync } from 'node:sqlite';
import type { KeyClient } from '../../identity/key-use.ts';
import type {
  OpenSession,
  SessionMoment,
  SessionRecord,
  SignInMethod,
  TicketKind,
  TicketRecord,
} from '../../identity/people/session-store.ts';
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

/** Sessions and tickets as rows. */
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
  const endAll = database.prepare('delete from session where person_id = ?');
  const insertTicket = database.prepare(
    'insert into ticket (hash, kind, person_id, data, expires_at) values (?, ?, ?, ?, ?)',
  );
  const ticket = query<TicketRow>(database, 'select * from ticket where hash = ? and kind = ?');
  const removeTicket = database.prepare('delete from ticket where hash = ? and kind = ?');
  const sweepTickets = database.prepare('delete from ticket where expires_at <= ?');
  const sweepSessions = database.prepare('delete from session where expires_at <= ? or last_used_at <= ?');

  return {
    addSession: (session: SessionRecord): void => {
      const { id, hash, personId, method, client, createdAt, lastUsedAt, expiresAt } = session;
      insert.run(id, hash, personId, method, client, createdAt, lastUsedAt, expiresAt);
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
    endSessions: (personId: string): void => void endAll.run(personId),
    addTicket: ({ hash, kind, personId, data, expiresAt }: TicketRecord): void =>
      void insertTicket.run(hash, kind, personId, data, expiresAt),
    takeTicket: (wanted: Pick<TicketRecord, 'hash' | 'kind'>, now: number): TicketRecord | null => {
      const row = ticket.get(wanted.hash, wanted.kind);
      if (!row) return null;
      removeTicket.run(wanted.hash, wanted.kind);
      const expiresAt = Number(row.expires_at);
      const { hash, kind, person_id: personId, data } = row;
      return expiresAt > now ? { hash, kind, personId, data, expiresAt } : null;
    },
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
  const all = query<KeyClientRow>(database, 'select * from key_client');
  const put =
    database.prepare(`insert into key_client (key_id, client, seen_at) select id, ?2, ?3 from api_key where id = ?1
    on conflict (key_id) do update set client = excluded.client, seen_at = excluded.seen_at
    where excluded.seen_at >= key_client.seen_at`);
  return {
    keyClients: (): readonly KeyClient[] =>
      all.all().map((row) => ({ keyId: row.key_id, client: row.client, seenAt: Number(row.seen_at) })),
    putKeyClients: (clients: readonly KeyClient[]): void => {
      for (const { keyId, client, seenAt } of clients) put.run(keyId, client, seenAt);
    },
  };
}
