import type { GatewayServices } from '../services.ts';
import { listVoicesOf } from '../voices/list-voices.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/** `GET /audio/voice_consents`. */
export const listVoiceConsents = (services: GatewayServices): SpecAHandlers['listVoiceConsents'] =>
  listVoicesOf(services, 'voice-consent');
