import { deleteKept } from '../kept/delete-kept.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/** `DELETE /audio/voice_consents/{consent_id}`: at the provider, and here. */
export const deleteVoiceConsent =
  (services: GatewayServices): SpecAHandlers['deleteVoiceConsent'] =>
  (call) =>
    deleteKept(services, call, { id: call.object.id, object: 'audio.voice_consent', deleted: true });
