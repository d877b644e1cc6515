import type { Dialect } from './dialect.ts';
import { readChunk } from './openai-chunk.ts';
import { commentKeepalive, openaiErrorEvent, textsOf } from './openai-stream.ts';
import { readChatUsage } from './openai-usage.ts';

/** `POST /completions`, the text completion of old. */
export const openaiCompletions: Dialect = {
  usageMembers: ['usage'],
  readUsage: ({ members }) => readChatUsage(members['usage']),
  readEvent: readChunk((choice) => textsOf(choice, ['text'])),
  errorEvent: openaiErrorEvent,
  keepalive: commentKeepalive,
};
