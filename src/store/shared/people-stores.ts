import type { CredentialStore } from '../../catalog/provider-overrides.ts';
import type { KeyClientStore } from '../../identity/key-uses.ts';
import type { MemberStore } from '../../identity/stores.ts';
import type { PersonStore } from '../../identity/people/person-store.ts';
import type { AttemptStore } from '../../identity/people/sign-in-delay.ts';
import type { SessionStore } from '../../identity/people/sessions.ts';
import type { AlertStore } from '../../notify/alert-store.ts';
import type { Connection } from './batch-queue.ts';

type Asker = Pick<Connection, 'ask'>;

/** Members. No call waits for them, so they are read when they are asked for. */
const makeMemberStore = ({ ask }: Asker): MemberStore => ({
  list: (workspaceId, query = {}) => ask('members', workspaceId, query),
  find: (reference) => ask('member', reference),
  add: (member, event, most) => ask('addMember', event, member, most),
  put: async (member, event) =>
    (await ask('putMember', event, member)) ? { ...member, version: member.version + 1 } : null,
  remove: ({ id, workspaceId, version }, event) => ask('removeMember', event, { id, workspaceId, version }),
});

/** People. No call waits for them, so they are read when they are asked for. */
const makePersonStore = ({ ask }: Asker): PersonStore => ({
  list: (query = {}) => ask('people', query),
  find: (id) => ask('person', id),
  findByEmail: (email) => ask('personByEmail', email),
  memberships: (email) => ask('memberships', email),
  add: (person, event) => ask('addPerson', event, person),
  put: (person, event, ends = {}) => ask('putPerson', event, person, ends),
  passkeys: (personId) => ask('passkeys', personId),
  findPasskey: (credentialId) => ask('passkeyByCredential', credentialId),
  addPasskey: (passkey, event, terms = {}) => ask('addPasskey', event, passkey, terms),
  removePasskey: ({ id, personId }, event, terms = {}) => ask('removePasskey', event, { id, personId }, terms),
});

/** Sessions and tickets. */
const makeSessionStore = ({ ask }: Asker): SessionStore => ({
  start: (started, event) => ask('startSession', event, started),
  open: (hash, moment) => ask('openSession', hash, moment),
  touch: (id, now) => ask('touchSession', id, now),
  list: (personId, moment) => ask('sessions', personId, moment),
  end: ({ id, personId }, event) => ask('endSession', event, { id, personId }),
  addTicket: (ticket) => ask('addTicket', ticket),
  takeTicket: ({ hash, kind }, now) => ask('takeTicket', { hash, kind }, now),
  sweep: (moment) => ask('sweepSessions', moment),
});

/** Attempts to sign in. */
const makeAttemptStore = ({ ask }: Asker): AttemptStore => ({
  begin: (counters, now) => ask('beginAttempt', counters, now),
  takeBack: (counted) => ask('takeBackAttempts', counted),
  forget: (name) => ask('forgetAttempts', name),
  sweep: (before) => ask('sweepAttempts', before),
});

/** The last clients of keys. */
const makeKeyClientStore = ({ ask }: Asker): KeyClientStore => ({
  list: (keyIds) => ask('keyClients', keyIds),
  put: (clients) => ask('putKeyClients', clients),
});

/** Alerts. */
const makeAlertStore = ({ ask }: Asker): AlertStore => ({
  list: (workspaceId) => ask('alerts', workspaceId),
  page: (query) => ask('alertPage', query),
  find: ({ id, workspaceId }) => ask('alert', { id, workspaceId }),
  add: (alert, event, most) => ask('addAlert', event, alert, most),
  put: (alert, event, seen) => ask('putAlert', event, alert, seen),
  reseal: ({ id, workspaceId }, from, to) => ask('resealAlert', { id, workspaceId }, from, to),
  remove: ({ id, workspaceId }, event) => ask('removeAlert', event, { id, workspaceId }),
  addDelivery: (delivery, repeats) => ask('addDelivery', delivery, repeats),
  putDelivery: (delivery) => ask('putDelivery', delivery),
  takeDue: (due) => ask('takeDueDeliveries', due),
  deliveries: (query) => ask('deliveries', query),
  lastDeliveries: (workspaceId) => ask('lastDeliveries', workspaceId),
});

/** Keys of providers. */
const makeCredentialStore = ({ ask }: Asker): CredentialStore => ({
  list: () => ask('credentials'),
  put: (credential, event) => ask('putCredential', event, credential),
  remove: ({ providerId, version }, event) => ask('removeCredential', event, { providerId, version }),
  reseal: (providerId, from, to) => ask('resealCredential', providerId, from, to),
});

/** Everything that has to do with people, over one connection. */
export const makePeopleStores = (connection: Asker) => ({
  members: makeMemberStore(connection),
  people: makePersonStore(connection),
  sessions: makeSessionStore(connection),
  attempts: makeAttemptStore(connection),
  keyClients: makeKeyClientStore(connection),
  alerts: makeAlertStore(connection),
  credentials: makeCredentialStore(connection),
});
