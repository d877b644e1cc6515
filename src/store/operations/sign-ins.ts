import { GatewayError } from '../../errors/gateway-error.ts';
import type {
  NewSession,
  OpenSession,
  SessionMoment,
  SessionRecord,
  TicketKind,
  TicketRecord,
} from '../../identity/people/sessions.ts';
import type { PasskeyRecord, PasskeyReference, PasskeyTerms } from '../../identity/people/person-store.ts';
import type { AttemptCounter, CountedAttempt, DelayRule } from '../../identity/people/sign-in-delay.ts';
import type { AuditEvent } from '../../shared/audit-event.ts';
import { makeAuditOperations } from '../shared/audit-chain.ts';
import {
  all,
  asItIs,
  type EngineFacts,
  hasRoom,
  json,
  lockOwner,
  number,
  one,
  run,
  type Steps,
  type StoredRow,
  tableOf,
} from '../shared/repository.ts';
import { memberships, personOf, refuseEnded } from './people.ts';

interface AttemptRow {
  readonly name: string;
  readonly failures: bigint;
  readonly first_at: bigint;
  readonly last_at: bigint;
}

/** Failures as they count at a moment. */
interface Failures {
  readonly failures: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

/** What a row says now: failures whose time is over say nothing. */
function failuresOf(row: AttemptRow | undefined, rule: DelayRule, now: number): Failures {
  const none = { failures: 0, firstAt: now, lastAt: now };
  if (!row || row.failures === 0n) return none;
  const [firstAt, lastAt] = [Number(row.first_at), Number(row.last_at)];
  const since = rule.since === 'first' ? firstAt : lastAt;
  return now - since < rule.memory ? { failures: Number(row.failures), firstAt, lastAt } : none;
}

/** At most the delay, also if the clock was set back. */
function waitOf({ failures, firstAt, lastAt }: Failures, rule: DelayRule, now: number): number {
  if (failures < rule.free) return 0;
  const delay = Math.min(rule.longest, rule.first * 2 ** (failures - rule.free));
  return Math.max(0, Math.min(delay, (rule.since === 'first' ? firstAt : lastAt) + delay - now));
}

type Begun = { readonly wait: number; readonly counted: readonly (CountedAttempt & Failures)[] };

/** Decides on an attempt: what it has to wait for, or what its counters become. */
function decide(
  counters: readonly AttemptCounter[],
  rowOf: (name: string) => AttemptRow | undefined,
  now: number,
): Begun {
  const known = counters.map(({ name, rule }) => ({ name, rule, ...failuresOf(rowOf(name), rule, now) }));
  const wait = Math.max(0, ...known.map(({ rule, ...failures }) => waitOf(failures, rule, now)));
  if (wait > 0) return { wait, counted: [] };
  const counted = known.map(({ name, failures, firstAt, lastAt }) => ({
    name,
    at: now,
    lastAt,
    failures: failures + 1,
    firstAt,
  }));
  return { wait, counted };
}

/** Attempts to sign in as rows. They are locked in the order of their names, so that no two attempts wait for each other. */
export const makeAttemptOperations = ({ isOneOf, lock }: EngineFacts) => ({
  *beginAttempt(counters: readonly AttemptCounter[], now: number): Steps<Begun> {
    const names = counters.map(({ name }) => name).toSorted();
    const added: string[] = [];
    // A row that is not there cannot be locked.
    for (const name of names) {
      const sql = `insert into sign_in_attempt (name, failures, first_at, last_at) values ($1, 0, $2, $2)
        on conflict do nothing`;
      if ((yield* run(sql, name, now)) > 0) added.push(name);
    }
    const sql = `select * from sign_in_attempt where ${isOneOf('name', '$1')} order by name ${lock}`;
    const rows = new Map((yield* all<AttemptRow>(sql, names)).map((row) => [row.name, row]));
    const begun = decide(counters, (name) => rows.get(name), now);
    // Else attempts that have to wait could fill the table with names. Rows that others may have seen stay: an attempt may count there.
    if (begun.wait > 0 && added.length > 0)
      yield* run(`delete from sign_in_attempt where ${isOneOf('name', '$1')}`, added);
    for (const { name, failures, firstAt, at } of begun.counted) {
      const put = 'update sign_in_attempt set failures = $2, first_at = $3, last_at = $4 where name = $1';
      yield* run(put, name, failures, firstAt, at);
    }
    return begun;
  },
  /** The last attempt of a counter becomes the one before, unless another one came since. */
  *takeBackAttempts(counted: readonly CountedAttempt[]): Steps<void> {
    const takeBack = `update sign_in_attempt set failures = failures - 1,
      last_at = case when last_at = $2 then $3 else last_at end where name = $1 and failures > 0`;
    for (const { name, at, lastAt } of counted.toSorted((first, second) => (first.name < second.name ? -1 : 1)))
      yield* run(takeBack, name, at, lastAt);
  },
  *forgetAttempts(name: string): Steps<void> {
    yield* run('delete from sign_in_attempt where name = $1', name);
  },
  *sweepAttempts(before: number): Steps<void> {
    yield* run('delete from sign_in_attempt where last_at <= $1', before);
  },
});

const ticketTable = tableOf<TicketRecord>('ticket', {
  hash: asItIs(),
  kind: asItIs(),
  personId: asItIs(),
  data: asItIs(),
  expiresAt: number(),
});

/** Tickets of one kind that stay when they are looked through, and after how many new ones that is. */
const mostTickets = { kept: 10_000, every: 250 };

/** Tickets that anyone may ask for without signing in, and there are too many of: the first to end go. */
const pruneSql = `delete from ticket where kind = $1 and expires_at <
  (select expires_at from ticket where kind = $1 order by expires_at desc limit 1 offset ${mostTickets.kept})`;

/** Says when tickets are to be looked through. Links are made by operators alone, and all of them stay. */
function makeTicketCount(): (kind: TicketKind) => boolean {
  let added = 0;
  return (kind) => kind !== 'link' && (added += 1) % mostTickets.every === 0;
}

/** Tickets as rows. */
export function makeTicketOperations() {
  const isDue = makeTicketCount();
  return {
    *addTicket(ticket: TicketRecord): Steps<void> {
      yield* run(ticketTable.insert, ...ticketTable.values(ticket));
      if (isDue(ticket.kind)) yield* run(pruneSql, ticket.kind);
    },
    /** One statement finds and removes it: of two that take it at once, one gets it. */
    *takeTicket(wanted: Pick<TicketRecord, 'hash' | 'kind'>, now: number): Steps<TicketRecord | null> {
      const sql = 'delete from ticket where hash = $1 and kind = $2 returning *';
      const row = yield* one<StoredRow>(sql, wanted.hash, wanted.kind);
      const ticket = row && ticketTable.read(row);
      return ticket && ticket.expiresAt > now ? ticket : null;
    },
  };
}

const sessionTable = tableOf<SessionRecord>('session', {
  id: asItIs(),
  hash: asItIs(),
  personId: asItIs(),
  method: asItIs(),
  client: asItIs(),
  createdAt: number(),
  lastUsedAt: number(),
  expiresAt: number(),
});

/** Sessions that went on and are not among the newest ones any more: what is noted of each. */
const endedBy = (event: AuditEvent, { id, method }: Pick<SessionRecord, 'id' | 'method'>): AuditEvent => ({
  ...event,
  action: 'session.end',
  diff: JSON.stringify({ session: id, method }),
});

/**
 * Lets a person in who has not changed since, with a code that was not used. A code raises the version, so that no change that was
 * made from the state before it can undo its use.
 */
const signInSql = `update person set last_signed_in_at = $2, totp_last_step = coalesce(cast($3 as bigint), totp_last_step),
  version = version + case when cast($3 as bigint) is null then 0 else 1 end
  where id = $1 and version = $4 and disabled_at is null
    and (cast($3 as bigint) is null or (totp_secret is not null and totp_last_step < $3))`;

/** Whether a session goes on. `$2` and `$3` are the members of `SessionMoment`. */
const goesOn = 'expires_at > $2 and last_used_at > $3';

/** Sessions as rows. */
export function makeSessionOperations(engine: EngineFacts) {
  const audit = makeAuditOperations(engine);
  return {
    /**
     * Starts a session and ends those beyond `most`. It locks the person's row first, so that of two that start at once, the second
     * finds the first one's session.
     *
     * @returns false if the person is not let in
     */
    *startSession(
      event: AuditEvent,
      { session, version, totpStep, passkey, most, moment }: NewSession,
    ): Steps<boolean> {
      const { personId, createdAt } = session;
      if (passkey !== null) {
        // Who removes it waits for this transaction, or has removed it.
        yield* lockOwner(engine, 'passkey', personId);
        const use = 'update passkey set counter = $3, last_used_at = $4 where id = $1 and person_id = $2';
        if ((yield* run(use, passkey.id, personId, passkey.counter, createdAt)) === 0) return false;
      }
      if ((yield* run(signInSql, personId, createdAt, totpStep, version)) === 0) return false;
      const ended = yield* all<Pick<SessionRecord, 'id' | 'method'>>(
        `delete from session where id in (select id from session where person_id = $1 and ${goesOn}
          order by seq desc limit 9223372036854775807 offset $4) returning id, method`,
        personId,
        moment.now,
        moment.usedAfter,
        most - 1,
      );
      yield* run(sessionTable.insert, ...sessionTable.values(session));
      for (const old of ended) yield* audit.appendAudit(endedBy(event, old));
      yield* audit.appendAudit(event);
      return true;
    },
    *openSession(hash: string, { now, usedAfter }: SessionMoment): Steps<OpenSession | null> {
      const row = yield* one<StoredRow>(`select * from session where hash = $1 and ${goesOn}`, hash, now, usedAfter);
      if (!row) return null;
      const able = 'select * from person where id = $1 and disabled_at is null';
      const session = sessionTable.read(row);
      const found = yield* one<StoredRow>(able, session.personId);
      if (!found) return null;
      const person = personOf(found);
      return { session, person, memberships: yield* memberships(person.email) };
    },
    *touchSession(id: string, now: number): Steps<void> {
      yield* run('update session set last_used_at = $2 where id = $1', id, now);
    },
    *sessions(personId: string, { now, usedAfter }: SessionMoment): Steps<readonly SessionRecord[]> {
      const sql = `select * from session where person_id = $1 and ${goesOn} order by seq desc`;
      return (yield* all<StoredRow>(sql, personId, now, usedAfter)).map(sessionTable.read);
    },
    *endSession({ id, personId }: Pick<SessionRecord, 'id' | 'personId'>): Steps<boolean> {
      return (yield* run('delete from session where id = $1 and person_id = $2', id, personId)) > 0;
    },
    *sweepSessions({ now, usedAfter }: SessionMoment): Steps<void> {
      yield* run('delete from ticket where expires_at <= $1', now);
      yield* run('delete from session where expires_at <= $1 or last_used_at <= $2', now, usedAfter);
    },
  };
}

const passkeyTable = tableOf<PasskeyRecord>('passkey', {
  id: asItIs(),
  personId: asItIs(),
  credentialId: asItIs(),
  publicKey: asItIs(),
  counter: number(),
  transports: json(),
  name: asItIs(),
  createdAt: number(),
  lastUsedAt: number(),
});

function* passkeyByCredential(credentialId: string): Steps<PasskeyRecord | null> {
  const row = yield* one<StoredRow>('select * from passkey where credential_id = $1', credentialId);
  return row ? passkeyTable.read(row) : null;
}

/** Passkeys as rows. */
export const makePasskeyOperations = (engine: EngineFacts) => ({
  *passkeys(personId: string): Steps<readonly PasskeyRecord[]> {
    const sql = 'select * from passkey where person_id = $1 order by seq desc';
    return (yield* all<StoredRow>(sql, personId)).map(passkeyTable.read);
  },
  passkeyByCredential,
  /** Adds a passkey. @returns false if the person has `most` already */
  *addPasskey(passkey: PasskeyRecord, { session, most }: PasskeyTerms): Steps<boolean> {
    yield* lockOwner(engine, 'passkey', passkey.personId);
    yield* refuseEnded(passkey.personId, session);
    if (yield* passkeyByCredential(passkey.credentialId)) {
      throw new GatewayError('conflict', 'This passkey is known already.');
    }
    if (!(yield* hasRoom(engine, 'passkey', { owner: passkey.personId, most }))) return false;
    yield* run(passkeyTable.insert, ...passkeyTable.values(passkey));
    return true;
  },
  *removePasskey({ id, personId }: PasskeyReference, { session }: PasskeyTerms): Steps<void> {
    yield* lockOwner(engine, 'passkey', personId);
    yield* refuseEnded(personId, session);
    if ((yield* run('delete from passkey where id = $1 and person_id = $2', id, personId)) > 0) return;
    throw new GatewayError('not_found', `You have no passkey ${id}.`, { param: 'passkey_id' });
  },
});
