import type { Json } from '../../shared/json/json.ts';
import { hasChoices, readChoices, readChunk } from '../chat-completions/usage.ts';
import { readFacts } from '../facts.ts';
import type { Wire } from '../format.ts';
import { commentKeepalive, openaiErrorEvent, textsOf, readChatUsage } from '../meters.ts';
import { memberTables, readRequest } from './read-request.ts';
import { openWriter } from './write-events.ts';

const outputOf = (choice: Json): string => textsOf(choice, ['text']);

/** `POST /completions`, the older text completion. In translation it is only a format of callers. */
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
  turn: { memberTables, readRequest, openWriter },
};
