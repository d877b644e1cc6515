import type { GatewayServices } from '../services.ts';
import { listVoicesOf } from '../voices/list-voices.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/** `GET /audio/voices`. */
export const listVoices = (services: GatewayServices): SpecAHandlers['listVoices'] => listVoicesOf(services, 'voice');
