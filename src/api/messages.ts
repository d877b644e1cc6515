import type { ApiDeps, SpecBHandlers } from './deps.ts';
import { relayJson } from './relay-json.ts';

/** `POST /v1/messages` and `POST /v1/messages/count_tokens`. */
const relayJsonOf =
  (deps: ApiDeps): SpecBHandlers['createMessage'] & SpecBHandlers['countMessageTokens'] =>
  (call) =>
    relayJson(deps, call);

export const makeMessageOperations = (deps: ApiDeps) => ({
  createMessage: relayJsonOf(deps),
  countMessageTokens: relayJsonOf(deps),
});
