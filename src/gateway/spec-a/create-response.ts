import type { Handlers } from '../../../generated/spec-a/operations.ts';
import type { Call } from '../call.ts';
import { jsonOutgoing } from '../outgoing.ts';
import type { Relay } from '../relay.ts';

/** `POST /responses`. */
export const createResponse =
  (relay: Relay): Handlers<Call>['createResponse'] =>
  (call) =>
    relay(call, jsonOutgoing(call, call.body));
