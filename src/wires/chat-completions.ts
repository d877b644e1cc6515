import { isObject, objectOf, type Json } from '../shared/json/json.ts';
import type { Wire } from './wire.ts';
import { hasChoices, readChoices, readChunk } from './choices.ts';
import { commentKeepalive, openaiErrorEvent, textsOf } from './openai-events.ts';
import { readChatUsage } from './openai-usage.ts';

/** Members of a message that hold text, the vendor's and those that compatible upstreams added, as they are put out. */
const textMembers = ['reasoning', 'reasoning_content', 'content', 'refusal'];

/** Text that comes as a list of parts, some of them thoughts with parts of their own. */
const partsOf = (content: Json | undefined): string =>
  Array.isArray(content)
    ? content.map((part: Json) => textsOf(part, ['text']) + partsOf(objectOf(part)['thinking'])).join('')
    : '';

/** What a choice says to tools. */
const spokenTo = (calls: Json | undefined): string =>
  Array.isArray(calls)
    ? calls.map((call: Json) => textsOf(objectOf(call)['function'], ['name', 'arguments'])).join('')
    : '';

/** What a choice puts out: in a whole answer its `message`, in a stream a `delta` of it. */
const outputIn =
  (member: 'message' | 'delta') =>
  (choice: Json): string => {
    const said = objectOf(objectOf(choice)[member]);
    return (
      textsOf(said, textMembers) +
      partsOf(said['content']) +
      textsOf(said['function_call'], ['name', 'arguments']) +
      spokenTo(said['tool_calls'])
    );
  };

/** `POST /chat/completions`. */
export const openaiChat: Wire = {
  answerMembers: ['choices'],
  isAnswer: hasChoices(({ message, delta }) => isObject(message) || isObject(delta)),
  usageMembers: ['usage'],
  readUsage: ({ members }, reasoning) => readChatUsage(members['usage'], reasoning),
  outputMembers: ['choices'],
  readOutput: readChoices(outputIn('message')),
  readEvent: readChunk(outputIn('delta')),
  errorEvent: openaiErrorEvent,
  keepalive: commentKeepalive,
};
