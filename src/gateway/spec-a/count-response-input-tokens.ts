import type { Handlers } from '../../../generated/spec-a/operations.ts';
import type { Call } from '../call.ts';
import { jsonOutgoing } from '../outgoing.ts';
import type { Relay } from '../relay.ts';

/** `POST /responses/input_tokens`. */
export const countResponseInputTokens =
  (relay: Relay): Handlers<Call>['countResponseInputTokens'] =>
  (call) =>
    relay(call, jsonOutgoing(call, call.body));
