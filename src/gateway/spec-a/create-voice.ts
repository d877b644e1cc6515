import type { GatewayServices } from '../services.ts';
import { makeVoice } from '../voices/make-voice.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/** `POST /audio/voices`. */
export const createVoice = (services: GatewayServices): SpecAHandlers['createVoice'] => makeVoice(services);
