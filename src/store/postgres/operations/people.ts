import { GatewayError } from '../../../errors/gateway-error.ts';
import type { ListQuery } from '../../../identity/member-store.ts';
import type {
  Membership,
  PasskeyRecord,
  PasskeyReference,
  PersonRecord,
} from '../../../identity/people/person-store.ts';
import { foldEmail } from '../../../shared/text/nearest-name.ts';
import { listValues } from '../../shared/key-rows.ts';
import { passkeyOf, personOf, personValues, type PasskeyRow, type PersonRow } from '../../people/person-operations.ts';
import { hasRoom, type Session } from '../session.ts';

const findByEmail = async (session: Session, email: string): Promise<PersonRecord | null> => {
  const row = await session.one<PersonRow>('select * from person where email_folded = $1', foldEmail(email));
  return row ? personOf(row) : null;
};

async function refuseTaken(session: Session, { id, email }: PersonRecord): Promise<void> {
  const known = await findByEmail(session, email);
  if (!known || known.id === id) return;
  throw new GatewayError('conflict', `${known.email} is the e-mail address of another person (${known.id}).`, {
    param: 'email',
  });
}

/** Can sign in and may do everything. */
const rules = ({ operator, disabledAt }: PersonRecord): boolean => operator && disabledAt === null;

/** A person, and everybody who rules: their rows carry the rule that one stays, and who changes one of them waits for all. */
const lockPeople = async (session: Session, id: string): Promise<readonly PersonRecord[]> =>
  (
    await session.all<PersonRow>(
      'select * from person where id = $1 or (operator = 1 and disabled_at is null) order by seq for update',
      id,
    )
  ).map(personOf);

/** Roles by folded e-mail address. */
export const memberships = async (session: Session, email: string): Promise<readonly Membership[]> => {
  const rows = await session.all<{ workspace_id: string; role: Membership['role'] }>(
    'select workspace_id, role from member where email_folded = $1 order by workspace_id collate "C"',
    foldEmail(email),
  );
  return rows.map(({ workspace_id: workspaceId, role }) => ({ workspaceId, role }));
};

/** People as rows. */
export const people = {
  people: async (session: Session, wanted: ListQuery): Promise<readonly PersonRecord[]> => {
    const sql = `select * from person
      where (strpos(lower(name), lower($1::text)) > 0 or strpos(email_folded, $2::text) > 0)
        and seq > coalesce((select seq from person where id = $3),
          (select min(seq) - 1 from person where created_at >= $4), 9223372036854775807)
      order by seq limit $5`;
    return (await session.all<PersonRow>(sql, ...listValues(wanted))).map(personOf);
  },
  person: async (session: Session, id: string): Promise<PersonRecord | null> => {
    const row = await session.one<PersonRow>('select * from person where id = $1', id);
    return row ? personOf(row) : null;
  },
  personByEmail: findByEmail,
  memberships,
  addPerson: async (session: Session, person: PersonRecord): Promise<void> => {
    await refuseTaken(session, person);
    const sql = `insert into person (email, email_folded, name, operator, password_hash, totp_secret, totp_confirmed,
      totp_last_step, disabled_at, created_at, last_signed_in_at, version, id)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?)`;
    await session.run(sql, ...personValues(person), person.id);
  },
  putPerson: async (session: Session, person: PersonRecord, endsSessions: boolean): Promise<PersonRecord | null> => {
    const { id, version } = person;
    const locked = await lockPeople(session, id);
    const before = locked.find((known) => known.id === id);
    if (before?.version !== version) return null;
    await refuseTaken(session, person);
    if (rules(before) && !rules(person) && locked.length === 1) {
      throw new GatewayError('conflict', `${before.email} is the last operator. Make another person operator first.`);
    }
    const sql = `update person set email = ?, email_folded = ?, name = ?, operator = ?, password_hash = ?,
      totp_secret = ?, totp_confirmed = ?, totp_last_step = ?, disabled_at = ?, created_at = ?, last_signed_in_at = ?,
      version = version + 1 where id = ?`;
    const { lastSignedInAt } = before;
    await session.run(sql, ...personValues({ ...person, lastSignedInAt }), id);
    if (endsSessions) await session.run('delete from session where person_id = $1', id);
    return { ...person, lastSignedInAt, version: version + 1 };
  },
};

const findPasskey = async (session: Session, credentialId: string): Promise<PasskeyRecord | null> => {
  const row = await session.one<PasskeyRow>('select * from passkey where credential_id = $1', credentialId);
  return row ? passkeyOf(row) : null;
};

/** Passkeys as rows. */
export const passkeys = {
  passkeys: async (session: Session, personId: string): Promise<readonly PasskeyRecord[]> =>
    (await session.all<PasskeyRow>('select * from passkey where person_id = $1 order by seq desc', personId)).map(
      passkeyOf,
    ),
  passkeyByCredential: findPasskey,
  /** Whether the person may have one more. */
  addPasskey: async (session: Session, passkey: PasskeyRecord, most?: number): Promise<boolean> => {
    const { id, personId, credentialId, publicKey, counter, transports, name, createdAt, lastUsedAt } = passkey;
    if (await findPasskey(session, credentialId)) {
      throw new GatewayError('conflict', 'This passkey is known already.');
    }
    if (!(await hasRoom(session, { table: 'passkey', owner: personId, most }))) return false;
    const kept = [credentialId, publicKey, counter, JSON.stringify(transports), name, createdAt, lastUsedAt];
    const sql = `insert into passkey
      (id, person_id, credential_id, public_key, counter, transports, name, created_at, last_used_at)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
    await session.run(sql, id, personId, ...kept);
    return true;
  },
  usePasskey: async (
    session: Session,
    { id, counter }: Pick<PasskeyRecord, 'id' | 'counter'>,
    at: number,
  ): Promise<void> => {
    await session.run('update passkey set counter = $2, last_used_at = $3 where id = $1', id, counter, at);
  },
  removePasskey: async (session: Session, { id, personId }: PasskeyReference): Promise<void> => {
    if ((await session.run('delete from passkey where id = $1 and person_id = $2', id, personId)) > 0) return;
    throw new GatewayError('not_found', `You have no passkey ${id}.`, { param: 'passkey_id' });
  },
};
