import { readFacts } from '../facts.ts';
import { pingKeepalive, writeMessagesFault } from '../messages/wire.ts';
import { opaqueMeter } from '../openai-events.ts';
import type { Wire } from '../format.ts';

/** `POST /v1/messages/count_tokens`: what it counts is its answer, not its bill. */
export const countTokens: Wire = {
  id: 'count-tokens',
  facts: readFacts({}),
  units: [],
  meter: {
    ...opaqueMeter,
    answerMembers: ['input_tokens'],
    isAnswer: ({ members }) => typeof members['input_tokens'] === 'number',
  },
  writeFault: writeMessagesFault,
  keepalive: pingKeepalive,
};
