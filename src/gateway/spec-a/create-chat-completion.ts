import type { Handlers } from '../../../generated/spec-a/operations.ts';
import type { Call } from '../call.ts';
import { jsonOutgoing } from '../outgoing.ts';
import type { Relay } from '../relay.ts';

/** `POST /chat/completions`. */
export const createChatCompletion =
  (relay: Relay): Handlers<Call>['createChatCompletion'] =>
  (call) =>
    relay(call, jsonOutgoing(call, call.body));
