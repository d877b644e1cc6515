import { replyJson } from '../../shared/reply.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/** `GET /chat/completions/{completion_id}`. */
export const getChatCompletion: SpecAHandlers['getChatCompletion'] = async ({ reply, object }) =>
  replyJson(reply, 200, object.fields);
