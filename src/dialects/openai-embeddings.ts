import type { Dialect } from './dialect.ts';
import { commentKeepalive, openaiErrorEvent } from './openai-stream.ts';
import { readChatUsage } from './openai-usage.ts';

/** `POST /embeddings`: input only, never streamed. */
export const openaiEmbeddings: Dialect = {
  usageMembers: ['usage'],
  readUsage: ({ members }) => {
    const usage = readChatUsage(members['usage']);
    return usage && { input_tokens: usage.input_tokens ?? 0 };
  },
  outputMembers: [],
  readOutput: () => '',
  readEvent: () => ({}),
  errorEvent: openaiErrorEvent,
  keepalive: commentKeepalive,
};
