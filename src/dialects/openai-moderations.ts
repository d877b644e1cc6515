import type { Dialect } from './dialect.ts';
import { commentKeepalive, openaiErrorEvent } from './openai-stream.ts';

/** `POST /moderations`: billed by the request where it is billed at all; the answer counts nothing. */
export const openaiModerations: Dialect = {
  usageMembers: [],
  readUsage: () => ({}),
  outputMembers: [],
  readOutput: () => '',
  readEvent: () => ({}),
  errorEvent: openaiErrorEvent,
  keepalive: commentKeepalive,
};
