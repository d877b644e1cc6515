import type { Wire } from './wire.ts';
import { commentKeepalive, failureOf, openaiErrorEvent } from './openai-events.ts';
import { readChatUsage } from './openai-usage.ts';

/** `POST /embeddings`: input only, never streamed. */
export const openaiEmbeddings: Wire = {
  answerMembers: ['data'],
  isAnswer: ({ members }) => Array.isArray(members['data']),
  usageMembers: ['usage'],
  readUsage: ({ members }) => {
    const usage = readChatUsage(members['usage']);
    return usage && { input_tokens: usage.input_tokens ?? 0 };
  },
  outputMembers: [],
  readOutput: () => '',
  readEvent: (event) => failureOf(event, []) ?? {},
  errorEvent: openaiErrorEvent,
  keepalive: commentKeepalive,
};
