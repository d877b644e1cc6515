import { anthropicErrorEvent, pingKeepalive } from './anthropic-messages.ts';
import type { Dialect } from './dialect.ts';
import { opaque } from './opaque.ts';

/** `POST /v1/messages/count_tokens`: what it counts is its answer, not its bill. */
export const anthropicCountTokens: Dialect = {
  ...opaque,
  answerMembers: ['input_tokens'],
  isAnswer: ({ members }) => typeof members['input_tokens'] === 'number',
  errorEvent: anthropicErrorEvent,
  keepalive: pingKeepalive,
};
