import { Router, type RequestHandler } from 'express';
import type { OperationFacts } from '../../generated/operation-facts.ts';
import type { OperationId as SpecAOperation } from '../../generated/spec-a/operations.ts';
import type { OperationId as SpecBOperation } from '../../generated/spec-b/operations.ts';
import type { Limits } from '../config/config.ts';
import type { Contract, OperationContract } from '../contract/contract.ts';
import type { Surface } from '../errors/gateway-error.ts';
import { announcesForm, type BodyRules, checkBodyHead, discardRest } from './body-limits.ts';
import type { Clock } from '../shared/time/clock.ts';
import { parseBody, readBody, restLength } from './read-body.ts';
import { required } from './request.ts';
import type { ControlSteps, GatewayOperation, GatewaySteps } from './serve-operation.ts';

/** The route of an operation and the kind of its body, as its document declares them. */
export interface RoutedOperation extends Pick<OperationFacts, 'id' | 'method' | 'path' | 'body' | 'voice'> {
  /** The kind of body whose limit applies. `public`: the operation needs neither a key nor a session. */
  readonly limit: OperationFacts['limit'] | 'public';
}

/** The steps of one route, in order. Null: the operation does not have it. */
type Route = readonly (RequestHandler | null)[];

/** Matches paths exactly. */
export const exact = { strict: true, caseSensitive: true } as const;

/** Routes the operations of one document. */
export function operationRouter<Operation extends RoutedOperation>(
  operations: readonly Operation[],
  routeOf: (operation: Operation) => Route,
): Router {
  const router = Router(exact);
  for (const operation of inOrder(operations)) {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    router[operation.method](path, ...routeOf(operation).filter((step) => step !== null));
  }
  return router;
}

interface BodyParts {
  /** The settings in force. */
  readonly limits: () => Limits;
  readonly clock: Clock;
}

interface RouteParts<Steps> extends BodyParts {
  readonly contract: Contract;
  readonly steps: Steps;
}

/** The route of an operation of Spec A or B: steps 1 to 4 of CONTRIBUTING.md, "Find your way", and then its handler. */
export function gatewayRoute(served: GatewayOperation, parts: RouteParts<GatewaySteps>): Route {
  const { spec, operation } = served;
  const contract = parts.contract(operation.id);
  const hasBody = operation.body !== 'none';
  const { identifyCaller, authorise, refreshCaller, refuseSteering, findObject, serveCall } = parts.steps(served);
  return [
    // Step 1, after `request-head.ts`: the operation is known.
    recordOperation(operation.id, spec, contract),
    // Step 2: the caller is identified and authorised.
    identifyCaller,
    typeQuery(contract),
    authorise,
    // Step 3: the body is read within its budget, and validated. A form is read by the handler.
    admitBody(operation, parts),
    readsJson(operation) ? readJsonBody : null,
    contract.validate,
    hasBody ? refreshCaller : null,
    hasBody ? refuseSteering : null,
    // Step 4: the object that the path names is found. The handler finds those that the body names.
    findObject,
    serveCall,
  ];
}

/** The route of an operation of the control API. */
export function controlRoute(operation: RoutedOperation, parts: RouteParts<ControlSteps>): Route {
  const contract = parts.contract(operation.id);
  const { identifyPerson, serveControl } = parts.steps(operation.id);
  return [
    recordOperation(operation.id, 'console', contract),
    identifyPerson,
    typeQuery(contract),
    admitBody(operation, parts),
    readsJson(operation) ? readJsonBody : null,
    contract.validate,
    serveControl,
  ];
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

/** The largest body of an operation that anyone may call, in bytes, and how long it may take. */
const publicBody = { bytes: 65_536, milliseconds: 10_000 };

/** The limit of each kind of body, in bytes. */
const bytesOf: Readonly<Record<RoutedOperation['limit'], (limits: Limits) => number>> = {
  json: (limits) => limits.jsonRequestBytes,
  voice: (limits) => limits.voiceRequestBytes,
  file: (limits) => limits.fileRequestBytes,
  public: () => publicBody.bytes,
};

/** Admits a body by its head, and discards one that the operation does not have. */
function admitBody({ id, body, limit, voice }: RoutedOperation, { limits, clock }: BodyParts): RequestHandler {
  if (body === 'none') return discardBody(clock);
  const skims = skimmed.has(id);
  const isBatch = batched.has(id);
  const rules = (isForm: boolean): BodyRules => {
    const { voiceSeconds, bodyBytesPerSecond: bytesPerSecond } = limits();
    // Only forms contain files: the limit of files is not that of JSON, which is held in memory.
    const bytes = bytesOf[limit === 'file' && !isForm ? 'json' : limit](limits());
    // On voice routes a body may take no longer than the whole call.
    const milliseconds = limit === 'public' ? publicBody.milliseconds : voice ? voiceSeconds * 1000 : null;
    return { limit: bytes, milliseconds, bytesPerSecond, clock, skims, isBatch };
  };
  return (request, response, next) => {
    const { call } = request;
    call.bodyRules = rules(announcesForm(request));
    call.isForm = checkBodyHead(request, response, { body, limit: call.bodyRules.limit, memory: call.memory });
    next();
  };
}

/** Middleware for an operation that has no body: one that comes all the same is discarded. */
const discardBody =
  (clock: Clock): RequestHandler =>
  (request, _response, next) => {
    discardRest(request, clock);
    delete request.headers['content-type'];
    next();
  };

/** Whether a body may be JSON, which is read before the handler runs. */
const readsJson = ({ body }: RoutedOperation): boolean => body === 'json' || body === 'json-or-multipart';

const readJsonBody: RequestHandler = async (request, _response, next) => {
  const { call } = request;
  if (call.isForm) return next();
  const memory = required(call, 'memory');
  const received = await readBody(request, required(call, 'bodyRules'), memory);
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
