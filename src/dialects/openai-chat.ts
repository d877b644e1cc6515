import { isObject, objectOf, type Json } from '../shared/json.ts';
import type { Dialect, EventMeaning, StreamEvent } from './dialect.ts';
import { commentKeepalive, doneMarker, failureOf, openaiErrorEvent, textsOf } from './openai-stream.ts';
import { readChatUsage } from './openai-usage.ts';

/** Members of a delta that hold text, the vendor's and those that compatible upstreams added. */
const textMembers = ['content', 'refusal', 'reasoning', 'reasoning_content'];

/** Text that comes as a list of parts, some of them thoughts with parts of their own. */
const partsOf = (content: Json | undefined): string =>
  Array.isArray(content)
    ? content.map((part: Json) => textsOf(part, ['text']) + partsOf(objectOf(part)['thinking'])).join('')
    : '';

const outputOf = (choice: Json): string => {
  const delta = objectOf(objectOf(choice)['delta']);
  const calls = Array.isArray(delta['tool_calls']) ? delta['tool_calls'] : [];
  const spoken = calls.map((call: Json) => textsOf(objectOf(call)['function'], ['name', 'arguments'])).join('');
  return (
    textsOf(delta, textMembers) + partsOf(delta['content']) + textsOf(delta['function_call'], ['arguments']) + spoken
  );
};

/** A chunk of `chat.completion.chunk`, or the `[DONE]` marker. */
function readEvent(event: StreamEvent): EventMeaning {
  if (event.data === undefined) return event.text === '[DONE]' ? doneMarker : {};
  const chunk = objectOf(event.data);
  const usage = readChatUsage(chunk['usage']);
  const failure = failureOf(event);
  if (failure) return { ...failure, ...(usage && { usage }) };
  const choices = Array.isArray(chunk['choices']) ? chunk['choices'] : [];
  const output = choices.map(outputOf).join('');
  const finished = choices.some((choice: Json) => isObject(choice) && Boolean(choice['finish_reason']));
  return {
    ...(usage && { usage }),
    ...(output !== '' && { output }),
    ...(finished && { end: 'answered' as const }),
    ...(usage && choices.length === 0 && { onlyUsage: true }),
  };
}

/** `POST /chat/completions`. */
export const openaiChat: Dialect = {
  usageMembers: ['usage'],
  readUsage: ({ members }) => readChatUsage(members['usage']),
  readEvent,
  errorEvent: openaiErrorEvent,
  keepalive: commentKeepalive,
};
