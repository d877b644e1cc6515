import type { Handlers } from '../../../generated/spec-a/operations.ts';
import type { Call } from '../call.ts';
import { formImages } from '../images/form-images.ts';
import type { GatewayServices } from '../services.ts';

/** `POST /images/variations`. Model and form are the vendor's defaults where none is named: addresses. */
export const createImageVariation = (services: GatewayServices): Handlers<Call>['createImageVariation'] =>
  formImages(services, { model: 'dall-e-2', format: 'url' });
