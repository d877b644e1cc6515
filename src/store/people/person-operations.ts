import type { DatabaseSync } from 'node:sqlite';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { ListQuery, MemberRole } from '../../identity/member-store.ts';
import type { Membership, PasskeyRecord, PasskeyReference, PersonRecord } from '../../identity/people/person-store.ts';
import { foldEmail } from '../../shared/text/nearest-name.ts';
import { listValues } from '../shared/key-rows.ts';
import { makeRoomCheck, query } from '../sqlite/query.ts';

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

export interface PasskeyRow {
  readonly id: string;
  readonly person_id: string;
  readonly credential_id: string;
  readonly public_key: string;
  readonly counter: bigint;
  readonly transports: string;
  readonly name: string;
  readonly created_at: bigint;
  readonly last_used_at: bigint | null;
}

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

export const passkeyOf = (row: PasskeyRow): PasskeyRecord => ({
  id: row.id,
  personId: row.person_id,
  credentialId: row.credential_id,
  publicKey: row.public_key,
  counter: Number(row.counter),
  transports: JSON.parse(row.transports) as string[],
  name: row.name,
  createdAt: Number(row.created_at),
  lastUsedAt: timeOf(row.last_used_at),
});

export const personValues = (person: PersonRecord) => [
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

/** Roles by folded e-mail address. */
export const membershipsOf = (database: DatabaseSync) => {
  const rows = query<{ workspace_id: string; role: MemberRole }>(
    database,
    'select workspace_id, role from member where email_folded = ? order by workspace_id',
  );
  return (email: string): readonly Membership[] =>
    rows.all(foldEmail(email)).map(({ workspace_id: workspaceId, role }) => ({ workspaceId, role }));
};

/** People as rows. The caller runs each write in a transaction: what is checked still holds when it is written. */
export function makePersonOperations(database: DatabaseSync) {
  const listed = query<PersonRow>(
    database,
    `select * from person where (instr(lower(name), lower(?1)) > 0 or instr(email_folded, ?2) > 0)
      and seq > coalesce((select seq from person where id = ?3),
        (select min(seq) - 1 from person where created_at >= ?4), 9223372036854775807)
      order by seq limit ?5`,
  );
  const one = query<PersonRow>(database, 'select * from person where id = ?');
  const byEmail = query<PersonRow>(database, 'select * from person where email_folded = ?');
  const otherOperators = query<{ operators: bigint }>(
    database,
    'select count(*) as operators from person where operator = 1 and disabled_at is null and id <> ?',
  );
  const insert = database.prepare(`insert into person (email, email_folded, name, operator, password_hash, totp_secret,
    totp_confirmed, totp_last_step, disabled_at, created_at, last_signed_in_at, version, id)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?)`);
  const update = database.prepare(`update person set email = ?, email_folded = ?, name = ?, operator = ?,
    password_hash = ?, totp_secret = ?, totp_confirmed = ?, totp_last_step = ?, disabled_at = ?, created_at = ?,
    last_signed_in_at = ?, version = version + 1 where id = ?`);
  const endSessions = database.prepare('delete from session where person_id = ?');

  const refuseTaken = ({ id, email }: PersonRecord): void => {
    const known = byEmail.get(foldEmail(email));
    if (!known || known.id === id) return;
    throw new GatewayError('conflict', `${known.email} is the e-mail address of another person (${known.id}).`, {
      param: 'email',
    });
  };
  const keepOperator = (before: PersonRecord, after: PersonRecord): void => {
    const rules = ({ operator, disabledAt }: PersonRecord): boolean => operator && disabledAt === null;
    if (!rules(before) || rules(after) || otherOperators.get(before.id)?.operators !== 0n) return;
    throw new GatewayError('conflict', `${before.email} is the last operator. Make another person operator first.`);
  };
  const find = (row: PersonRow | undefined): PersonRecord | null => (row ? personOf(row) : null);

  return {
    people: (wanted: ListQuery): readonly PersonRecord[] => listed.all(...listValues(wanted)).map(personOf),
    person: (id: string): PersonRecord | null => find(one.get(id)),
    personByEmail: (email: string): PersonRecord | null => find(byEmail.get(foldEmail(email))),
    memberships: membershipsOf(database),
    addPerson: (person: PersonRecord): void => {
      refuseTaken(person);
      insert.run(...personValues(person), person.id);
    },
    putPerson: (person: PersonRecord, endsSessions: boolean): PersonRecord | null => {
      const before = find(one.get(person.id));
      if (before?.version !== person.version) return null;
      refuseTaken(person);
      keepOperator(before, person);
      const { lastSignedInAt } = before;
      update.run(...personValues({ ...person, lastSignedInAt }), person.id);
      if (endsSessions) endSessions.run(person.id);
      return { ...person, lastSignedInAt, version: person.version + 1 };
    },
  };
}

/** Passkeys as rows. */
export function makePasskeyOperations(database: DatabaseSync) {
  const ofPerson = query<PasskeyRow>(database, 'select * from passkey where person_id = ? order by seq desc');
  const byCredential = query<PasskeyRow>(database, 'select * from passkey where credential_id = ?');
  const insert = database.prepare(`insert into passkey
    (id, person_id, credential_id, public_key, counter, transports, name, created_at, last_used_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const use = database.prepare('update passkey set counter = ?2, last_used_at = ?3 where id = ?1');
  const remove = database.prepare('delete from passkey where id = ? and person_id = ?');
  const hasRoom = makeRoomCheck(database, 'passkey');

  return {
    passkeys: (personId: string): readonly PasskeyRecord[] => ofPerson.all(personId).map(passkeyOf),
    passkeyByCredential: (credentialId: string): PasskeyRecord | null => {
      const row = byCredential.get(credentialId);
      return row ? passkeyOf(row) : null;
    },
    /** Whether the person may have one more. */
    addPasskey: (passkey: PasskeyRecord, most?: number): boolean => {
      if (byCredential.get(passkey.credentialId)) {
        throw new GatewayError('conflict', 'This passkey is known already.');
      }
      const { id, personId, credentialId, publicKey, counter, transports, name, createdAt, lastUsedAt } = passkey;
      const kept = [credentialId, publicKey, counter, JSON.stringify(transports), name, createdAt, lastUsedAt];
      if (!hasRoom(personId, most)) return false;
      insert.run(id, personId, ...kept);
      return true;
    },
    usePasskey: ({ id, counter }: Pick<PasskeyRecord, 'id' | 'counter'>, at: number): void =>
      void use.run(id, counter, at),
    removePasskey: ({ id, personId }: PasskeyReference): void => {
      if (remove.run(id, personId).changes > 0) return;
      throw new GatewayError('not_found', `You have no passkey ${id}.`, { param: 'passkey_id' });
    },
  };
}
