import { isUtf8 } from 'node:buffer';
import type { Request, Response } from 'express';
import type { OperationFacts } from '../../generated/operation-facts.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { echo } from '../shared/echo.ts';
import { scanMembers, type MemberScanner } from '../shared/json-members.ts';
import { isObject, parseJson, type Json } from '../shared/json.ts';
import { discardRest } from './answer-error.ts';
import { allowBody, checkLength, readBody, type BodyRules } from './read-body.ts';

/** Deepest nesting and largest structure of a JSON body: beyond these it costs more to read than any call needs. */
const deepest = 64;
const mostTokens = 400_000;

/** Bytes looked at between two such checks: what is too much is refused before all of it has been listed. */
const stepBytes = 262_144;

/** What a request brings behind its head. */
export interface Input {
  /** A JSON body's very bytes; empty where there is none. */
  readonly bytes: Buffer;
  /** The same, parsed; undefined where there is none. */
  readonly value: Json | undefined;
  /** True for a body that is to flow on: it has not been read. */
  readonly flows: boolean;
}

export type InputRules = BodyRules;

const nothing: Input = { bytes: Buffer.alloc(0), value: undefined, flows: false };

/**
 * The body that an operation has, read as far as it may be.
 *
 * @throws {GatewayError} `request_too_large`, `unsupported_media_type`, `invalid_json`, `timeout`
 */
export async function readInput(
  request: Request,
  response: Response,
  operation: Pick<OperationFacts, 'body'> & InputRules,
): Promise<Input> {
  const { body, limit, clock } = operation;
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
  allowBody(request, response);
  if (isForm) return { ...nothing, flows: true };
  const bytes = await readBody(request, operation);
  return { bytes, value: parseBody(bytes), flows: false };
}

/** The media type without parameters, lower case. A charset other than UTF-8 is refused. */
function mediaTypeOf(request: Request): string {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').split(';');
  const charset = parameters.find((parameter) => /^\s*charset=/i.test(parameter));
  if (charset !== undefined && !/=\s*"?utf-?8"?\s*$/i.test(charset)) {
    throw new GatewayError('unsupported_media_type', 'Only UTF-8 is read. Send the body in UTF-8.');
  }
  return type.trim().toLowerCase();
}

function wrongMediaType(request: Request, body: OperationFacts['body']): GatewayError {
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

function refuseEncoding(request: Request): void {
  const encoding = request.headers['content-encoding'];
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw new GatewayError(
    'unsupported_media_type',
    `Bodies are read as they are, not as ${echo(encoding)}. Send it uncompressed.`,
  );
}

/** @throws {GatewayError} `invalid_json` when the structure seen so far is deeper or larger than any call needs */
function checkStructure(scanner: MemberScanner): void {
  if (scanner.deepest() > deepest)
    throw new GatewayError('invalid_json', `The body is nested more than ${deepest} levels deep. Flatten it.`);
  if (scanner.tokens() > mostTokens)
    throw new GatewayError('invalid_json', `The body has more than ${mostTokens} elements. Split the request.`);
}

/**
 * Parses a JSON body once its structure is known to be harmless. A top-level member that stands twice is refused: the
 * upstream might believe the other one than we bill.
 */
function parseBody(bytes: Buffer): Json {
  if (!isUtf8(bytes)) throw new GatewayError('invalid_json', 'The body is not in UTF-8. Send it in UTF-8.');
  const scanner = scanMembers();
  for (let from = 0; from < bytes.length; from += stepBytes) {
    scanner.push(bytes.subarray(from, from + stepBytes));
    checkStructure(scanner);
  }
  const keys = new Set<string>();
  for (const { key } of scanner.members) {
    if (keys.has(key))
      throw new GatewayError('invalid_json', `The body has ${echo(key)} twice. Send it once.`, { param: echo(key) });
    keys.add(key);
  }
  const value = parseJson(bytes.toString('utf8'));
  if (isObject(value)) return value;
  if (value !== undefined) throw new GatewayError('invalid_json', 'The body must be a JSON object.');
  throw new GatewayError(
    'invalid_json',
    bytes.length === 0
      ? 'The body is empty. Send a JSON object.'
      : 'The body is no JSON. Check quotes, commas and braces.',
  );
}
