import { replyJson } from '../../shared/reply.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/** `DELETE /chat/completions/{completion_id}`: with its messages. */
export const deleteChatCompletion =
  ({ objects }: GatewayServices): SpecAHandlers['deleteChatCompletion'] =>
  async ({ reply, object }) => {
    await objects.delete(object);
    replyJson(reply, 200, { object: 'chat.completion.deleted', id: object.id, deleted: true });
  };
