import { deleteKept } from '../kept/delete-kept.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/** `DELETE /files/{file_id}`. */
export const deleteFile =
  (services: GatewayServices): SpecAHandlers['deleteFile'] =>
  (call) =>
    deleteKept(services, call, { id: call.object.id, object: 'file', deleted: true });
