import { objectOf, type Json } from '../shared/json.ts';
import type { Dialect } from './dialect.ts';
import { readChunk } from './openai-chunk.ts';
import { commentKeepalive, openaiErrorEvent, textsOf } from './openai-stream.ts';
import { readChatUsage } from './openai-usage.ts';

/** Members of a delta that hold text, the vendor's and those that compatible upstreams added. */
const textMembers = ['content', 'refusal', 'reasoning', 'reasoning_content'];

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

const outputOf = (choice: Json): string => {
  const delta = objectOf(objectOf(choice)['delta']);
  return (
    textsOf(delta, textMembers) +
    partsOf(delta['content']) +
    textsOf(delta['function_call'], ['arguments']) +
    spokenTo(delta['tool_calls'])
  );
};

/** `POST /chat/completions`. */
export const openaiChat: Dialect = {
  usageMembers: ['usage'],
  readUsage: ({ members }) => readChatUsage(members['usage']),
  readEvent: readChunk(outputOf),
  errorEvent: openaiErrorEvent,
  keepalive: commentKeepalive,
};
