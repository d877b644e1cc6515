import { inputAlone } from '../../shared/usage.ts';
import { readFacts } from '../facts.ts';
import type { Wire } from '../format.ts';
import { commentKeepalive, failureOf, openaiErrorEvent, readChatUsage } from '../meters.ts';

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
      return usage && inputAlone(usage);
    },
    outputMembers: [],
    readOutput: () => '',
    readEvent: (event) => failureOf(event, []) ?? {},
  },
  writeFault: openaiErrorEvent,
  keepalive: commentKeepalive,
};
