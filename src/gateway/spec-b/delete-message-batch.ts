import { chargeBefore } from '../batches/charge-before.ts';
import { deleteKept } from '../kept/delete-kept.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecBHandlers } from './spec-b-handlers.ts';

/** `DELETE /v1/messages/batches/{message_batch_id}`. Its results go with it: what was done is charged first. */
export const deleteMessageBatch =
  (services: GatewayServices): SpecBHandlers['deleteMessageBatch'] =>
  async (call) => {
    await chargeBefore(call.object, services.chargeBatch);
    await deleteKept(services, call, { id: call.object.id, type: 'message_batch_deleted' });
  };
