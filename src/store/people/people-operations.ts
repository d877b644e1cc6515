import type { DatabaseSync } from 'node:sqlite';
import type { makeNoting } from '../sqlite/audit-operations.ts';
import { makeAlertOperations, makeDeliveryOperations } from './alert-operations.ts';
import { makePasskeyOperations, makePersonOperations } from './person-operations.ts';
import { makeKeyClientOperations, makeSessionOperations } from './session-operations.ts';

/** What has to do with people who sign in. */
export function makePeopleOperations(database: DatabaseSync, noting: ReturnType<typeof makeNoting>) {
  const people = makePersonOperations(database);
  const passkeys = makePasskeyOperations(database);
  const sessions = makeSessionOperations(database);
  const alerts = makeAlertOperations(database);
  return {
    ...people,
    addPerson: noting(people.addPerson),
    putPerson: noting(people.putPerson),
    ...passkeys,
    addPasskey: noting(passkeys.addPasskey),
    removePasskey: noting(passkeys.removePasskey),
    ...sessions,
    addSession: noting(sessions.addSession),
    endSession: noting(sessions.endSession, { changed: (ended) => ended }),
    ...makeKeyClientOperations(database),
    ...alerts,
    addAlert: noting(alerts.addAlert),
    putAlert: noting(alerts.putAlert),
    removeAlert: noting(alerts.removeAlert),
    ...makeDeliveryOperations(database),
  };
}
