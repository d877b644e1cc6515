import type { Handlers } from '../../../generated/spec-b/operations.ts';
import type { Call } from '../call.ts';
import { relayJson } from '../relay-json.ts';
import type { GatewayServices } from '../services.ts';

/** `POST /v1/messages/count_tokens`. */
export const countMessageTokens =
  (services: GatewayServices): Handlers<Call>['countMessageTokens'] =>
  (call) =>
    relayJson(services, call);
