import { isUpstreamCode } from '../../errors/upstream-codes.ts';
import { writeEvent } from '../../shared/json/sse.ts';
import { readFacts } from '../facts.ts';
import type { StreamFailure, Wire } from '../wire.ts';
import { commentKeepalive } from '../meters.ts';
import { responsesMeter } from './usage.ts';
import { openReader, readAnswer } from './read-events.ts';
import { memberTables, readRequest } from './read-request.ts';
import { openWriter } from './write-events.ts';
import { leastLimit, writeRequest } from './write-request.ts';

/**
 * `event: error`, then `response.failed`, as the vendor ends a response that broke. The error has its members twice: at the top,
 * as documented, and nested, as the vendor sends it and as every SDK expects it.
 */
function writeFault({ message, type, code, sequence, requestId, answerId }: StreamFailure): Buffer {
  const members = { code, message, param: null };
  const error = { type: 'error', ...members, error: { type, ...members }, sequence_number: sequence };
  const response = {
    id: answerId ?? requestId,
    object: 'response',
    status: 'failed',
    error: { code: isUpstreamCode(code) && code !== 'upstream_error' ? code : 'server_error', message },
    output: [],
  };
  const failed = { type: 'response.failed', response, sequence_number: sequence + 1 };
  return Buffer.concat([
    writeEvent('error', JSON.stringify(error)),
    writeEvent('response.failed', JSON.stringify(failed)),
  ]);
}

/** `POST /responses` and what belongs to it. */
export const responses: Wire = {
  id: 'responses',
  facts: readFacts({ outputLimits: ['max_output_tokens'], conversation: { limitsUses: 'all', mayExceed: true } }),
  units: ['input_tokens', 'output_tokens'],
  meter: responsesMeter,
  leastLimit,
  mayExceedLimit: true,
  path: '/responses',
  writeFault,
  keepalive: commentKeepalive,
  turn: { memberTables, readRequest, writeRequest, readAnswer, openReader, openWriter },
};
