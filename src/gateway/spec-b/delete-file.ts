import { deleteKept } from '../kept/delete-kept.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecBHandlers } from './spec-b-handlers.ts';

/** `DELETE /v1/files/{file_id}`. */
export const deleteFile =
  (services: GatewayServices): SpecBHandlers['deleteFile'] =>
  (call) =>
    deleteKept(services, call, { id: call.object.id, type: 'file_deleted' });
