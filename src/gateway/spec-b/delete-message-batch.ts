import { deleteKept } from '../kept/delete-kept.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecBHandlers } from './spec-b-handlers.ts';

/** `DELETE /v1/messages/batches/{message_batch_id}`. */
export const deleteMessageBatch =
  (services: GatewayServices): SpecBHandlers['deleteMessageBatch'] =>
  (call) =>
    deleteKept(services, call, { id: call.object.id, type: 'message_batch_deleted' });
