import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OperationFacts } from '../../generated/operation-facts.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { echo } from '../shared/text/echo.ts';
import type { Json } from '../shared/json/json.ts';
import { discardRest } from './answer-error.ts';
import type { BodyShare } from './body-budget.ts';
import { parseBody } from './parse-body.ts';
import { allowBody, checkLength, readBody, type BodyRules } from './read-body.ts';

/** What a request brings behind its head. */
export interface Input {
  /** A JSON body's very bytes; empty where there is none. */
  readonly bytes: Buffer;
  /** The same, parsed; undefined where there is none. */
  readonly value: Json | undefined;
  /** True for a body that is to flow on: it has not been read. */
  readonly flows: boolean;
}

export interface InputRules extends BodyRules {
  readonly memory: BodyShare;
}

const nothing: Input = { bytes: Buffer.alloc(0), value: undefined, flows: false };

/**
 * The body that an operation has, read as far as it may be.
 *
 * @throws {GatewayError} `request_too_large`, `unsupported_media_type`, `invalid_json`, `timeout`, `overloaded`
 */
export async function readInput(
  request: IncomingMessage,
  response: ServerResponse,
  operation: Pick<OperationFacts, 'body'> & InputRules,
): Promise<Input> {
  const { body, limit, clock, memory } = operation;
  if (body === 'none') {
    discardRest(request, clock);
    return nothing;
  }
  checkLength(request, limit);
  const mediaType = mediaTypeOf(request);
  const isForm = mediaType === 'multipart/form-data';
  if (isForm ? body === 'json' : body === 'multipart' || mediaType !== 'application/json')
    throw wrongMediaType(request, body);
  refuseEncoding(request);
  if (!isForm) memory.check(Number(request.headers['content-length'] ?? 0));
  allowBody(request, response);
  if (isForm) return { ...nothing, flows: true };
  const bytes = await readBody(request, operation, memory.take);
  memory.parse(bytes.length);
  return { bytes, value: parseBody(bytes), flows: false };
}

/** The media type without parameters, lower case. A charset other than UTF-8 is refused. */
function mediaTypeOf(request: IncomingMessage): string {
  const sent = request.headers['content-type'] ?? '';
  if (sent === 'application/json') return sent;
  const [type = '', ...parameters] = sent.split(';');
  const charset = parameters.find((parameter) => /^\s*charset=/i.test(parameter));
  if (charset !== undefined && !/=\s*"?utf-?8"?\s*$/i.test(charset)) {
    throw new GatewayError('unsupported_media_type', 'Only UTF-8 is read. Send the body in UTF-8.');
  }
  return type.trim().toLowerCase();
}

function wrongMediaType(request: IncomingMessage, body: OperationFacts['body']): GatewayError {
  const sent = request.headers['content-type'];
  const wanted = {
    json: 'application/json',
    multipart: 'multipart/form-data',
    'json-or-multipart': 'application/json or multipart/form-data',
    none: 'no body',
  }[body];
  return new GatewayError(
    'unsupported_media_type',
    `This operation takes ${wanted}; ${sent === undefined ? 'the request has no Content-Type' : `you sent ${echo(sent)}`}.`,
  );
}

function refuseEncoding(request: IncomingMessage): void {
  const encoding = request.headers['content-encoding'];
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw new GatewayError(
    'unsupported_media_type',
    `Bodies are read as they are, not as ${echo(encoding)}. Send it uncompressed.`,
  );
}
