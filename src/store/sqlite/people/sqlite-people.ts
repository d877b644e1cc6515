import type { KeyClientStore } from '../../../identity/key-clients.ts';
import type { PersonStore } from '../../../identity/people/person-store.ts';
import type { SessionStore } from '../../../identity/people/session-store.ts';
import type { Connection } from '../connection.ts';

type Asking = Pick<Connection, 'ask'>;

/** People in the embedded database. No call waits for them, so they are read when they are asked for. */
export const makeSqlitePersonStore = ({ ask }: Asking): PersonStore => ({
  list: () => ask('people'),
  find: (id) => ask('person', id),
  findByEmail: (email) => ask('personByEmail', email),
  memberships: (email) => ask('memberships', email),
  add: (person, event) => ask('addPerson', event, person),
  put: (person, event) => ask('putPerson', event, person),
  noteSignIn: (signIn) => ask('notePersonSignIn', signIn),
  passkeys: (personId) => ask('passkeys', personId),
  findPasskey: (credentialId) => ask('passkeyByCredential', credentialId),
  addPasskey: (passkey, event) => ask('addPasskey', event, passkey),
  usePasskey: (use, at) => ask('usePasskey', use, at),
  removePasskey: ({ id, personId }, event) => ask('removePasskey', event, { id, personId }),
});

/** Sessions and tickets in the embedded database. */
export const makeSqliteSessionStore = ({ ask }: Asking): SessionStore => ({
  add: (session, event) => ask('addSession', event, session),
  open: (hash, now) => ask('openSession', hash, now),
  touch: (id, now) => ask('touchSession', id, now),
  list: (personId, now) => ask('sessions', personId, now),
  end: ({ id, personId }, event) => ask('endSession', event, { id, personId }),
  endAll: (personId) => ask('endSessions', personId),
  addTicket: (ticket) => ask('addTicket', ticket),
  takeTicket: ({ hash, kind }, now) => ask('takeTicket', { hash, kind }, now),
  sweep: (now) => ask('sweepSessions', now),
});

/** The last clients of keys in the embedded database. */
export const makeSqliteKeyClientStore = ({ ask }: Asking): KeyClientStore => ({
  list: () => ask('keyClients'),
  put: (clients) => ask('putKeyClients', clients),
});
