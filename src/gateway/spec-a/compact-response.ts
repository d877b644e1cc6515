import type { Handlers } from '../../../generated/spec-a/operations.ts';
import type { Call } from '../call.ts';
import { relayJson } from '../relay-json.ts';
import { expandInput } from '../responses/expand-input.ts';
import type { GatewayServices } from '../services.ts';

/** `POST /responses/compact`. What came before is put in from the store. */
export const compactResponse =
  (services: GatewayServices): Handlers<Call>['compactResponse'] =>
  async (call) =>
    relayJson(services, call, await expandInput(call, services, false));
