import { isDeepStrictEqual } from 'node:util';
import { GatewayError } from '../../errors/gateway-error.ts';
import { stepByRequest } from '../../errors/next-steps.ts';
import { compareAndSwap } from '../../identity/stores.ts';
import {
  firstPerson,
  type PersonEnds,
  type PersonRecord,
  type PersonStore,
} from '../../identity/people/person-store.ts';
import type { AuditEvent } from '../../shared/audit-event.ts';
import { echo, foldEmail } from '../../shared/text/names.ts';
import { answer, type Answers, type ControlDeps, type ControlHandler } from '../deps.ts';
import { cutPage, readList, writePage } from '../requests.ts';
import { writeInstant, writeOptionalInstant } from '../../shared/time/calendar.ts';
import { changedMembers, noteChange } from '../audit.ts';
import {
  addPerson,
  describePerson,
  invitePerson as invite,
  makeLoginUrl,
  type Noting,
  type PeopleDeps,
} from './invitation.ts';

const listPeople: ControlHandler<'listPeople'> =
  ({ people }) =>
  async (call) => {
    const { items, next } = cutPage(await people.list(readList(call.query)), call.query);
    const written = await Promise.all(items.map((person) => writePerson(people, person)));
    answer(call, 200, writePage({ items: written, next }, (person) => person) satisfies Answers['PersonList']);
  };

const createPerson: ControlHandler<'createPerson'> = (deps) => async (call) => {
  const { email, name, operator = false } = call.body;
  answer(call, 201, await writePerson(deps.people, await addPerson(deps, call, { email, name, operator })));
};

const getPerson: ControlHandler<'getPerson'> =
  ({ people }) =>
  async (call) => {
    answer(call, 200, await writePerson(people, await findPerson(people, call.params.person_id)));
  };

const changePerson: ControlHandler<'changePerson'> = (deps) => async (call) => {
  const { email, name, operator, disabled, password, totp } = call.body;
  const passkeys = call.body.passkeys === false;
  const isShutOut = disabled === true || password === false || totp === false || passkeys;
  const removed = passkeys ? (await deps.people.passkeys(call.params.person_id)).length : 0;
  const person = await changeRecord(deps, call.params.person_id, {
    change: (before) => ({
      ...before,
      email: email ?? before.email,
      name: name ?? before.name,
      operator: operator ?? before.operator,
      disabledAt:
        disabled === undefined ? before.disabledAt : disabled ? (before.disabledAt ?? deps.clock.now()) : null,
      passwordHash: password === false ? null : before.passwordHash,
      totp: totp === false ? null : before.totp,
    }),
    note: noteUpdate(deps, call, passkeys ? { passkeys: { before: removed, after: 0 } } : {}),
    // Whatever their number was: one that is being added now is removed as well, or finds its session ended.
    ends: (after, before) => ({ sessions: isShutOut || isOtherAddress(after, before), passkeys }),
  });
  answer(call, 200, await writePerson(deps.people, person));
};

const isOtherAddress = (one: PersonRecord, other: PersonRecord): boolean =>
  foldEmail(one.email) !== foldEmail(other.email);

/** A change of a person. */
interface PersonChange {
  /** Makes the new record. It is called again if another change came first; the same record writes nothing. */
  readonly change: (before: PersonRecord) => PersonRecord;
  /** Makes the event of the audit log; null: none. */
  readonly note: (after: PersonRecord, before: PersonRecord) => AuditEvent | null;
  /** What ends with it; absent: nothing. */
  readonly ends?: (after: PersonRecord, before: PersonRecord) => PersonEnds;
}

/** Replaces a person's record. @throws {GatewayError} 404 `not_found`; 409 `conflict`; what `change` throws */
export const changeRecord = (
  { people }: Pick<ControlDeps, 'people'>,
  id: string,
  { change, note, ends = () => ({}) }: PersonChange,
): Promise<PersonRecord> =>
  compareAndSwap(`person ${echo(id)}`, async () => {
    const before = await findPerson(people, id);
    const after = change(before);
    const ended = ends(after, before);
    if (isDeepStrictEqual(after, before) && !ended.passkeys) return before;
    return people.put(after, note(after, before), ended);
  });

/** Notes what an update has changed. @param more of it that is not in the record */
export const noteUpdate =
  (deps: Pick<ControlDeps, 'clock'>, call: Noting, more: object = {}): PersonChange['note'] =>
  (after, before) =>
    noteChange(deps, call, {
      action: 'person.update',
      object: `person:${after.id}`,
      diff: { ...changedMembers(describePerson(before), describePerson(after)), ...more },
    });

const invitePerson: ControlHandler<'invitePerson'> = (deps) => async (call) => {
  const person = await findPerson(deps.people, call.params.person_id);
  const expiresAt = await invite(deps, call, person);
  const { id, email } = person;
  const written = { object: 'invitation', person_id: id, email, expires_at: writeOptionalInstant(expiresAt) } as const;
  answer(call, 201, written satisfies Answers['PersonInvitation']);
};

const createLoginLink: ControlHandler<'createLoginLink'> = (deps) => async (call) => {
  const { people, audit } = deps;
  const { email, loopback_only: loopbackOnly = true } = call.body;
  const person = email === undefined ? await firstOperator(deps, call) : await findByEmail(deps, call, email);
  if (person.disabledAt !== null) {
    throw new GatewayError('conflict', `${person.email} is disabled. Enable the person first.`, { param: 'email' });
  }
  const diff = { loopback_only: loopbackOnly };
  await audit.append(noteChange(deps, call, { action: 'login_link.create', object: `person:${person.id}`, diff }));
  const { url, expiresAt } = await makeLoginUrl(deps, { person, loopbackOnly });
  answer(call, 201, {
    object: 'login_link',
    url,
    person: await writePerson(people, person),
    expires_at: writeInstant(expiresAt),
    loopback_only: loopbackOnly,
  } satisfies Answers['LoginLink']);
};

type MembersDeps = Pick<ControlDeps, 'members'>;

/** A link for the operator, while no person has signed in; null afterwards. */
export async function firstLoginUrl(
  deps: PeopleDeps & Pick<ControlDeps, 'signIn' | 'origin' | 'localOrigin'>,
): Promise<string | null> {
  if ((await firstPerson(deps.people, ({ lastSignedInAt }) => lastSignedInAt !== null)) !== null) return null;
  const person = await firstOperator(deps, { actor: 'bootstrap', requestId: null });
  return (await makeLoginUrl(deps, { person, loopbackOnly: true })).url;
}

/** The operator who was added first; if there is none, a new one. */
async function firstOperator(deps: PeopleDeps, call: Noting): Promise<PersonRecord> {
  const known = await firstPerson(deps.people, ({ operator, disabledAt }) => operator && disabledAt === null);
  return known ?? addPerson(deps, call, { email: 'operator@localhost', name: 'Operator', operator: true });
}

/** @throws {GatewayError} 404 `not_found` */
async function findPerson(people: PersonStore, id: string): Promise<PersonRecord> {
  const person = await people.find(id);
  if (person) return person;
  throw new GatewayError('not_found', `There is no person ${echo(id)}. The list of people shows their ids.`, {
    param: 'person_id',
  });
}

/** The person with an e-mail address. A member who has never signed in becomes one. @throws {GatewayError} 404 `not_found` */
async function findByEmail(deps: PeopleDeps & MembersDeps, call: Noting, email: string): Promise<PersonRecord> {
  const { people, members } = deps;
  const person = await people.findByEmail(email);
  if (person) return person;
  const folded = foldEmail(email);
  const [membership] = await people.memberships(email);
  if (membership) {
    const found = await members.list(membership.workspaceId, { search: folded });
    const name = found.find((member) => foldEmail(member.email) === folded)?.name ?? email;
    return addPerson(deps, call, { email, name, operator: false });
  }
  throw new GatewayError(
    'not_found',
    `Neither a person nor a member of a workspace has the e-mail address ${echo(folded)}. Add a member first: ${stepByRequest('addMember')}.`,
    { param: 'email' },
  );
}

/** Formats a person. The result contains no secret. */
export const writePerson = async (people: PersonStore, person: PersonRecord): Promise<Answers['Person']> => ({
  object: 'person',
  id: person.id,
  ...describePerson(person),
  passkeys: (await people.passkeys(person.id)).length,
  created_at: writeInstant(person.createdAt),
  last_signed_in_at: writeOptionalInstant(person.lastSignedInAt),
});

/** The operations on people. */
export const peopleOperations = { listPeople, createPerson, getPerson, changePerson, invitePerson, createLoginLink };
