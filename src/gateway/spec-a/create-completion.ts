import type { Handlers } from '../../../generated/spec-a/operations.ts';
import type { Call } from '../call.ts';
import { jsonOutgoing } from '../outgoing.ts';
import type { Relay } from '../relay.ts';

/** `POST /completions`. */
export const createCompletion =
  (relay: Relay): Handlers<Call>['createCompletion'] =>
  (call) =>
    relay(call, jsonOutgoing(call, call.body));
