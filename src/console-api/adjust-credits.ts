import { GatewayError } from '../errors/gateway-error.ts';
import type { ConsoleHandler } from './console-handler.ts';
import { externalId } from './external-id.ts';
import { findWorkspace } from './find-workspace.ts';
import { postEntry } from './post-entry.ts';
import { readCredits } from './read-credits.ts';

/** `POST /workspaces/{workspace_id}/credits/adjustments` */
export const adjustCredits: ConsoleHandler<'adjustCredits'> = (rooms) => async (call) => {
  const amount = readCredits(call.body.amount, 'amount');
  if (amount === 0n) {
    throw new GatewayError('invalid_value', 'amount must not be 0: such an adjustment changes nothing.', {
      param: 'amount',
    });
  }
  await postEntry(rooms, call, {
    workspaceId: findWorkspace(rooms.keys, call.params.workspace_id).id,
    kind: 'adjust',
    amount,
    callId: null,
    reason: call.body.reason,
    externalId: externalId(call.body, call),
  });
};
