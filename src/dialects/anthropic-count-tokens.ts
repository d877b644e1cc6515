import { anthropicErrorEvent, pingKeepalive } from './anthropic-messages.ts';
import type { Dialect } from './dialect.ts';
import { opaque } from './opaque.ts';

/** `POST /v1/messages/count_tokens`: what it counts is its answer, not its bill. */
export const anthropicCountTokens: Dialect = {
  ...opaque,
  errorEvent: anthropicErrorEvent,
  keepalive: pingKeepalive,
};
