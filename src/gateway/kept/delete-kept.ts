import { UpstreamError } from '../../errors/upstream-error.ts';
import type { Owned } from '../../resources/owned-object.ts';
import { inTurn } from '../../shared/in-turn.ts';
import type { JsonObject } from '../../shared/json.ts';
import { replyJson } from '../../shared/reply.ts';
import type { Call } from '../call.ts';
import type { GatewayServices } from '../services.ts';
import { keepWhole } from './keep-whole.ts';
import { relayKept } from './relay-kept.ts';

interface DeleteRooms extends Pick<GatewayServices, 'relay'> {
  readonly objects: Pick<GatewayServices['objects'], 'delete' | 'isShared'>;
}

/**
 * Deletes an object at its provider, and then here. It is deleted here alone while another object has the same id at the
 * provider, and if the provider does not have it any more. Deletions of one id at a provider wait for each other, so that the
 * last one is known.
 *
 * @param farewell the answer where it is deleted here alone
 */
export const deleteKept = (
  deps: DeleteRooms,
  call: Call & { readonly object: Owned },
  farewell: JsonObject,
): Promise<void> => {
  const { kind, providerId, upstreamId } = call.object;
  const name = JSON.stringify([kind, providerId, upstreamId]);
  return inTurn({ owner: deps.relay, name }, () => deleteOne(deps, call, farewell));
};

async function deleteOne(
  { relay, objects }: DeleteRooms,
  call: Call & { readonly object: Owned },
  farewell: JsonObject,
): Promise<void> {
  const { object, reply } = call;
  if (await objects.isShared(object)) {
    await objects.delete(object);
    return replyJson(reply, 200, farewell);
  }
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
