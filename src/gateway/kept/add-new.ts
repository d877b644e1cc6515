import { GatewayError } from '../../errors/gateway-error.ts';
import type { ObjectStore } from '../../resources/object-store.ts';
import type { OwnedObject } from '../../resources/owned-object.ts';

/**
 * Keeps a thing that a provider has just made. Ids of ours never meet, so one that is taken is the provider's.
 *
 * @throws {GatewayError} `upstream_invalid` when the provider gave it an id that another thing of the workspace has
 */
export async function addNew(objects: Pick<ObjectStore, 'add'>, object: OwnedObject): Promise<void> {
  try {
    await objects.add(object);
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== 'conflict') throw error;
    const message = 'The upstream gave a new thing the id of one that it had made before. Send the request again.';
    throw new GatewayError('upstream_invalid', message, { cause: error });
  }
}
