import { readFacts } from '../facts.ts';
import type { Wire } from '../wire.ts';
import { commentKeepalive, openaiErrorEvent } from '../meters.ts';
import { openReader, readAnswer } from './read-events.ts';
import { converseMeter } from './usage.ts';
import { writeRequest } from './write-request.ts';

/** Bedrock's Converse and ConverseStream. An upstream's format only: no operation of the documents has it, so callers never see its failures. */
export const converse: Wire = {
  id: 'converse',
  facts: readFacts({}),
  units: ['input_tokens', 'output_tokens'],
  meter: converseMeter,
  path: '',
  writeFault: openaiErrorEvent,
  keepalive: commentKeepalive,
  turn: { writeRequest, readAnswer, openReader },
};
