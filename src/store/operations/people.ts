import { GatewayError } from '../../errors/gateway-error.ts';
import type { Membership, PersonEnds, PersonRecord } from '../../identity/people/person-store.ts';
import type { ListQuery, MemberRecord, MemberReference, MemberRole, SeenMember } from '../../identity/stores.ts';
import { echo, foldEmail } from '../../shared/text/names.ts';
import {
  all,
  asItIs,
  type EngineFacts,
  flag,
  hasRoom,
  lockOwner,
  number,
  one,
  run,
  type Steps,
  type StoredRow,
  tableOf,
  updateOf,
} from '../shared/repository.ts';

/** The e-mail address is stored a second time, folded, to be found by; of the second factor, each member has a column. */
const columnsOf = ({ totp, ...person }: PersonRecord) => ({
  ...person,
  emailFolded: foldEmail(person.email),
  totpSecret: totp?.secret ?? null,
  totpConfirmed: totp?.confirmed ?? false,
  totpLastStep: totp?.lastStep ?? 0,
});

const personTable = tableOf<ReturnType<typeof columnsOf>>('person', {
  id: asItIs(),
  email: asItIs(),
  emailFolded: asItIs(),
  name: asItIs(),
  operator: flag(),
  passwordHash: asItIs(),
  totpSecret: asItIs(),
  totpConfirmed: flag(),
  totpLastStep: number(),
  disabledAt: number(),
  createdAt: number(),
  lastSignedInAt: number(),
  version: number(),
});

export function personOf(row: StoredRow): PersonRecord {
  const { emailFolded: _folded, totpSecret, totpConfirmed, totpLastStep, ...person } = personTable.read(row);
  const totp = totpSecret === null ? null : { secret: totpSecret, confirmed: totpConfirmed, lastStep: totpLastStep };
  return { ...person, totp };
}

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
  const row = yield* one<StoredRow>('select * from person where email_folded = $1', foldEmail(email));
  return row ? personOf(row) : null;
}

function* refuseTaken({ id, email }: PersonRecord): Steps<void> {
  const known = yield* personByEmail(email);
  if (!known || known.id === id) return;
  throw new GatewayError('conflict', `${echo(known.email)} is the e-mail address of another person (${known.id}).`, {
    param: 'email',
  });
}

/** Whether a person can sign in and may do everything. */
const isActiveOperator = ({ operator, disabledAt }: PersonRecord): boolean => operator && disabledAt === null;

/** The values of a list's statement: text in the name, text in the folded e-mail address, the record to continue after, its time, and the limit. */
const listValues = ({ search = '', after, limit = Number.MAX_SAFE_INTEGER }: ListQuery) =>
  [search, foldEmail(search), after?.id ?? '', after?.createdAt ?? 0, limit] as const;

/**
 * Checks that the session which makes a change goes on. The person's row is locked: who ends all sessions waits, or has ended them.
 *
 * @param session undefined: no session makes it
 * @throws {GatewayError} `session_ended`, with which nothing is written
 */
export function* refuseEnded(personId: string, session: string | undefined): Steps<void> {
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
    return (yield* all<StoredRow>(sql, ...listValues(wanted))).map(personOf);
  },
  *person(id: string): Steps<PersonRecord | null> {
    const row = yield* one<StoredRow>('select * from person where id = $1', id);
    return row ? personOf(row) : null;
  },
  personByEmail,
  memberships,
  *addPerson(person: PersonRecord): Steps<void> {
    yield* refuseTaken(person);
    yield* run(personTable.insert, ...personTable.values(columnsOf(person)));
  },
  /** @returns the person as it is now; null: another change came first */
  *putPerson(person: PersonRecord, ends: PersonEnds): Steps<PersonRecord | null> {
    const { id, version } = person;
    // With all operators: a change of one of them waits for this transaction, and then finds those that are left.
    const rows = yield* all<StoredRow>(
      `select * from person where id = $1 or (operator = 1 and disabled_at is null) order by seq ${lock}`,
      id,
    );
    const locked = rows.map(personOf);
    const before = locked.find((known) => known.id === id);
    if (before?.version !== version) return null;
    yield* refuseTaken(person);
    if (isActiveOperator(before) && !isActiveOperator(person) && locked.length === 1) {
      throw new GatewayError(
        'conflict',
        `${echo(before.email)} is the last operator. Make another person operator first.`,
      );
    }
    yield* endWays(id, ends);
    const { lastSignedInAt } = before;
    yield* run(updateOf(personTable), ...personTable.values(columnsOf({ ...person, lastSignedInAt })));
    return { ...person, lastSignedInAt, version: version + 1 };
  },
});

/** The e-mail address is stored a second time, folded, to be found by. */
const memberTable = tableOf<MemberRecord & { readonly emailFolded: string }>('member', {
  id: asItIs(),
  workspaceId: asItIs(),
  email: asItIs(),
  name: asItIs(),
  role: asItIs(),
  createdAt: number(),
  version: number(),
  emailFolded: asItIs(),
});

function memberOf(row: StoredRow): MemberRecord {
  const { emailFolded: _folded, ...member } = memberTable.read(row);
  return member;
}

function* findMember({ workspaceId, id }: MemberReference): Steps<MemberRecord | null> {
  const row = yield* one<StoredRow>('select * from member where workspace_id = $1 and id = $2', workspaceId, id);
  return row ? memberOf(row) : null;
}

function* presentMember(reference: MemberReference): Steps<MemberRecord> {
  const member = yield* findMember(reference);
  if (member) return member;
  throw new GatewayError('not_found', `Member ${reference.id} is no longer in workspace ${reference.workspaceId}.`);
}

function* keepOwner({ role, workspaceId, id, email }: MemberRecord, wish: string): Steps<void> {
  if (role !== 'owner') return;
  const other = yield* one(
    `select 1 from member where workspace_id = $1 and role = 'owner' and id <> $2 limit 1`,
    workspaceId,
    id,
  );
  if (other !== undefined) return;
  throw new GatewayError(
    'conflict',
    `${echo(email)} is the last owner of workspace ${workspaceId} and cannot ${wish}. Make another member owner first.`,
  );
}

/**
 * Members as rows. Each write runs in a transaction and locks the workspace first, whose row carries the rule that an owner stays:
 * what is checked still holds when it is written.
 */
export const makeMemberOperations = (engine: EngineFacts) => ({
  *members(workspaceId: string, wanted: ListQuery): Steps<readonly MemberRecord[]> {
    const { position } = engine;
    const sql = `select * from member where workspace_id = $6
        and (${position}(lower(name), lower(cast($1 as text))) > 0 or ${position}(email_folded, cast($2 as text)) > 0)
        and seq > coalesce((select seq from member where workspace_id = $6 and id = $3),
          (select min(seq) - 1 from member where workspace_id = $6 and created_at >= $4), 9223372036854775807)
      order by seq limit $5`;
    return (yield* all<StoredRow>(sql, ...listValues(wanted), workspaceId)).map(memberOf);
  },
  member: findMember,
  /** Adds a member. @returns false if the workspace has `most` already */
  *addMember(member: MemberRecord, most?: number): Steps<boolean> {
    const { workspaceId } = member;
    yield* lockOwner(engine, 'member', workspaceId);
    const emailFolded = foldEmail(member.email);
    const byEmail = 'select * from member where workspace_id = $1 and email_folded = $2';
    const row = yield* one<StoredRow>(byEmail, workspaceId, emailFolded);
    const known = row && memberOf(row);
    if (known) {
      throw new GatewayError(
        'conflict',
        `${echo(known.email)} is a member of workspace ${workspaceId} already (${known.id}, ${known.role}). Change that one instead.`,
      );
    }
    if (!(yield* hasRoom(engine, 'member', { owner: workspaceId, most }))) return false;
    yield* run(memberTable.insert, ...memberTable.values({ ...member, emailFolded }));
    return true;
  },
  /** Updates a member if its version is unchanged. @returns false if another change came first */
  *putMember(member: MemberRecord): Steps<boolean> {
    const { workspaceId, id, name, role, version } = member;
    yield* lockOwner(engine, 'member', workspaceId);
    const before = yield* presentMember(member);
    if (before.version !== version) return false;
    if (role !== 'owner') yield* keepOwner(before, `become ${role}`);
    const sql = `update member set name = $3, role = $4, version = version + 1
      where workspace_id = $1 and id = $2 and version = $5`;
    return (yield* run(sql, workspaceId, id, name, role, version)) > 0;
  },
  /** Removes a member if its version is unchanged. @returns false if another change came first */
  *removeMember({ workspaceId, id, version }: SeenMember): Steps<boolean> {
    yield* lockOwner(engine, 'member', workspaceId);
    const member = yield* presentMember({ workspaceId, id });
    if (member.version !== version) return false;
    yield* keepOwner(member, 'be removed');
    return (yield* run('delete from member where workspace_id = $1 and id = $2', workspaceId, id)) > 0;
  },
});
