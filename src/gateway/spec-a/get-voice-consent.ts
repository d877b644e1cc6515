import type { GatewayServices } from '../services.ts';
import { getVoiceOf } from '../voices/get-voice-of.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/** `GET /audio/voice_consents/{consent_id}`. */
export const getVoiceConsent = (services: GatewayServices): SpecAHandlers['getVoiceConsent'] => getVoiceOf(services);
