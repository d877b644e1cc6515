import { replyJson } from '../../shared/reply.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/** `DELETE /conversations/{conversation_id}`: with its items; responses made in it stay. */
export const deleteConversation =
  ({ objects }: GatewayServices): SpecAHandlers['deleteConversation'] =>
  async ({ reply, object }) => {
    await objects.delete(object);
    replyJson(reply, 200, { id: object.id, object: 'conversation.deleted', deleted: true });
  };
