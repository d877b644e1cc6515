import { noSuchObject } from '../../resources/find-owned.ts';
import { shownItem } from '../../resources/response-items.ts';
import { replyJson } from '../../shared/reply.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/** `GET /conversations/{conversation_id}/items/{item_id}`. */
export const getConversationItem =
  ({ objects }: GatewayServices): SpecAHandlers['getConversationItem'] =>
  async ({ reply, object, params }) => {
    const item = await objects.item(object, params.item_id);
    if (item === null) throw noSuchObject('item');
    replyJson(reply, 200, shownItem(item));
  };
