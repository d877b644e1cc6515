import { GatewayError } from '../../errors/gateway-error.ts';
import { checkNewPassword, hashPassword, verifyPassword } from '../../identity/people/passwords.ts';
import type { PasskeyRecord, PersonRecord, TotpRecord } from '../../identity/people/person-store.ts';
import { sessionCookie } from '../../identity/people/session-cookie.ts';
import { acceptTotp, newTotpSecret, totpUri } from '../../identity/people/totp.ts';
import {
  answer,
  answerNothing,
  type Answers,
  type ControlCall,
  type ControlDeps,
  type ControlHandler,
  type ControlHandlers,
} from '../deps.ts';
import { writeInstant, writeOptionalInstant } from '../instant.ts';
import { noteChange } from '../note-change.ts';
import { changeRecord, writePerson } from './people.ts';
import { ownSession } from './sessions.ts';

/** `PATCH /person` */
const updatePerson: ControlHandler<'updatePerson'> = (deps) => async (call) => {
  const changed = await changeRecord(deps, about(call), (before) => ({ ...before, name: call.body.name }));
  answer(call, 200, await writePerson(deps.people, changed));
};

/** `PUT /person/password` */
const setPassword: ControlHandler<'setPassword'> = (deps) => async (call) => {
  const { person } = ownSession(call);
  const { current_password: current, new_password: wanted } = call.body;
  if (person.passwordHash !== null) await requirePassword(deps, call, { person, password: current });
  checkNewPassword(wanted, person.email);
  const passwordHash = await hashPassword(wanted);
  const object = `person:${person.id}`;
  const note = noteChange(deps, call, { action: 'person.password', object, diff: {} });
  await deps.people.put({ ...person, passwordHash }, note);
  answerNothing(call, await renewSession(deps, call));
};

interface Claimed {
  readonly person: PersonRecord;
  readonly password: string | undefined;
}

/** @throws {GatewayError} 400 `invalid_value` on `current_password`; 403 `sign_in_delayed` */
async function requirePassword(
  { signInDelay }: ControlDeps,
  { sender }: ControlCall,
  { person, password }: Claimed,
): Promise<void> {
  if (password !== undefined) {
    const attempt = signInDelay.begin(person.email, sender.forwarded ? undefined : sender.remoteAddress);
    if (await verifyPassword(person.passwordHash, password)) return attempt.succeeded();
  }
  const message = password === undefined ? 'current_password is required: there is one.' : 'current_password is wrong.';
  throw new GatewayError('invalid_value', message, { param: 'current_password' });
}

/** Ends all sessions of the caller and starts a new one with a fresh token. Returns its cookie. */
async function renewSession({ sessions, signIn, origin, people }: ControlDeps, call: ControlCall): Promise<string> {
  const { person, session } = ownSession(call);
  await sessions.endAll(person.id);
  const present = (await people.find(person.id)) ?? person;
  const arrival = { client: call.sender.client, requestId: call.requestId };
  const { token } = await signIn.admit({ person: present, method: session.method }, arrival);
  return sessionCookie(token, origin());
}

/** `POST /person/totp` */
const startTotp: ControlHandler<'startTotp'> = (deps) => async (call) => {
  const { person } = ownSession(call);
  if (person.totp?.confirmed) throw new GatewayError('conflict', 'There is a second factor already. Remove it first.');
  const secret = newTotpSecret();
  await deps.people.put({ ...person, totp: { secret, confirmed: false, lastStep: 0 } }, null);
  answer(call, 201, { secret, uri: totpUri(secret, person.email) } satisfies Answers['TotpSetup']);
};

/** `POST /person/totp/confirm` */
const confirmTotp: ControlHandler<'confirmTotp'> = (deps) => async (call) => {
  const { person } = ownSession(call);
  if (!person.totp || person.totp.confirmed) {
    throw new GatewayError('conflict', 'No second factor waits for its first code. Set one up first.');
  }
  const lastStep = stepOfCode(deps, call, person.totp);
  await answerWithTotp(deps, call, { ...person.totp, confirmed: true, lastStep });
};

/** `POST /person/totp/remove` */
const removeTotp: ControlHandler<'removeTotp'> = (deps) => async (call) => {
  const { person } = ownSession(call);
  if (!person.totp?.confirmed) throw new GatewayError('conflict', 'There is no second factor.');
  stepOfCode(deps, call, person.totp);
  await answerWithTotp(deps, call, null);
};

/** @throws {GatewayError} 400 `invalid_value` on `totp`; 403 `sign_in_delayed` */
function stepOfCode(
  { signInDelay, clock }: ControlDeps,
  call: ControlCall & { readonly body: { readonly totp: string } },
  totp: TotpRecord,
): number {
  const { person } = ownSession(call);
  const { forwarded, remoteAddress } = call.sender;
  const attempt = signInDelay.begin(person.email, forwarded ? undefined : remoteAddress);
  const step = acceptTotp(totp, call.body.totp, clock.now());
  if (step === null) {
    throw new GatewayError('invalid_value', 'totp is wrong, or was used already. Wait for the next code.', {
      param: 'totp',
    });
  }
  attempt.succeeded();
  return step;
}

async function answerWithTotp(deps: ControlDeps, call: ControlCall, totp: TotpRecord | null): Promise<void> {
  const { person } = ownSession(call);
  const action = totp === null ? 'person.totp_removed' : 'person.totp_added';
  const note = noteChange(deps, call, { action, object: `person:${person.id}`, diff: {} });
  const changed = await deps.people.put({ ...person, totp }, note);
  const setCookie = await renewSession(deps, call);
  answer(call, { status: 200, setCookie }, await writePerson(deps.people, changed));
}

/** `GET /person/passkeys` */
const listPasskeys: ControlHandler<'listPasskeys'> =
  ({ people }) =>
  async (call) => {
    const data = (await people.passkeys(ownSession(call).person.id)).map(writePasskey);
    answer(call, 200, { object: 'list', data } satisfies Answers['PasskeyList']);
  };

/** `POST /person/passkeys/options` */
const startPasskey: ControlHandler<'startPasskey'> =
  ({ passkeys }) =>
  async (call) => {
    const { challengeId, options } = await passkeys.startAdding(ownSession(call).person);
    answer(call, 200, { challenge_id: challengeId, options: { ...options } } satisfies Answers['PasskeyChallenge']);
  };

/** `POST /person/passkeys` */
const addPasskey: ControlHandler<'addPasskey'> = (deps) => async (call) => {
  const { person } = ownSession(call);
  const { challenge_id: challengeId, name, credential } = call.body;
  const added = await deps.passkeys.finishAdding(person, { challengeId, credential });
  const facts = { id: deps.newId('pk'), personId: person.id, name, createdAt: deps.clock.now(), lastUsedAt: null };
  const passkey: PasskeyRecord = { ...added, ...facts };
  const diff = { id: passkey.id, name };
  const note = noteChange(deps, call, { action: 'person.passkey_added', object: `person:${person.id}`, diff });
  await deps.people.addPasskey(passkey, note);
  answer(call, 201, writePasskey(passkey));
};

/** `DELETE /person/passkeys/{passkey_id}` */
const removePasskey: ControlHandler<'removePasskey'> = (deps) => async (call) => {
  const { person } = ownSession(call);
  const reference = { id: call.params.passkey_id, personId: person.id };
  const change = { action: 'person.passkey_removed', object: `person:${person.id}`, diff: { id: reference.id } };
  await deps.people.removePasskey(reference, noteChange(deps, call, change));
  answerNothing(call);
};

const writePasskey = (passkey: PasskeyRecord): Answers['Passkey'] => ({
  object: 'passkey',
  id: passkey.id,
  name: passkey.name,
  created_at: writeInstant(passkey.createdAt),
  last_used_at: writeOptionalInstant(passkey.lastUsedAt),
});

/** The call, as one about the person who makes it. */
const about = (call: ControlCall): ControlCall & { readonly params: { readonly person_id: string } } => ({
  ...call,
  params: { person_id: ownSession(call).person.id },
});

/** The operations of persons on themselves. */
export const makePersonOperations = (
  deps: ControlDeps,
): ControlHandlers<
  | 'updatePerson'
  | 'setPassword'
  | 'startTotp'
  | 'confirmTotp'
  | 'removeTotp'
  | 'listPasskeys'
  | 'startPasskey'
  | 'addPasskey'
  | 'removePasskey'
> => ({
  updatePerson: updatePerson(deps),
  setPassword: setPassword(deps),
  startTotp: startTotp(deps),
  confirmTotp: confirmTotp(deps),
  removeTotp: removeTotp(deps),
  listPasskeys: listPasskeys(deps),
  startPasskey: startPasskey(deps),
  addPasskey: addPasskey(deps),
  removePasskey: removePasskey(deps),
});
