import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OperationFacts } from '../../generated/operation-facts.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { echo } from '../shared/text/echo.ts';
import { discardRest } from './answer-error.ts';
import type { BodyShare } from './body-budget.ts';
import { allowBody, checkLength, type BodyRules } from './read-body.ts';

interface Admission extends BodyRules, Pick<OperationFacts, 'body'> {
  /** What the call counts of the memory for bodies. */
  readonly memory: BodyShare | null;
}

/**
 * Admits the body that an operation has by its head, and lets a client that waits for leave send it. What nobody asked for is
 * thrown away. The media type is left on the request without its parameters: the validator keeps what it compiles for each
 * `Content-Type` that it meets.
 *
 * @returns true for a form, which is not read here
 * @throws {GatewayError} `request_too_large`, `unsupported_media_type`, `overloaded`
 */
export function admitBody(
  request: IncomingMessage,
  response: ServerResponse,
  { body, limit, clock, memory }: Admission,
): boolean {
  if (body === 'none') {
    discardRest(request, clock);
    delete request.headers['content-type'];
    return false;
  }
  checkLength(request, limit);
  const mediaType = mediaTypeOf(request);
  const isForm = mediaType === formType;
  if (isForm ? body === 'json' : body === 'multipart' || mediaType !== 'application/json')
    throw wrongMediaType(request, body);
  refuseEncoding(request);
  if (!isForm) memory?.check(Number(request.headers['content-length'] ?? 0));
  allowBody(request, response);
  request.headers['content-type'] = mediaType;
  return isForm;
}

const formType = 'multipart/form-data';

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
