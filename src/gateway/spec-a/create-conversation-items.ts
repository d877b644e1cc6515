import { inputItems, itemsToKeep, shownItem } from '../../resources/response-items.ts';
import { objectOf } from '../../shared/json.ts';
import { listAnswer } from '../list-answer.ts';
import { replyJson } from '../../shared/reply.ts';
import { resolveReferences } from '../responses/resolve-references.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/** `POST /conversations/{conversation_id}/items`: adds them to the end, and shows them. */
export const createConversationItems =
  ({ objects, storedLimit }: GatewayServices): SpecAHandlers['createConversationItems'] =>
  async (call) => {
    const { reply, object } = call;
    const sent = inputItems(objectOf(call.body)['items']);
    const items = itemsToKeep(await resolveReferences(sent, { call, list: 'items', objects, storedLimit }), 'input');
    await objects.keep([{ append: object, items }]);
    replyJson(reply, 200, listAnswer({ data: items, hasMore: false }, shownItem));
  };
