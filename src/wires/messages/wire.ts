import { writeEvent } from '../../shared/json/sse.ts';
import { readFacts } from '../facts.ts';
import type { StreamFailure, Wire } from '../wire.ts';
import { messagesMeter } from './usage.ts';
import { openReader, readAnswer } from './read-events.ts';
import { memberTables, readRequest } from './read-request.ts';
import { openWriter } from './write-events.ts';
import { writeRequest } from './write-request.ts';

/** `event: error`, which the vendor may send at any moment of a stream. */
export function writeMessagesFault({ message, type, code, requestId }: StreamFailure): Buffer {
  const error = { type, message, details: { error_code: code } };
  return writeEvent('error', JSON.stringify({ type: 'error', error, request_id: requestId }));
}

/** The vendor's own keepalive. */
export const pingKeepalive = writeEvent('ping', '{"type": "ping"}');

/** `POST /v1/messages`. */
export const messages: Wire = {
  id: 'messages',
  facts: readFacts({ outputLimits: ['max_tokens'], conversation: { limitsUses: 'each', mayExceed: false } }),
  units: ['input_tokens', 'output_tokens'],
  meter: messagesMeter,
  path: '/v1/messages',
  writeFault: writeMessagesFault,
  keepalive: pingKeepalive,
  turn: { memberTables, readRequest, writeRequest, readAnswer, openReader, openWriter },
};
