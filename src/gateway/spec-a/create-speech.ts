import type { Handlers } from '../../../generated/spec-a/operations.ts';
import type { Call } from '../call.ts';
import { jsonOutgoing } from '../outgoing.ts';
import type { Relay } from '../relay.ts';

/** `POST /audio/speech`. */
export const createSpeech =
  (relay: Relay): Handlers<Call>['createSpeech'] =>
  (call) =>
    relay(call, jsonOutgoing(call, call.body));
