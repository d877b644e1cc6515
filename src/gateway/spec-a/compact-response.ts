import type { Handlers } from '../../../generated/spec-a/operations.ts';
import type { Call } from '../call.ts';
import { jsonOutgoing } from '../outgoing.ts';
import { expandInput } from '../responses/expand-input.ts';
import type { GatewayServices } from '../services.ts';

/** `POST /responses/compact`. What came before is put in from the store. */
export const compactResponse =
  ({ relay, ...rooms }: GatewayServices): Handlers<Call>['compactResponse'] =>
  async (call) => {
    const { bytes, body } = await expandInput(call, rooms, false);
    return relay(call, jsonOutgoing({ ...call, bytes }, body));
  };
