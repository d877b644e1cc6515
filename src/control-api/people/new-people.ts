import type { PersonRecord } from '../../identity/people/person-store.ts';
import type { ControlDeps } from '../deps.ts';
import { noteChange } from '../note-change.ts';

interface Wanted {
  readonly person: PersonRecord;
  readonly loopbackOnly: boolean;
  readonly isInvitation?: boolean;
}

/** The address of a new login link. One for this machine leads to the server itself, not through what stands before it. */
export async function makeLoginUrl(
  { signIn, origin, localOrigin }: Pick<ControlDeps, 'signIn' | 'origin' | 'localOrigin'>,
  { person, loopbackOnly, isInvitation = false }: Wanted,
): Promise<{ readonly url: string; readonly expiresAt: number }> {
  const { id: personId, email } = person;
  const { token, expiresAt } = await signIn.makeLink({ personId, email, loopbackOnly, isInvitation });
  const base = loopbackOnly ? localOrigin() : origin();
  // Behind `#`, so that it stands in no log of a server on the way.
  return { url: `${base}/console/sign-in#${isInvitation ? 'invitation' : 'link'}=${token}`, expiresAt };
}

export type Noting = Parameters<typeof noteChange>[1];
export type PeopleDeps = Pick<ControlDeps, 'people' | 'clock' | 'newId'>;

/** Adds a person. @throws {GatewayError} 409 `conflict` */
export async function addPerson(
  deps: PeopleDeps,
  call: Noting,
  draft: Pick<PersonRecord, 'email' | 'name' | 'operator'>,
): Promise<PersonRecord> {
  const person: PersonRecord = {
    id: deps.newId('per'),
    ...draft,
    createdAt: deps.clock.now(),
    version: 1,
    passwordHash: null,
    totp: null,
    disabledAt: null,
    lastSignedInAt: null,
  };
  const object = `person:${person.id}`;
  const diff = describePerson(person);
  await deps.people.add(person, noteChange(deps, call, { action: 'person.add', object, diff }));
  return person;
}

/** What the audit log may know about a person. */
export const describePerson = (person: PersonRecord) => ({
  email: person.email,
  name: person.name,
  operator: person.operator,
  has_password: person.passwordHash !== null,
  has_totp: person.totp?.confirmed ?? false,
  disabled: person.disabledAt !== null,
});
