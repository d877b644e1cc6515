import type { Handlers } from '../../../generated/spec-a/operations.ts';
import type { Call } from '../call.ts';
import { jsonOutgoing } from '../outgoing.ts';
import type { Relay } from '../relay.ts';

/** `POST /moderations`. Without a model it is the one that the vendor's document names as its default. */
export const createModeration =
  (relay: Relay): Handlers<Call>['createModeration'] =>
  (call) =>
    relay(call, jsonOutgoing(call, call.body, 'omni-moderation-latest'));
