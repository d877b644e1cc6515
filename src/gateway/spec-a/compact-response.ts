import type { Handlers } from '../../../generated/spec-a/operations.ts';
import type { Call } from '../call.ts';
import { jsonOutgoing } from '../outgoing.ts';
import type { Relay } from '../relay.ts';

/** `POST /responses/compact`. */
export const compactResponse =
  (relay: Relay): Handlers<Call>['compactResponse'] =>
  (call) =>
    relay(call, jsonOutgoing(call, call.body));
