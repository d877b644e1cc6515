import { UpstreamError } from '../../errors/upstream-error.ts';
import type { Owned } from '../../resources/owned-object.ts';
import type { JsonObject } from '../../shared/json.ts';
import { replyJson } from '../../shared/reply.ts';
import type { Call } from '../call.ts';
import type { GatewayServices } from '../services.ts';
import { keepWhole } from './keep-whole.ts';
import { relayKept } from './relay-kept.ts';

interface DeleteRooms extends Pick<GatewayServices, 'relay'> {
  readonly objects: Pick<GatewayServices['objects'], 'delete'>;
}

/**
 * Deletes a thing where it is kept, and then here. One that the provider does not have any more is deleted here alone.
 *
 * @param farewell what is answered in that case
 */
export async function deleteKept(
  { relay, objects }: DeleteRooms,
  call: Call & { readonly object: Owned },
  farewell: JsonObject,
): Promise<void> {
  const { object, reply } = call;
  const keep = async (): Promise<JsonObject> => {
    await objects.delete(object);
    return { id: object.id };
  };
  try {
    await relayKept(relay, call, { keeping: () => keepWhole(keep) });
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.status !== 404) throw error;
    await objects.delete(object);
    replyJson(reply, 200, farewell);
  }
}
