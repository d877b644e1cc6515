import type { Json } from '../shared/json/json.ts';
import type { Wire } from './wire.ts';
import { hasChoices, readChoices, readChunk } from './choices.ts';
import { commentKeepalive, openaiErrorEvent, textsOf } from './openai-events.ts';
import { readChatUsage } from './openai-usage.ts';

const outputOf = (choice: Json): string => textsOf(choice, ['text']);

/** `POST /completions`, the text completion of old. */
export const openaiCompletions: Wire = {
  answerMembers: ['choices'],
  isAnswer: hasChoices(({ text }) => typeof text === 'string'),
  usageMembers: ['usage'],
  readUsage: ({ members }, reasoning) => readChatUsage(members['usage'], reasoning),
  outputMembers: ['choices'],
  readOutput: readChoices(outputOf),
  readEvent: readChunk(outputOf),
  errorEvent: openaiErrorEvent,
  keepalive: commentKeepalive,
};
