import type { Dialect } from './dialect.ts';
import { commentKeepalive, failureOf, openaiErrorEvent } from './openai-stream.ts';

/** Calls whose answers say nothing about usage (voices, files, batches): they count as one request each. */
export const opaque: Dialect = {
  answerMembers: ['id', 'data'],
  usageMembers: [],
  readUsage: () => ({}),
  outputMembers: [],
  readOutput: () => '',
  readEvent: (event) => failureOf(event, []) ?? {},
  errorEvent: openaiErrorEvent,
  keepalive: commentKeepalive,
};
