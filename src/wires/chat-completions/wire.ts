import { readFacts } from '../facts.ts';
import type { Wire } from '../wire.ts';
import { commentKeepalive, openaiErrorEvent } from '../meters.ts';
import { chatMeter } from './usage.ts';
import { openReader, readAnswer } from './read-events.ts';
import { memberTables, readRequest } from './read-request.ts';
import { openWriter } from './write-events.ts';
import { writeRequest } from './write-request.ts';

/** `POST /chat/completions`. */
export const chatCompletions: Wire = {
  id: 'chat-completions',
  facts: readFacts({ outputLimits: ['max_completion_tokens', 'max_tokens'], conversation: { mayExceed: true } }),
  units: ['input_tokens', 'output_tokens'],
  meter: chatMeter,
  mayExceedLimit: true,
  path: '/chat/completions',
  writeFault: openaiErrorEvent,
  keepalive: commentKeepalive,
  turn: { memberTables, readRequest, writeRequest, readAnswer, openReader, openWriter },
};
