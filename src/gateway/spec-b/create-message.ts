import type { Handlers } from '../../../generated/spec-b/operations.ts';
import type { Call } from '../call.ts';
import { relayJson } from '../relay-json.ts';
import type { GatewayServices } from '../services.ts';

/** `POST /v1/messages`. */
export const createMessage =
  (services: GatewayServices): Handlers<Call>['createMessage'] =>
  (call) =>
    relayJson(services, call);
