import { GatewayError } from '../../errors/gateway-error.ts';
import type { ListQuery, MemberRole } from '../../identity/stores.ts';
import type {
  Membership,
  PasskeyRecord,
  PasskeyReference,
  PasskeyTerms,
  PersonEnds,
  PersonRecord,
} from '../../identity/people/person-store.ts';
import { foldEmail } from '../../shared/text/names.ts';
import { all, hasRoom, lockOwner, one, run, type EngineFacts, type Steps } from '../shared/steps.ts';
import { asItIs, json, number, tableOf, type StoredRow } from '../shared/table.ts';

export interface PersonRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly operator: bigint;
  readonly password_hash: string | null;
  readonly totp_secret: string | null;
  readonly totp_confirmed: bigint;
  readonly totp_last_step: bigint;
  readonly disabled_at: bigint | null;
  readonly created_at: bigint;
  readonly last_signed_in_at: bigint | null;
  readonly version: bigint;
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

const timeOf = (value: bigint | null): number | null => (value === null ? null : Number(value));

export const personOf = (row: PersonRow): PersonRecord => ({
  id: row.id,
  email: row.email,
  name: row.name,
  operator: row.operator === 1n,
  passwordHash: row.password_hash,
  totp: row.totp_secret === null ? null : totpOf(row, row.totp_secret),
  disabledAt: timeOf(row.disabled_at),
  createdAt: Number(row.created_at),
  lastSignedInAt: timeOf(row.last_signed_in_at),
  version: Number(row.version),
});

const totpOf = (row: PersonRow, secret: string): PersonRecord['totp'] => ({
  secret,
  confirmed: row.totp_confirmed === 1n,
  lastStep: Number(row.totp_last_step),
});

const personValues = (person: PersonRecord) => [
  person.email,
  foldEmail(person.email),
  person.name,
  Number(person.operator),
  person.passwordHash,
  person.totp?.secret ?? null,
  Number(person.totp?.confirmed ?? false),
  person.totp?.lastStep ?? 0,
  person.disabledAt,
  person.createdAt,
  person.lastSignedInAt,
];

/** Roles by folded e-mail address, by workspace. */
export function* memberships(email: string): Steps<readonly Membership[]> {
  const rows = yield* all<{ workspace_id: string; role: MemberRole }>(
    'select workspace_id, role from member where email_folded = $1',
    foldEmail(email),
  );
  return rows
    .map(({ workspace_id: workspaceId, role }) => ({ workspaceId, role }))
    .toSorted((first, second) => (first.workspaceId < second.workspaceId ? -1 : 1));
}

function* personByEmail(email: string): Steps<PersonRecord | null> {
  const row = yield* one<PersonRow>('select * from person where email_folded = $1', foldEmail(email));
  return row ? personOf(row) : null;
}

function* refuseTaken({ id, email }: PersonRecord): Steps<void> {
  const known = yield* personByEmail(email);
  if (!known || known.id === id) return;
  throw new GatewayError('conflict', `${known.email} is the e-mail address of another person (${known.id}).`, {
    param: 'email',
  });
}

/** Whether a person can sign in and may do everything. */
const isActiveOperator = ({ operator, disabledAt }: PersonRecord): boolean => operator && disabledAt === null;

/** The values of a list's statement: text in the name, text in the folded e-mail address, the record to continue after, its time, and the limit. */
export const listValues = ({ search = '', after, limit = Number.MAX_SAFE_INTEGER }: ListQuery) =>
  [search, foldEmail(search), after?.id ?? '', after?.createdAt ?? 0, limit] as const;

/**
 * Checks that the session which makes a change goes on. The person's row is locked: who ends all sessions waits, or has ended them.
 *
 * @param session undefined: no session makes it
 * @throws {GatewayError} `session_ended`, with which nothing is written
 */
function* refuseEnded(personId: string, session: string | undefined): Steps<void> {
  if (session === undefined) return;
  if (yield* one('select 1 from session where id = $1 and person_id = $2', session, personId)) return;
  throw new GatewayError('session_ended', 'The session has ended. Sign in again at /console.');
}

/** Ends what ends with a change. @throws {GatewayError} `session_ended`, with which nothing is written */
function* endWays(personId: string, { sessions, session, passkeys }: PersonEnds): Steps<void> {
  yield* refuseEnded(personId, session);
  if (sessions) yield* run('delete from session where person_id = $1', personId);
  if (passkeys) yield* run('delete from passkey where person_id = $1', personId);
}

/** People as rows. Each write runs in a transaction: what is checked still holds when it is written. */
export const makePersonOperations = ({ position, lock }: EngineFacts) => ({
  *people(wanted: ListQuery): Steps<readonly PersonRecord[]> {
    const sql = `select * from person
      where (${position}(lower(name), lower(cast($1 as text))) > 0 or ${position}(email_folded, cast($2 as text)) > 0)
        and seq > coalesce((select seq from person where id = $3),
          (select min(seq) - 1 from person where created_at >= $4), 9223372036854775807)
      order by seq limit $5`;
    return (yield* all<PersonRow>(sql, ...listValues(wanted))).map(personOf);
  },
  *person(id: string): Steps<PersonRecord | null> {
    const row = yield* one<PersonRow>('select * from person where id = $1', id);
    return row ? personOf(row) : null;
  },
  personByEmail,
  memberships,
  *addPerson(person: PersonRecord): Steps<void> {
    yield* refuseTaken(person);
    const sql = `insert into person (email, email_folded, name, operator, password_hash, totp_secret, totp_confirmed,
      totp_last_step, disabled_at, created_at, last_signed_in_at, version, id)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?)`;
    yield* run(sql, ...personValues(person), person.id);
  },
  /** @returns the person as it is now; null: another change came first */
  *putPerson(person: PersonRecord, ends: PersonEnds): Steps<PersonRecord | null> {
    const { id, version } = person;
    // With all operators: a change of one of them waits for this transaction, and then finds those that are left.
    const rows = yield* all<PersonRow>(
      `select * from person where id = $1 or (operator = 1 and disabled_at is null) order by seq ${lock}`,
      id,
    );
    const locked = rows.map(personOf);
    const before = locked.find((known) => known.id === id);
    if (before?.version !== version) return null;
    yield* refuseTaken(person);
    if (isActiveOperator(before) && !isActiveOperator(person) && locked.length === 1) {
      throw new GatewayError('conflict', `${before.email} is the last operator. Make another person operator first.`);
    }
    yield* endWays(id, ends);
    const sql = `update person set email = ?, email_folded = ?, name = ?, operator = ?, password_hash = ?,
      totp_secret = ?, totp_confirmed = ?, totp_last_step = ?, disabled_at = ?, created_at = ?, last_signed_in_at = ?,
      version = version + 1 where id = ?`;
    const { lastSignedInAt } = before;
    yield* run(sql, ...personValues({ ...person, lastSignedInAt }), id);
    return { ...person, lastSignedInAt, version: version + 1 };
  },
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
  /** Whether the person may have one more. */
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
  *usePasskey({ id, counter }: Pick<PasskeyRecord, 'id' | 'counter'>, at: number): Steps<void> {
    yield* run('update passkey set counter = $2, last_used_at = $3 where id = $1', id, counter, at);
  },
  *removePasskey({ id, personId }: PasskeyReference, { session }: PasskeyTerms): Steps<void> {
    yield* lockOwner(engine, 'passkey', personId);
    yield* refuseEnded(personId, session);
    if ((yield* run('delete from passkey where id = $1 and person_id = $2', id, personId)) > 0) return;
    throw new GatewayError('not_found', `You have no passkey ${id}.`, { param: 'passkey_id' });
  },
});
