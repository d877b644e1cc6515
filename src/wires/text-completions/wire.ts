import { objectOf, type Json } from '../../shared/json/json.ts';
import { readFacts } from '../facts.ts';
import { messagesFailure, messagesMeter } from '../messages/usage.ts';
import { pingKeepalive, writeMessagesFault } from '../messages/wire.ts';
import { doneMarker, textsOf } from '../openai-events.ts';
import type { Wire } from '../format.ts';
import type { EventMeaning, StreamEvent } from '../wire.ts';

const completionOf = (holder: Json): string => textsOf(holder, ['completion']);

function readEvent(event: StreamEvent): EventMeaning {
  if (event.data === undefined) return event.text === '[DONE]' ? doneMarker : {};
  const failure = messagesFailure(event, ['completion']);
  if (failure) return failure;
  const data = objectOf(event.data);
  if (typeof data['completion'] !== 'string') return messagesMeter.readEvent(event);
  return { output: completionOf(data), ...(data['stop_reason'] ? { completes: [0] } : {}) };
}

/** `POST /v1/complete`, the text completion of old: it reports no usage. */
export const textCompletions: Wire = {
  id: 'text-completions',
  facts: readFacts({ outputLimits: ['max_tokens_to_sample'] }),
  units: ['input_tokens', 'output_tokens'],
  meter: {
    answerMembers: ['completion'],
    isAnswer: ({ members }) => typeof members['completion'] === 'string',
    usageMembers: [],
    readUsage: () => null,
    outputMembers: ['completion'],
    readOutput: ({ members }) => completionOf(members),
    readEvent,
  },
  writeFault: writeMessagesFault,
  keepalive: pingKeepalive,
};
