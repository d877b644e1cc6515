import type { Handlers } from '../../../generated/spec-a/operations.ts';
import { objectOf } from '../../shared/json.ts';
import type { Call } from '../call.ts';
import { resolveFileIds } from '../files/resolve-file-ids.ts';
import { formImages } from '../images/form-images.ts';
import { jsonImages } from '../images/json-images.ts';
import { withOwnIds } from '../kept/relay-kept.ts';
import type { GatewayServices } from '../services.ts';

/** The model of a request that names none, by the vendor's document. */
const defaultModel = 'gpt-image-1.5';

/** `POST /images/edits`: a form with the images themselves, or JSON that names them. */
export function createImageEdit(services: GatewayServices): Handlers<Call>['createImageEdit'] {
  const editForm = formImages(services, { model: defaultModel, format: null });
  return async (call) => {
    if (call.upload !== null) return editForm(call);
    const { bytes, providerId, files } = await resolveFileIds(call, call, services.findOwned);
    const outgoing = jsonImages({ ...call, bytes }, { body: objectOf(call.body), defaultModel }, services);
    try {
      await services.relay(call, { ...outgoing, ...(providerId !== null && { providerId }) });
    } catch (error) {
      throw withOwnIds(error, files);
    }
  };
}
