import { objectOf, stringOf } from '../../shared/json/json.ts';
import { readFacts } from '../facts.ts';
import type { Wire } from '../format.ts';
import { commentKeepalive, doneMarker, failureOf, openaiErrorEvent, doubtsOf, readResponsesUsage } from '../meters.ts';
import type { EventMeaning, StreamEvent } from '../wire.ts';

/** Members of which an event has at least one, besides `type`. */
const envelope = ['b64_json', 'url', 'data', 'usage'] as const;

/** Partial frames mean nothing; each completed image is one, and no marker says which is the last. */
function readEvent(event: StreamEvent): EventMeaning {
  if (event.data === undefined) return event.text === '[DONE]' ? doneMarker : {};
  const failure = failureOf(event, envelope);
  if (failure) return failure;
  const data = objectOf(event.data);
  const type = stringOf(data['type']) ?? event.name ?? '';
  if (!type.endsWith('.completed')) return {};
  const usage = readResponsesUsage(data['usage']);
  return { ...(usage && { usage }), ...doubtsOf(data['usage']), adds: { images: 1 }, completes: [null] };
}

/** `POST /images/…`: tokens where the model counts them, and the number of images always. */
export const images: Wire = {
  id: 'images',
  facts: readFacts({}),
  units: ['input_tokens', 'output_tokens', 'images'],
  meter: {
    answerMembers: ['data'],
    isAnswer: ({ members }) => Array.isArray(members['data']),
    usageMembers: ['usage'],
    readUsage: ({ members, dataLength }) => ({ ...readResponsesUsage(members['usage']), images: dataLength }),
    outputMembers: [],
    readOutput: () => '',
    readEvent,
  },
  writeFault: openaiErrorEvent,
  keepalive: commentKeepalive,
};
