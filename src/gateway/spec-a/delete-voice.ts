import { deleteKept } from '../kept/delete-kept.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/** `DELETE /audio/voices/{voice_id}`: at the provider, and here. */
export const deleteVoice =
  (services: GatewayServices): SpecAHandlers['deleteVoice'] =>
  (call) =>
    deleteKept(services, call, { id: call.object.id, object: 'audio.voice.deleted', deleted: true });
