import { chargeBefore } from '../batches/charge-before.ts';
import { deleteKept } from '../kept/delete-kept.ts';
import type { Owned } from '../../resources/owned-object.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecBHandlers } from './spec-b-handlers.ts';

/** `DELETE /v1/messages/batches/{message_batch_id}`. Its results go with it: what was done is charged first. */
export const deleteMessageBatch =
  ({ relay, objects, metering, chargeBatch }: GatewayServices): SpecBHandlers['deleteMessageBatch'] =>
  async (call) => {
    const { id } = call.object;
    await chargeBefore(call.object, chargeBatch);
    const remove = async (batch: Owned): Promise<boolean> => {
      const isRemoved = await objects.delete(batch);
      // One that its provider had forgotten was never marked, and nobody will look at it again.
      metering.finish(id);
      return isRemoved;
    };
    const { isShared } = objects;
    await deleteKept({ relay, objects: { delete: remove, isShared } }, call, { id, type: 'message_batch_deleted' });
  };
