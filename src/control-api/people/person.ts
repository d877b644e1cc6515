import { GatewayError } from '../../errors/gateway-error.ts';
import {
  checkNewPassword,
  hashPassword,
  newTotpSecret,
  totpUri,
  verifyPassword,
} from '../../identity/people/factors.ts';
import type { PasskeyRecord, PersonRecord, TotpRecord } from '../../identity/people/person-store.ts';
import {
  answer,
  answerNothing,
  type Answers,
  type ControlCall,
  type ControlDeps,
  type ControlHandler,
} from '../deps.ts';
import { writeInstant, writeOptionalInstant } from '../../shared/time/calendar.ts';
import { noteChange } from '../audit.ts';
import { changeRecord, noteUpdate, writePerson } from './people.ts';
import { ownSession } from './sessions.ts';

const updatePerson: ControlHandler<'updatePerson'> = (deps) => async (call) => {
  const { person, session } = ownSession(call);
  const change = (before: PersonRecord): PersonRecord => ({ ...before, name: call.body.name });
  const ends = () => ({ session: session.id });
  const changed = await changeRecord(deps, person.id, { change, note: noteUpdate(deps, call), ends });
  answer(call, 200, await writePerson(deps.people, changed));
};

const setPassword: ControlHandler<'setPassword'> = (deps) => async (call) => {
  const { person, session } = ownSession(call);
  const { current_password: current, new_password: wanted } = call.body;
  if (person.passwordHash !== null) await requirePassword(deps, call, { person, password: current });
  checkNewPassword(wanted, person.email);
  const passwordHash = await hashPassword(wanted);
  const object = `person:${person.id}`;
  const changed = await changeRecord(deps, person.id, {
    change: (before) => {
      if (before.passwordHash === person.passwordHash) return { ...before, passwordHash };
      throw new GatewayError('conflict', 'The password has been changed in the meantime. Sign in with the new one.');
    },
    note: () => noteChange(deps, call, { action: 'person.password', object, diff: {} }),
    ends: () => ({ sessions: true, session: session.id }),
  });
  answerNothing(call, await renewSession(deps, call, changed));
};

interface Claimed {
  readonly person: PersonRecord;
  readonly password: string | undefined;
}

/** @throws {GatewayError} 400 `invalid_value` on `current_password`; 403 `sign_in_delayed` */
async function requirePassword(deps: ControlDeps, call: ControlCall, { person, password }: Claimed): Promise<void> {
  const refuse = (message: string): never => {
    throw new GatewayError('invalid_value', message, { param: 'current_password' });
  };
  if (password === undefined) return refuse('current_password is required: there is one.');
  const check = async (): Promise<void> => {
    if (!(await verifyPassword(person.passwordHash, password))) refuse('current_password is wrong.');
  };
  await deps.signInDelay.checkAgain(person.id, check);
}

/** Starts a new session with a fresh token in the place of those that ended. Returns its cookie. */
async function renewSession(deps: ControlDeps, call: ControlCall, person: PersonRecord): Promise<string> {
  const arrival = { client: call.sender.client, requestId: call.requestId };
  const { token } = await deps.signIn.admit({ person, method: ownSession(call).session.method }, arrival);
  return deps.sessionCookie.give(token);
}

const startTotp: ControlHandler<'startTotp'> = (deps) => async (call) => {
  const { person, session } = ownSession(call);
  const { id, email } = person;
  const secret = newTotpSecret();
  const totp: TotpRecord = { secret: deps.secondFactors.seal(id, secret), confirmed: false, lastStep: 0 };
  await changeRecord(deps, id, {
    change: (before) => {
      if (!before.totp?.confirmed) return { ...before, totp };
      throw new GatewayError('conflict', 'There is already a second factor. Remove it first.');
    },
    note: () => null,
    ends: () => ({ session: session.id }),
  });
  answer(call, 201, { secret, uri: totpUri(secret, email) } satisfies Answers['TotpSetup']);
};

type CodedCall = ControlCall & { readonly body: { readonly totp: string } };

const confirmTotp: ControlHandler<'confirmTotp'> = (deps) => (call) =>
  changeTotp(deps, call, (before) => {
    if (!before.totp || before.totp.confirmed) {
      throw new GatewayError('conflict', 'No second factor is waiting to be confirmed. Set one up first.');
    }
    return { ...before.totp, confirmed: true, lastStep: stepOfCode(deps, call, { ...before, totp: before.totp }) };
  });

const removeTotp: ControlHandler<'removeTotp'> = (deps) => (call) =>
  changeTotp(deps, call, (before) => {
    if (!before.totp?.confirmed) throw new GatewayError('conflict', 'There is no second factor.');
    stepOfCode(deps, call, { ...before, totp: before.totp });
    return null;
  });

/** Changes the second factor with a code of it. All sessions end, and a new one begins. */
async function changeTotp(
  deps: ControlDeps,
  call: CodedCall,
  change: (before: PersonRecord) => TotpRecord | null,
): Promise<void> {
  const { person, session } = ownSession(call);
  const { id } = person;
  const check = () =>
    changeRecord(deps, id, {
      change: (before) => ({ ...before, totp: change(before) }),
      note: ({ totp }) => {
        const action = totp === null ? 'person.totp_removed' : 'person.totp_added';
        return noteChange(deps, call, { action, object: `person:${id}`, diff: {} });
      },
      ends: () => ({ sessions: true, session: session.id }),
    });
  const changed = await deps.signInDelay.checkAgain(person.id, check);
  const setCookie = await renewSession(deps, call, changed);
  answer(call, { status: 200, setCookie }, await writePerson(deps.people, changed));
}

/** @throws {GatewayError} 400 `invalid_value` on `totp` */
function stepOfCode(
  { secondFactors }: ControlDeps,
  call: CodedCall,
  person: PersonRecord & { readonly totp: TotpRecord },
): number {
  const step = secondFactors.accept(person, call.body.totp);
  if (step !== null) return step;
  throw new GatewayError('invalid_value', 'totp is wrong or has already been used. Wait for the next code.', {
    param: 'totp',
  });
}

const listPasskeys: ControlHandler<'listPasskeys'> =
  ({ people }) =>
  async (call) => {
    const data = (await people.passkeys(ownSession(call).person.id)).map(writePasskey);
    answer(call, 200, { object: 'list', data } satisfies Answers['PasskeyList']);
  };

const mostPasskeys = 20;

const tooManyPasskeys = (): GatewayError =>
  new GatewayError('conflict', `A person has at most ${mostPasskeys} passkeys. Remove one first.`);

const startPasskey: ControlHandler<'startPasskey'> =
  ({ passkeys, people }) =>
  async (call) => {
    const { person } = ownSession(call);
    if ((await people.passkeys(person.id)).length >= mostPasskeys) throw tooManyPasskeys();
    const { challengeId, options } = await passkeys.startAdding(person);
    answer(call, 200, { challenge_id: challengeId, options: { ...options } } satisfies Answers['PasskeyChallenge']);
  };

const addPasskey: ControlHandler<'addPasskey'> = (deps) => async (call) => {
  const { person, session } = ownSession(call);
  const { challenge_id: challengeId, name, credential } = call.body;
  const added = await deps.passkeys.finishAdding(person, { challengeId, credential });
  const facts = { id: deps.newId('pk'), personId: person.id, name, createdAt: deps.clock.now(), lastUsedAt: null };
  const passkey: PasskeyRecord = { ...added, ...facts };
  const diff = { id: passkey.id, name };
  const note = noteChange(deps, call, { action: 'person.passkey_added', object: `person:${person.id}`, diff });
  const terms = { session: session.id, most: mostPasskeys };
  if (!(await deps.people.addPasskey(passkey, note, terms))) throw tooManyPasskeys();
  answer(call, 201, writePasskey(passkey));
};

const removePasskey: ControlHandler<'removePasskey'> = (deps) => async (call) => {
  const { person, session } = ownSession(call);
  const reference = { id: call.params.passkey_id, personId: person.id };
  const change = { action: 'person.passkey_removed', object: `person:${person.id}`, diff: { id: reference.id } };
  await deps.people.removePasskey(reference, noteChange(deps, call, change), { session: session.id });
  answerNothing(call);
};

const writePasskey = (passkey: PasskeyRecord): Answers['Passkey'] => ({
  object: 'passkey',
  id: passkey.id,
  name: passkey.name,
  created_at: writeInstant(passkey.createdAt),
  last_used_at: writeOptionalInstant(passkey.lastUsedAt),
});

/** The operations of persons on themselves. */
export const personOperations = {
  updatePerson,
  setPassword,
  startTotp,
  confirmTotp,
  removeTotp,
  listPasskeys,
  startPasskey,
  addPasskey,
  removePasskey,
};
