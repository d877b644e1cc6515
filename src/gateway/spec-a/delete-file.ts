import { chargeBefore } from '../batches/charge-before.ts';
import { deleteKept } from '../kept/delete-kept.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/** `DELETE /files/{file_id}`. The results of a batch are charged first. */
export const deleteFile =
  (services: GatewayServices): SpecAHandlers['deleteFile'] =>
  async (call) => {
    const { id, workspaceId, batchId } = call.object;
    const batch =
      batchId && (await services.objects.find({ spec: call.spec, kind: 'batch', id: batchId, workspaceId }));
    if (batch) await chargeBefore(batch, services.chargeBatch);
    await deleteKept(services, call, { id, object: 'file', deleted: true });
  };
