import { objectOf, type Json } from '../shared/json/json.ts';
import { anthropicErrorEvent, anthropicMessages, messagesFailure, pingKeepalive } from './messages.ts';
import type { Wire, EventMeaning, StreamEvent } from './wire.ts';
import { doneMarker, textsOf } from './openai-events.ts';

const completionOf = (holder: Json): string => textsOf(holder, ['completion']);

function readEvent(event: StreamEvent): EventMeaning {
  if (event.data === undefined) return event.text === '[DONE]' ? doneMarker : {};
  const failure = messagesFailure(event, ['completion']);
  if (failure) return failure;
  const data = objectOf(event.data);
  if (typeof data['completion'] !== 'string') return anthropicMessages.readEvent(event);
  return { output: completionOf(data), ...(data['stop_reason'] ? { completes: [0] } : {}) };
}

/** `POST /v1/complete`, the text completion of old: it reports no usage. */
export const anthropicComplete: Wire = {
  answerMembers: ['completion'],
  isAnswer: ({ members }) => typeof members['completion'] === 'string',
  usageMembers: [],
  readUsage: () => null,
  outputMembers: ['completion'],
  readOutput: ({ members }) => completionOf(members),
  readEvent,
  errorEvent: anthropicErrorEvent,
  keepalive: pingKeepalive,
};
