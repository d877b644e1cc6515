import { replyJson } from '../../shared/reply.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/** `DELETE /responses/{response_id}`. */
export const deleteResponse =
  ({ objects }: GatewayServices): SpecAHandlers['deleteResponse'] =>
  async ({ reply, object }) => {
    await objects.delete(object);
    replyJson(reply, 200, { id: object.id, object: 'response', deleted: true });
  };
