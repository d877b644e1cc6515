import type { ObjectItem } from '../../resources/owned-object.ts';
import type { JsonObject } from '../../shared/json.ts';
import { listAnswer } from '../list-answer.ts';
import { replyJson } from '../../shared/reply.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/** `GET /chat/completions/{completion_id}/messages`: the messages that it was made from. */
export const listChatCompletionMessages =
  ({ objects }: GatewayServices): SpecAHandlers['listChatCompletionMessages'] =>
  async ({ reply, query, object }) => {
    const { limit = 20, order = 'asc', after = null } = query;
    const page = await objects.items(object, { part: 'input', limit, order, after });
    replyJson(reply, 200, listAnswer(page, shownMessage));
  };

/** `content` is a text here; a list of parts stands in `content_parts`. */
function shownMessage({ id, body }: ObjectItem): JsonObject {
  const { content } = body;
  const isList = Array.isArray(content);
  return { ...body, id, content: isList ? null : (content ?? null), content_parts: isList ? content : null };
}
