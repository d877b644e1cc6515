import { isObject, objectOf, type Json } from '../shared/json.ts';
import type { ReasoningPlace } from '../shared/usage.ts';
import type { AnswerParts, EventMeaning, StreamEvent } from './dialect.ts';
import { doneMarker, failureOf } from './openai-stream.ts';
import { doubtsOf, readChatUsage } from './openai-usage.ts';

const choicesOf = (answer: AnswerParts['members']): readonly Json[] => {
  const { choices } = answer;
  return Array.isArray(choices) ? (choices as readonly Json[]) : [];
};

/**
 * Reads what the choices of a whole answer put out.
 *
 * @param outputOf the text that one choice puts out
 */
export const readChoices =
  (outputOf: (choice: Json) => string) =>
  ({ members }: Pick<AnswerParts, 'members'>): string =>
    choicesOf(members).map(outputOf).join('');

/**
 * Reads the chunks that chat completions and completions stream: `choices` with what each puts out, `usage` at the end,
 * `[DONE]` as the last word.
 *
 * @param outputOf the text that one choice puts out
 */
export const readChunk =
  (outputOf: (choice: Json) => string) =>
  (event: StreamEvent, reasoning: ReasoningPlace | null = null): EventMeaning => {
    if (event.data === undefined) return event.text === '[DONE]' ? doneMarker : {};
    const chunk = objectOf(event.data);
    const choices = choicesOf(chunk);
    const usage = readChatUsage(chunk['usage'], reasoning);
    const doubts = doubtsOf(chunk['usage'], reasoning);
    const failure = failureOf(event);
    if (failure) return { ...failure, ...(usage && { usage }), ...doubts };
    let output = '';
    let finished = false;
    for (const choice of choices) {
      output += outputOf(choice);
      if (isObject(choice) && choice['finish_reason']) finished = true;
    }
    // Almost every chunk is one of these, so it is told in the cheapest way.
    if (!usage && !finished && !doubts.isUnbelieved) return output === '' ? {} : { output };
    return {
      ...(usage && { usage }),
      ...doubts,
      ...(output !== '' && { output }),
      ...(finished && { end: 'answered' as const }),
      ...(usage && output !== '' && !finished && { isInterim: true }),
      ...(usage && choices.length === 0 && { onlyUsage: true }),
    };
  };
