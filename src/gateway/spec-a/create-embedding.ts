import type { Handlers } from '../../../generated/spec-a/operations.ts';
import type { Call } from '../call.ts';
import { jsonOutgoing } from '../outgoing.ts';
import type { Relay } from '../relay.ts';

/** `POST /embeddings`. */
export const createEmbedding =
  (relay: Relay): Handlers<Call>['createEmbedding'] =>
  (call) =>
    relay(call, jsonOutgoing(call, call.body));
