import type { Json } from '../../shared/json/json.ts';
import { hasChoices, readChoices, readChunk } from '../chat-completions/usage.ts';
import { readFacts } from '../facts.ts';
import { commentKeepalive, openaiErrorEvent, textsOf } from '../openai-events.ts';
import { readChatUsage } from '../usage-counts.ts';
import type { Wire } from '../format.ts';

const outputOf = (choice: Json): string => textsOf(choice, ['text']);

/** `POST /completions`, the text completion of old. */
export const completions: Wire = {
  id: 'completions',
  facts: readFacts({ outputLimits: ['max_tokens'], hasPrompts: true }),
  units: ['input_tokens', 'output_tokens'],
  meter: {
    answerMembers: ['choices'],
    isAnswer: hasChoices(({ text }) => typeof text === 'string'),
    usageMembers: ['usage'],
    readUsage: ({ members }, reasoning) => readChatUsage(members['usage'], reasoning),
    outputMembers: ['choices'],
    readOutput: readChoices(outputOf),
    readEvent: readChunk(outputOf),
  },
  writeFault: openaiErrorEvent,
  keepalive: commentKeepalive,
};
