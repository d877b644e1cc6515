import type { ApiDeps, SpecBHandlers } from './deps.ts';
import { countInput } from './count-input.ts';
import { relayJson } from './relay-json.ts';

/** `POST /v1/messages`: relayed as it is. */
const createMessage =
  (deps: ApiDeps): SpecBHandlers['createMessage'] =>
  (call) =>
    relayJson(deps, call);

/** `POST /v1/messages/count_tokens`. */
const countMessageTokens =
  (deps: ApiDeps): SpecBHandlers['countMessageTokens'] =>
  (call) =>
    countInput(deps, call, { conversation: 'messages', answer: (tokens) => ({ input_tokens: tokens }) });

export const messageOperations = { createMessage, countMessageTokens };
