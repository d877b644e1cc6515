import { readFacts } from './facts.ts';
import { commentKeepalive, failureOf, openaiErrorEvent } from './openai-events.ts';
import type { AnswerMeter, Wire } from './wire.ts';

/** Answers that say nothing about usage: each counts as one request. */
export const opaqueMeter: AnswerMeter = {
  answerMembers: ['id', 'data'],
  usageMembers: [],
  readUsage: () => ({}),
  outputMembers: [],
  readOutput: () => '',
  readEvent: (event) => failureOf(event, []) ?? {},
};

/** Calls without a format of their own: voices, files, batches. */
export const opaque: Wire = {
  id: 'none',
  facts: readFacts({}),
  units: [],
  meter: opaqueMeter,
  writeFault: openaiErrorEvent,
  keepalive: commentKeepalive,
};
