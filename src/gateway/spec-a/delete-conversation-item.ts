import { noSuchObject } from '../../resources/find-owned.ts';
import { showConversation } from '../conversations/show-conversation.ts';
import { replyJson } from '../../shared/reply.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/** `DELETE /conversations/{conversation_id}/items/{item_id}`: answers the conversation without it. */
export const deleteConversationItem =
  ({ objects }: GatewayServices): SpecAHandlers['deleteConversationItem'] =>
  async ({ reply, object, params }) => {
    if (!(await objects.deleteItem(object, params.item_id))) throw noSuchObject('item');
    replyJson(reply, 200, showConversation(object));
  };
