import type { Handlers } from '../../../generated/spec-a/operations.ts';
import type { Call } from '../call.ts';
import { relayJson } from '../relay-json.ts';
import { expandInput } from '../responses/expand-input.ts';
import type { GatewayServices } from '../services.ts';

/** `POST /responses/input_tokens`. What came before is put in from the store. */
export const countResponseInputTokens =
  (services: GatewayServices): Handlers<Call>['countResponseInputTokens'] =>
  async (call) => {
    const defaultModel = services.router.defaultModel();
    const expanded = await expandInput(call, services, false);
    return relayJson(services, call, { ...expanded, ...(defaultModel !== null && { defaultModel }) });
  };
