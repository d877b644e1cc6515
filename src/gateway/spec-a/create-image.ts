import type { Handlers } from '../../../generated/spec-a/operations.ts';
import type { Call } from '../call.ts';
import { jsonOutgoing } from '../outgoing.ts';
import type { Relay } from '../relay.ts';

/** `POST /images/generations`. Without a model it is the one that the vendor's document names as its default. */
export const createImage =
  (relay: Relay): Handlers<Call>['createImage'] =>
  (call) =>
    relay(call, jsonOutgoing(call, call.body, 'dall-e-2'));
