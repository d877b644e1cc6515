import { isObject, objectOf, type Json } from '../shared/json.ts';
import type { Dialect, EventMeaning, StreamEvent } from './dialect.ts';
import { commentKeepalive, doneMarker, failureOf, openaiErrorEvent, textsOf } from './openai-stream.ts';
import { readChatUsage } from './openai-usage.ts';

function readEvent(event: StreamEvent): EventMeaning {
  if (event.data === undefined) return event.text === '[DONE]' ? doneMarker : {};
  const chunk = objectOf(event.data);
  const choices = Array.isArray(chunk['choices']) ? chunk['choices'] : [];
  const usage = readChatUsage(chunk['usage']);
  const failure = failureOf(event);
  if (failure) return { ...failure, ...(usage && { usage }) };
  const output = choices.map((choice: Json) => textsOf(choice, ['text'])).join('');
  const finished = choices.some((choice: Json) => isObject(choice) && Boolean(choice['finish_reason']));
  return {
    ...(usage && { usage }),
    ...(output !== '' && { output }),
    ...(finished && { end: 'answered' as const }),
    ...(usage && choices.length === 0 && { onlyUsage: true }),
  };
}

/** `POST /completions`, the text completion of old. */
export const openaiCompletions: Dialect = {
  usageMembers: ['usage'],
  readUsage: ({ members }) => readChatUsage(members['usage']),
  readEvent,
  errorEvent: openaiErrorEvent,
  keepalive: commentKeepalive,
};
