import { inputAlone } from '../../shared/usage.ts';
import { readFacts } from '../facts.ts';
import type { Wire } from '../format.ts';
import { commentKeepalive, opaqueMeter, openaiErrorEvent, readChatUsage } from '../meters.ts';

/** `POST /moderations`: one request, and the tokens of its input if the host reports them. */
export const moderations: Wire = {
  id: 'moderations',
  facts: readFacts({}),
  units: ['input_tokens'],
  meter: {
    ...opaqueMeter,
    answerMembers: ['results'],
    isAnswer: ({ members }) => Array.isArray(members['results']),
    usageMembers: ['usage'],
    readUsage: ({ members }) => {
      const usage = readChatUsage(members['usage']);
      return usage ? inputAlone(usage) : { requests: 1 };
    },
  },
  writeFault: openaiErrorEvent,
  keepalive: commentKeepalive,
};
