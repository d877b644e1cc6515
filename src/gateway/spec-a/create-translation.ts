import type { Handlers } from '../../../generated/spec-a/operations.ts';
import { hear } from '../audio/hear.ts';
import type { Call } from '../call.ts';
import type { GatewayServices } from '../services.ts';

/** `POST /audio/translations`. */
export const createTranslation = (services: GatewayServices): Handlers<Call>['createTranslation'] => hear(services);
