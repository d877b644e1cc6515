import { anthropicErrorEvent, pingKeepalive } from './messages.ts';
import { commentKeepalive, failureOf, openaiErrorEvent } from './openai-events.ts';
import { readChatUsage } from './openai-usage.ts';
import type { Wire } from './wire.ts';

/** Calls whose answers say nothing about usage (voices, files, batches): they count as one request each. */
export const opaque: Wire = {
  answerMembers: ['id', 'data'],
  usageMembers: [],
  readUsage: () => ({}),
  outputMembers: [],
  readOutput: () => '',
  readEvent: (event) => failureOf(event, []) ?? {},
  errorEvent: openaiErrorEvent,
  keepalive: commentKeepalive,
};

/** `POST /v1/messages/count_tokens`: what it counts is its answer, not its bill. */
export const anthropicCountTokens: Wire = {
  ...opaque,
  answerMembers: ['input_tokens'],
  isAnswer: ({ members }) => typeof members['input_tokens'] === 'number',
  errorEvent: anthropicErrorEvent,
  keepalive: pingKeepalive,
};

/** `POST /moderations`: one request, and the tokens of its input where the host reports them. */
export const openaiModerations: Wire = {
  ...opaque,
  answerMembers: ['results'],
  isAnswer: ({ members }) => Array.isArray(members['results']),
  usageMembers: ['usage'],
  readUsage: ({ members }) => {
    const usage = readChatUsage(members['usage']);
    return usage ? { input_tokens: usage.input_tokens ?? 0 } : { requests: 1 };
  },
};
