import type { Handlers } from '../../../generated/spec-b/operations.ts';
import type { Call } from '../call.ts';
import { jsonOutgoing } from '../outgoing.ts';
import type { Relay } from '../relay.ts';

/** `POST /v1/complete`. */
export const createTextCompletion =
  (relay: Relay): Handlers<Call>['createTextCompletion'] =>
  (call) =>
    relay(call, jsonOutgoing(call, call.body));
