import { objectOf, type Json } from '../shared/json.ts';
import { anthropicErrorEvent, anthropicMessages, pingKeepalive } from './anthropic-messages.ts';
import type { Dialect, EventMeaning, StreamEvent } from './dialect.ts';
import { textsOf } from './openai-stream.ts';

const completionOf = (holder: Json): string => textsOf(holder, ['completion']);

function readEvent(event: StreamEvent): EventMeaning {
  const data = objectOf(event.data);
  if (data['type'] !== 'completion') return anthropicMessages.readEvent(event);
  return { output: completionOf(data), ...(data['stop_reason'] ? { end: 'answered' as const } : {}) };
}

/** `POST /v1/complete`, the text completion of old: it reports no usage. */
export const anthropicComplete: Dialect = {
  usageMembers: [],
  readUsage: () => null,
  outputMembers: ['completion'],
  readOutput: ({ members }) => completionOf(members),
  readEvent,
  errorEvent: anthropicErrorEvent,
  keepalive: pingKeepalive,
};
