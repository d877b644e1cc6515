import type { Dialect } from './dialect.ts';
import { opaque } from './opaque.ts';
import { readChatUsage } from './openai-usage.ts';

/** `POST /moderations`: one request, and the tokens of its input where the host reports them. */
export const openaiModerations: Dialect = {
  ...opaque,
  answerMembers: ['results'],
  isAnswer: ({ members }) => Array.isArray(members['results']),
  usageMembers: ['usage'],
  readUsage: ({ members }) => {
    const usage = readChatUsage(members['usage']);
    return usage ? { input_tokens: usage.input_tokens ?? 0 } : { requests: 1 };
  },
};
