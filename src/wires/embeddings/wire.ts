import { readFacts } from '../facts.ts';
import { commentKeepalive, failureOf, openaiErrorEvent } from '../openai-events.ts';
import { readChatUsage } from '../usage-counts.ts';
import type { Wire } from '../format.ts';

/** `POST /embeddings`: input only, never streamed. */
export const embeddings: Wire = {
  id: 'embeddings',
  facts: readFacts({}),
  units: ['input_tokens'],
  meter: {
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
  },
  writeFault: openaiErrorEvent,
  keepalive: commentKeepalive,
};
