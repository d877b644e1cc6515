import type { DatabaseSync } from 'node:sqlite';
import type { NewSession } from '../../identity/people/session-store.ts';
import type { AuditEvent } from '../../shared/audit-event.ts';
import type { makeNoting } from '../sqlite/audit-operations.ts';
import { transaction } from '../sqlite/query.ts';
import { makeAlertOperations, makeDeliveryOperations } from './alert-operations.ts';
import { makeAttemptOperations } from './attempt-operations.ts';
import { makeCredentialOperations } from './credential-operations.ts';
import { makePasskeyOperations, makePersonOperations } from './person-operations.ts';
import { endedBy, makeKeyClientOperations, makeSessionOperations, makeTicketOperations } from './session-operations.ts';

/** What has to do with people who sign in. */
export function makePeopleOperations(database: DatabaseSync, noting: ReturnType<typeof makeNoting>) {
  const people = makePersonOperations(database);
  const passkeys = makePasskeyOperations(database);
  const sessions = makeSessionOperations(database);
  const note = noting(() => undefined);
  const alerts = makeAlertOperations(database);
  const credentials = makeCredentialOperations(database);
  return {
    ...people,
    addPerson: noting(people.addPerson),
    putPerson: noting(people.putPerson, { changed: (kept) => kept !== null }),
    ...passkeys,
    addPasskey: noting(passkeys.addPasskey, { changed: (added) => added }),
    removePasskey: noting(passkeys.removePasskey),
    ...sessions,
    startSession: (event: AuditEvent, started: NewSession): boolean =>
      transaction(database, () => {
        const ended = sessions.startSession(started);
        if (ended === null) return false;
        for (const old of ended) note(endedBy(event, old));
        note(event);
        return true;
      }),
    endSession: noting(sessions.endSession, { changed: (ended) => ended }),
    ...makeTicketOperations(database),
    ...makeAttemptOperations(database),
    ...makeKeyClientOperations(database),
    ...alerts,
    addAlert: noting(alerts.addAlert, { changed: (added) => added }),
    putAlert: noting(alerts.putAlert),
    removeAlert: noting(alerts.removeAlert),
    ...makeDeliveryOperations(database),
    ...credentials,
    putCredential: noting(credentials.putCredential, { changed: (written) => written }),
    removeCredential: noting(credentials.removeCredential, { changed: (removed) => removed }),
  };
}
