import type { Dialect } from './dialect.ts';
import { commentKeepalive, openaiErrorEvent } from './openai-stream.ts';

/** Calls whose answers say nothing about usage (voices, files, moderations): they count as one request each. */
export const opaque: Dialect = {
  usageMembers: [],
  readUsage: () => ({}),
  outputMembers: [],
  readOutput: () => '',
  readEvent: () => ({}),
  errorEvent: openaiErrorEvent,
  keepalive: commentKeepalive,
};
