import type { GatewayServices } from '../services.ts';
import { getVoiceOf } from '../voices/get-voice-of.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/** `GET /audio/voices/{voice_id}`. */
export const getVoice = (services: GatewayServices): SpecAHandlers['getVoice'] => getVoiceOf(services);
