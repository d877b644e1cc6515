import type { Handlers } from '../../../generated/spec-a/operations.ts';
import { hear } from '../audio/hear.ts';
import type { Call } from '../call.ts';
import type { GatewayServices } from '../services.ts';

/** `POST /audio/transcriptions`. */
export const createTranscription = (services: GatewayServices): Handlers<Call>['createTranscription'] => hear(services);
