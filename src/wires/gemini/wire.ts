import { readFacts } from '../facts.ts';
import type { Wire } from '../wire.ts';
import { commentKeepalive, openaiErrorEvent } from '../meters.ts';
import { openReader, readAnswer } from './read-events.ts';
import { geminiMeter } from './usage.ts';
import { writeRequest } from './write-request.ts';

/** Google's `generateContent`. An upstream's format only: no operation of the documents has it, so callers never see its failures. */
export const gemini: Wire = {
  id: 'gemini',
  facts: readFacts({}),
  units: ['input_tokens', 'output_tokens'],
  meter: geminiMeter,
  path: '',
  writeFault: openaiErrorEvent,
  keepalive: commentKeepalive,
  turn: { writeRequest, readAnswer, openReader },
};
