import { showConversation } from '../conversations/show-conversation.ts';
import { replyJson } from '../../shared/reply.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/** `GET /conversations/{conversation_id}`. */
export const getConversation: SpecAHandlers['getConversation'] = async ({ reply, object }) =>
  replyJson(reply, 200, showConversation(object));
