import { shownItem } from '../../resources/response-items.ts';
import { listAnswer } from '../list-answer.ts';
import { replyJson } from '../../shared/reply.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/** `GET /conversations/{conversation_id}/items`. */
export const listConversationItems =
  ({ objects }: GatewayServices): SpecAHandlers['listConversationItems'] =>
  async ({ reply, query, object }) => {
    const { limit = 20, order = 'desc', after = null } = query;
    const page = await objects.items(object, { part: 'input', limit, order, after });
    replyJson(reply, 200, listAnswer(page, shownItem));
  };
