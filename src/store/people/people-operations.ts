import type { EngineFacts } from '../shared/steps.ts';
import { makeAlertOperations, makeDeliveryOperations } from './alert-operations.ts';
import { makeAttemptOperations } from './attempt-operations.ts';
import { credentialOperations } from './credential-operations.ts';
import { makeMemberOperations } from './member-operations.ts';
import { makePasskeyOperations, makePersonOperations } from './person-operations.ts';
import { makeSessionOperations, makeTicketOperations } from './session-operations.ts';

/** Everything that has to do with people, written once for both engines. */
export const makePeopleOperations = (engine: EngineFacts) => ({
  ...makeMemberOperations(engine),
  ...makePersonOperations(engine),
  ...makePasskeyOperations(engine),
  ...makeSessionOperations(engine),
  ...makeTicketOperations(),
  ...makeAttemptOperations(engine),
  ...makeAlertOperations(engine),
  ...makeDeliveryOperations(engine),
  ...credentialOperations,
});
