import type { IncomingMessage, ServerResponse } from 'node:http';
import { Router, type RequestHandler } from 'express';
import type { OperationFacts } from '../../generated/operation-facts.ts';
import type { OperationId as SpecAOperation } from '../../generated/spec-a/operations.ts';
import type { OperationId as SpecBOperation } from '../../generated/spec-b/operations.ts';
import type { Contract, OperationContract } from '../contract/contract.ts';
import { GatewayError, type Surface } from '../errors/gateway-error.ts';
import { echo } from '../shared/text/names.ts';
import { charsetOf } from '../shared/text/media-type.ts';
import { type BodyParts, type BodyRules, checkLength, discardRest, type LimitedOperation } from './body-limits.ts';
import type { BodyShare } from './body-budget.ts';
import { parseBody, readBody, restLength } from './read-body.ts';
import type { OperationSteps } from './serve-operation.ts';

/** The route of an operation and the kind of its body, as its document declares them. */
export type RoutedOperation = Pick<OperationFacts, 'id' | 'method' | 'path' | 'body'> & LimitedOperation;

interface RouterParts<Operation extends RoutedOperation> extends BodyParts {
  readonly surface: Surface;
  readonly operations: readonly Operation[];
  readonly contract: Contract;
  readonly steps: (operation: Operation) => OperationSteps;
}

/** Matches paths exactly. */
export const exact = { strict: true, caseSensitive: true } as const;

/**
 * Routes the operations of one document. The middleware of a route is the order of a call up to its handler: steps 1 to 4 of
 * CONTRIBUTING.md, "Find your way". What differs between the specs and the control API comes from `serve-operation.ts`.
 */
export function operationRouter<Operation extends RoutedOperation>({
  surface,
  operations,
  contract,
  steps,
  ...bodies
}: RouterParts<Operation>): Router {
  const router = Router(exact);
  for (const operation of inOrder(operations)) {
    const { identify, authorise, serve } = steps(operation);
    const ofOperation = contract(operation.id);
    router[operation.method](
      operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      // Step 1, after `request-head.ts`: the operation is known.
      recordOperation(operation.id, surface, ofOperation),
      // Step 2: the caller is identified and authorised.
      identify,
      typeQuery(ofOperation),
      ...authorise,
      // Step 3: the body is read within its budget, and validated.
      ...bodySteps(operation, bodies),
      ofOperation.validate,
      // Step 4: the object that the path names is found. Then the handler receives the call.
      ...serve,
    );
  }
  return router;
}

/** Operations of both specs, for look-up by any id. */
function operationSet(...ids: readonly (SpecAOperation | SpecBOperation)[]): ReadonlySet<string> {
  return new Set(ids);
}

/** The most frequent operations: Express tries routes in order. */
const routedFirst = operationSet(
  'createChatCompletion',
  'createMessage',
  'createResponse',
  'createEmbedding',
  'countMessageTokens',
);

/**
 * Operations that forward long strings unread, such as images in Base64. They get an outline of a long body; all others get the whole
 * body.
 */
const skimmed = operationSet(
  'createChatCompletion',
  'createMessage',
  'createResponse',
  'createEmbedding',
  'createModeration',
  'createCompletion',
  'createTextCompletion',
);

/** Operations whose JSON body is a whole batch of requests. */
const batched = operationSet('createMessageBatch');

const parametersIn = (path: string): number => path.split('{').length - 1;

/** Fixed paths before those with parameters, and the most frequent first. */
const inOrder = <Operation extends RoutedOperation>(operations: readonly Operation[]): readonly Operation[] =>
  operations.toSorted(
    (one, other) =>
      parametersIn(one.path) - parametersIn(other.path) ||
      Number(routedFirst.has(other.id)) - Number(routedFirst.has(one.id)),
  );

/** Records the operation and its spec. A path that only one spec has belongs to that spec, whatever the headers say. */
const recordOperation =
  (id: string, surface: Surface, contract: OperationContract): RequestHandler =>
  ({ call, params }, _response, next) => {
    call.operation = id;
    call.surface = surface;
    call.contract = contract;
    call.params = params as Record<string, string>;
    next();
  };

/** Admits a body by its head, then reads and parses it if it is JSON. Forms are read later, by the pipeline. */
function bodySteps(operation: RoutedOperation, { bodyLimit, bodyTime, bodyPace, clock }: BodyParts): RequestHandler[] {
  const rules = (isForm: boolean): BodyRules => ({
    limit: bodyLimit(operation, isForm),
    milliseconds: bodyTime(operation),
    bytesPerSecond: bodyPace(),
    clock,
    skims: skimmed.has(operation.id),
    isBatch: batched.has(operation.id),
  });
  const admit: RequestHandler = (request, response, next) => {
    const { call } = request;
    call.bodyRules = rules(typeOf(request) === formType);
    call.isForm = admitBody(request, response, { body: operation.body, ...call.bodyRules, memory: call.memory });
    next();
  };
  if (operation.body === 'none' || operation.body === 'multipart') return [admit];
  return [admit, readJsonBody];
}

const readJsonBody: RequestHandler = async (request, _response, next) => {
  const { memory, bodyRules, isForm } = request.call;
  if (isForm) return next();
  if (memory === null || bodyRules === null) throw new Error('The body has not been admitted.');
  const received = await readBody(request, bodyRules, memory);
  memory.countParsed(restLength(received));
  const { value, bytes, cuts } = parseBody(received);
  request.body = value;
  request.rawBody = { bytes, cuts };
  next();
};

/** Converts the query to the types of the document, and puts it where the validator reads it. */
const typeQuery =
  (contract: OperationContract): RequestHandler =>
  (request, _response, next) => {
    const { search } = request.call.marks;
    if (search === '') return next();
    const { query, unbracketed } = contract.readQuery(search);
    request.call.query = query;
    Object.defineProperty(request, 'query', { value: unbracketed, writable: true, configurable: true });
    next();
  };

interface BodyAdmission extends BodyRules, Pick<OperationFacts, 'body'> {
  /** The call's share of the memory for bodies. */
  readonly memory: BodyShare | null;
}

/**
 * Checks what the head says about the body: length, media type, content coding. Then lets a client that sent
 * `Expect: 100-continue` send it. A body that the operation does not have is discarded. The parameters of the media type are removed
 * from the request, because the validator caches what it compiles for each distinct `Content-Type`.
 *
 * @returns true for a form, which is not read here
 * @throws {GatewayError} `request_too_large`, `unsupported_media_type`, `overloaded`
 */
export function admitBody(
  request: IncomingMessage,
  response: ServerResponse,
  { body, limit, clock, memory }: BodyAdmission,
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
  // HTTP/1.0 has no interim responses: RFC 9110, section 10.1.1.
  if (request.headers.expect !== undefined && request.httpVersion !== '1.0') response.writeContinue();
  request.headers['content-type'] = mediaType;
  return isForm;
}

const formType = 'multipart/form-data';

/** The media type in lower case, without parameters; empty if there is none. */
function typeOf({ headers }: IncomingMessage): string {
  const sent = headers['content-type'] ?? '';
  if (sent === 'application/json') return sent;
  const [type = ''] = sent.split(';');
  return type.trim().toLowerCase();
}

/**
 * The media type of a body in UTF-8, in lower case. Forms with parameters that cannot be read are refused where their boundary is looked for.
 *
 * @throws {GatewayError} `unsupported_media_type` for another charset, or one that providers could read differently
 */
function mediaTypeOf(request: IncomingMessage): string {
  const sent = request.headers['content-type'] ?? '';
  if (sent === 'application/json') return sent;
  const type = typeOf(request);
  const charset = charsetOf(sent);
  if (charset === null && type === 'application/json') throw ambiguousType(sent);
  if (typeof charset === 'string' && !/^utf-?8$/.test(charset))
    throw new GatewayError('unsupported_media_type', 'Only UTF-8 is supported. Send the body in UTF-8.');
  return type;
}

const ambiguousType = (sent: string): GatewayError =>
  new GatewayError(
    'unsupported_media_type',
    `The Content-Type ${echo(sent)} cannot be read in one way only. Send application/json.`,
  );

function wrongMediaType(request: IncomingMessage, body: OperationFacts['body']): GatewayError {
  const sent = request.headers['content-type'];
  const expected = {
    json: 'application/json',
    multipart: 'multipart/form-data',
    'json-or-multipart': 'application/json or multipart/form-data',
    none: 'no body',
  }[body];
  return new GatewayError(
    'unsupported_media_type',
    `This operation takes ${expected}; ${sent ? `you sent ${echo(sent)}` : 'the request has no Content-Type'}.${body === 'json' ? ' Send `Content-Type: application/json`.' : ''}`,
  );
}

function refuseEncoding(request: IncomingMessage): void {
  const encoding = request.headers['content-encoding'];
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw new GatewayError(
    'unsupported_media_type',
    `The content coding ${echo(encoding)} is not supported. Send the body uncompressed.`,
  );
}
