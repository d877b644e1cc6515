import type { KeyClient } from '../../../identity/key-clients.ts';
import type {
  NewSession,
  OpenSession,
  SessionMoment,
  SessionRecord,
  TicketRecord,
} from '../../../identity/people/session-store.ts';
import type { AuditEvent } from '../../../shared/audit-event.ts';
import { personOf, type PersonRow } from '../../people/person-operations.ts';
import {
  endedBy,
  makeTicketCount,
  pruneSql,
  sessionOf,
  signInSql,
  type KeyClientRow,
  type SessionRow,
  type TicketRow,
} from '../../people/session-operations.ts';
import type { Session } from '../session.ts';
import { appendAudit } from './audit.ts';
import { memberships } from './people.ts';

const goesOn = 'expires_at > $2 and last_used_at > $3';

/** Sessions as rows. */
export const sessions = {
  /** The row of the person is locked first, so that of two that start, the second one finds the first one's session. */
  startSession: async (session: Session, event: AuditEvent, started: NewSession): Promise<boolean> => {
    const { version, totpStep, most, moment } = started;
    const { id, hash, personId, method, client, createdAt, lastUsedAt, expiresAt } = started.session;
    if ((await session.run(signInSql, personId, createdAt, totpStep, version)) === 0) return false;
    const ended = await session.all<Pick<SessionRow, 'id' | 'method'>>(
      `delete from session where id in (select id from session where person_id = $1 and ${goesOn} order by seq desc offset $4)
        returning id, method`,
      ...[personId, moment.now, moment.usedAfter, most - 1],
    );
    const sql = `insert into session (id, hash, person_id, method, client, created_at, last_used_at, expires_at)
      values (?, ?, ?, ?, ?, ?, ?, ?)`;
    await session.run(sql, id, hash, personId, method, client, createdAt, lastUsedAt, expiresAt);
    for (const old of ended) await appendAudit(session, endedBy(event, old));
    await appendAudit(session, event);
    return true;
  },
  openSession: async (
    session: Session,
    hash: string,
    { now, usedAfter }: SessionMoment,
  ): Promise<OpenSession | null> => {
    const row = await session.one<SessionRow>(
      `select * from session where hash = $1 and ${goesOn}`,
      hash,
      now,
      usedAfter,
    );
    if (!row) return null;
    const able = 'select * from person where id = $1 and disabled_at is null';
    const person = await session.one<PersonRow>(able, row.person_id);
    if (!person) return null;
    return {
      session: sessionOf(row),
      person: personOf(person),
      memberships: await memberships(session, person.email),
    };
  },
  touchSession: async (session: Session, id: string, now: number): Promise<void> => {
    await session.run('update session set last_used_at = $2 where id = $1', id, now);
  },
  sessions: async (
    session: Session,
    personId: string,
    { now, usedAfter }: SessionMoment,
  ): Promise<readonly SessionRecord[]> => {
    const sql = `select * from session where person_id = $1 and ${goesOn} order by seq desc`;
    return (await session.all<SessionRow>(sql, personId, now, usedAfter)).map(sessionOf);
  },
  endSession: async (session: Session, { id, personId }: Pick<SessionRecord, 'id' | 'personId'>): Promise<boolean> =>
    (await session.run('delete from session where id = $1 and person_id = $2', id, personId)) > 0,
  sweepSessions: async (session: Session, { now, usedAfter }: SessionMoment): Promise<void> => {
    await session.run('delete from ticket where expires_at <= $1', now);
    await session.run('delete from session where expires_at <= $1 or last_used_at <= $2', now, usedAfter);
  },
};

/** Tickets as rows. */
export const makeTickets = (isDue = makeTicketCount()) => ({
  addTicket: async (session: Session, { hash, kind, personId, data, expiresAt }: TicketRecord): Promise<void> => {
    const sql = 'insert into ticket (hash, kind, person_id, data, expires_at) values (?, ?, ?, ?, ?)';
    await session.run(sql, hash, kind, personId, data, expiresAt);
    if (isDue(kind)) await session.run(pruneSql, kind);
  },
  /** One statement finds and removes it: of two that take it at once, one gets it. */
  takeTicket: async (
    session: Session,
    wanted: Pick<TicketRecord, 'hash' | 'kind'>,
    now: number,
  ): Promise<TicketRecord | null> => {
    const sql = 'delete from ticket where hash = $1 and kind = $2 returning *';
    const row = await session.one<TicketRow>(sql, wanted.hash, wanted.kind);
    if (!row || row.expires_at <= now) return null;
    const { hash, kind, person_id: personId, data, expires_at: expiresAt } = row;
    return { hash, kind, personId, data, expiresAt: Number(expiresAt) };
  },
});

/** The last clients of keys as rows. */
export const keyClients = {
  keyClients: async (session: Session, keyIds: readonly string[]): Promise<readonly KeyClient[]> =>
    (await session.all<KeyClientRow>('select * from key_client where key_id = any ($1)', keyIds)).map((row) => ({
      keyId: row.key_id,
      client: row.client,
      seenAt: Number(row.seen_at),
    })),
  /** In the order of the keys, so that two instances do not wait for each other. */
  putKeyClients: async (session: Session, clients: readonly KeyClient[]): Promise<void> => {
    await session.run(
      `insert into key_client (key_id, client, seen_at)
        select distinct on (id) id, seen.client, seen.seen_at
          from unnest($1::text[], $2::text[], $3::bigint[]) as seen (key_id, client, seen_at)
          join api_key on api_key.id = seen.key_id order by id, seen.seen_at desc
        on conflict (key_id) do update set client = excluded.client, seen_at = excluded.seen_at
          where excluded.seen_at >= key_client.seen_at`,
      clients.map(({ keyId }) => keyId),
      clients.map(({ client }) => client),
      clients.map(({ seenAt }) => seenAt),
    );
  },
};
