import { anthropicErrorEvent, pingKeepalive } from './anthropic-messages.ts';
import type { Dialect } from './dialect.ts';

/** `POST /v1/messages/count_tokens`: what it counts is its answer, not its bill. */
export const anthropicCountTokens: Dialect = {
  usageMembers: [],
  readUsage: () => ({}),
  outputMembers: [],
  readOutput: () => '',
  readEvent: () => ({}),
  errorEvent: anthropicErrorEvent,
  keepalive: pingKeepalive,
};
