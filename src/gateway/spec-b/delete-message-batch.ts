import { GatewayError } from '../../errors/gateway-error.ts';
import { deleteKept } from '../kept/delete-kept.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecBHandlers } from './spec-b-handlers.ts';

/** `DELETE /v1/messages/batches/{message_batch_id}`. */
export const deleteMessageBatch =
  (services: GatewayServices): SpecBHandlers['deleteMessageBatch'] =>
  async (call) => {
    // Its results go with it: what was done is charged first.
    await services.chargeBatch(call.object).catch((cause: unknown) => {
      const message = 'The results of this batch could not be charged yet, and would be gone. Try again in a minute.';
      throw new GatewayError('overloaded', message, { cause });
    });
    await deleteKept(services, call, { id: call.object.id, type: 'message_batch_deleted' });
  };
