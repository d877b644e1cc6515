import type { Dialect } from '../shared/steps.ts';
import { makeAlertOperations } from './alert-operations.ts';
import { credentialOperations } from './credential-operations.ts';
import { makeMemberOperations } from './member-operations.ts';
import { makePasskeyOperations, makePersonOperations } from './person-operations.ts';
import { makeSessionOperations, makeTicketOperations } from './session-operations.ts';

/** Everything that has to do with people, written once for both engines. */
export const makePeopleOperations = (dialect: Dialect) => ({
  ...makeMemberOperations(dialect),
  ...makePersonOperations(dialect),
  ...makePasskeyOperations(dialect),
  ...makeSessionOperations(dialect),
  ...makeTicketOperations(),
  ...makeAlertOperations(dialect),
  ...credentialOperations,
});
