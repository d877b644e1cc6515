import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Request, RequestHandler } from 'express';
import type { OperationFacts } from '../../generated/operation-facts.ts';
import type { Spec } from '../catalog/catalog.ts';
import type { Control } from '../control-api/operations.ts';
import type { Caller } from '../identity/caller.ts';
import type { AuthenticationRequest, ScopeRules } from '../identity/authenticate.ts';
import type { FindOwned } from '../objects/object-store.ts';
import type { ObjectKind } from '../objects/owned-object.ts';
import type { Call, HeadOfCall } from '../pipeline/call.ts';
import type { Json } from '../shared/json/json.ts';
import type { Clock } from '../shared/time/clock.ts';
import { oneDay } from '../shared/time/calendar.ts';
import type { FailCall } from './answer-error.ts';
import { discardRest } from './body-limits.ts';
import type { BodyBudget } from './body-budget.ts';
import { receiveUpload } from './receive-upload.ts';
import { cutAnswer, dropSentBody, isFresh, makeReply, objectIdOf, required, type RequestState } from './request.ts';
import { upgradeOf } from './upgrade.ts';

/** A handler of any operation. The type of its call depends on the operation. */
export type AnyHandler = (call: never) => Promise<void>;

/** The steps of an operation of Spec A or B, by name. Their order is in `operation-router.ts`. */
export type GatewaySteps = ReturnType<typeof makeGatewaySteps>;

/** The steps of an operation of the control API. */
export type ControlSteps = ReturnType<typeof makeControlSteps>;

interface ServingParts {
  readonly bodyBudget: BodyBudget;
  readonly clock: Clock;
}

interface GatewayServingParts extends ServingParts {
  readonly fail: FailCall;
}

export interface GatewayParts {
  readonly authenticate: (request: AuthenticationRequest) => Caller;
  /** Resolves once the keys are current; null if they are. */
  readonly awaitKeys: () => Promise<void> | null;
  readonly scope: ScopeRules;
  /**
   * Refuses parameters that would direct a call past the catalogue, for example to another host or with other credentials.
   *
   * @throws {GatewayError} `invalid_value`
   */
  readonly refuseSteering: (sent: {
    readonly body: Json | undefined;
    readonly search: string;
    readonly operation: string;
  }) => void;
  /**
   * Checks the Product, the region and the credits before the body is read.
   *
   * @throws {GatewayError} as routing and admission do
   */
  readonly checkRouteAndFunds: (call: HeadOfCall) => void;
  /** The owner check. It runs before the handler of every operation whose path names an object. */
  readonly findOwned: FindOwned;
}

export interface GatewayOperation {
  readonly spec: Spec;
  readonly operation: OperationFacts;
  readonly handler: AnyHandler;
}

interface ServedOperation extends GatewayOperation {
  /** Identifies the caller again. */
  readonly identifyAgain: (request: Request) => Promise<Caller>;
  /** Identifies the caller again while the body arrives, and rechecks the scope. @throws {GatewayError} if the caller may not go on */
  readonly recheck: (request: Request) => Promise<void>;
}

const productSkuOf = (search: string): string | null =>
  search === '' ? null : new URLSearchParams(search).get('product_sku');

/** A billed WebSocket checks its head itself, once the request is known to be one. */
const checksItself = ({ body, billed }: OperationFacts): boolean => body === 'none' && billed;

/** Finds out who calls an operation of Spec A or B, and finds it out again while the call runs. */
function makeIdentification(gateway: GatewayParts, spec: Spec, { bodyBudget, clock }: GatewayServingParts) {
  const callerOfHead = ({ call, rawHeaders, socket: { remoteAddress } }: Request, isRunning = false): Caller =>
    gateway.authenticate({ spec, rawHeaders, query: call.marks.search, remoteAddress, isRunning });
  const identify = (request: Request, next: NextFunction): void => {
    const { call } = request;
    const caller = callerOfHead(request);
    call.caller = caller;
    call.productSku = productSkuOf(call.marks.search);
    warnOfExpiry(caller, request.res, clock);
    call.memory = bodyBudget.open(caller.keyId);
    next();
  };
  const identifyCaller: RequestHandler = (request, _response, next) => {
    const known = gateway.awaitKeys();
    return known === null ? identify(request, next) : known.then(() => identify(request, next));
  };
  const identifyAgain = async (request: Request): Promise<Caller> => {
    await gateway.awaitKeys()?.catch(() => undefined);
    return callerOfHead(request, true);
  };
  return { identifyCaller, identifyAgain };
}

/** Families whose calls write to the drive. A key that may make a file may read it: the operations of the drive only read. */
const familiesOfFiles = ['images', 'audio'];

/**
 * Whether a caller may use a family that its scope does not name. Every key may ask about itself and list what it may call. A
 * client secret may not: it is in a browser.
 */
const isAllowedAnyway = (family: OperationFacts['family'], { scope, session }: Caller, rules: ScopeRules): boolean =>
  session === undefined &&
  (family === 'key' ||
    family === 'models' ||
    (family === 'drive' && familiesOfFiles.some((one) => rules.mayUse(scope, 'operations', one))));

/** Makes the steps of operations of Spec A and Spec B. */
export function makeGatewaySteps(gateway: GatewayParts, parts: GatewayServingParts) {
  return ({ spec, operation, handler }: GatewayOperation) => {
    const { identifyCaller, identifyAgain } = makeIdentification(gateway, spec, parts);
    const assertOperation = (caller: Caller): void => {
      if (!isAllowedAnyway(operation.family, caller, gateway.scope))
        gateway.scope.assertScope(caller, 'operations', operation.family);
    };
    const recheck = async (request: Request): Promise<void> => {
      request.call.caller = await identifyAgain(request);
      assertOperation(request.call.caller);
    };
    /** Checks scope, Product, region and credits, before the body is read. */
    const authorise: RequestHandler = ({ call, headers }, _response, next) => {
      const caller = required(call, 'caller');
      assertOperation(caller);
      const { productSku } = call;
      if (!checksItself(operation)) gateway.checkRouteAndFunds({ spec, operation, caller, headers, productSku });
      next();
    };
    const refuseSteering: RequestHandler = ({ call, body }, _response, next) => {
      gateway.refuseSteering({ body: body as Json | undefined, search: call.marks.search, operation: operation.id });
      next();
    };
    /** A body may have taken minutes: what was checked before it is checked again. */
    const refreshCaller: RequestHandler = (request, response, next) => {
      if (isFresh(request.call, parts.clock)) return next();
      return recheck(request).then(() => authorise(request, response, next));
    };
    const { object } = operation;
    const findObject = object === 'none' ? null : findNamedObject(object, spec, gateway);
    const serveCall = serveGateway({ spec, operation, handler, identifyAgain, recheck }, parts);
    return { identifyCaller, authorise, refreshCaller, refuseSteering, findObject, serveCall };
  };
}

/** Finds the object that the path names, and counts the memory that it takes. */
const findNamedObject =
  (kind: ObjectKind, spec: Spec, { findOwned }: Pick<GatewayParts, 'findOwned'>): RequestHandler =>
  async ({ call }, _response, next) => {
    const count = (bytes: number): void => call.memory?.countRead(bytes);
    call.object = await findOwned({ spec, kind, id: objectIdOf(call.params), caller: required(call, 'caller'), count });
    next();
  };

const warnedMilliseconds = 14 * oneDay;

/** Says in the answer when the key expires, during its last 14 days. */
function warnOfExpiry({ expiresAt }: Caller, response: ServerResponse | undefined, { now }: Clock): void {
  if (expiresAt === null || expiresAt - now() > warnedMilliseconds) return;
  response?.setHeader('x-diglot-key-expires-at', new Date(expiresAt).toISOString());
}

/** The last step. It is synchronous and takes the parsed body from the request, so that only the call refers to it and can release it. */
function serveGateway(served: ServedOperation, { clock, fail }: GatewayServingParts): RequestHandler {
  const { spec, operation, handler, identifyAgain, recheck } = served;
  const handle = handler as (call: unknown) => Promise<void>;
  return (request, response) => {
    const { call, headers, method, rawBody } = request;
    const body = request.body as unknown;
    dropSentBody(request);
    // A form is read by its boundary. JSON has no parameters: what one reader passes over could change the text for another.
    if (call.isForm) headers['content-type'] = call.contentType;
    const received = call.isForm ? receiveForm(request, () => recheck(request)) : null;
    const handled = {
      spec,
      operation,
      requestId: call.requestId,
      caller: required(call, 'caller'),
      startedAt: call.startedAt,
      startedMonotonic: call.startedMonotonic,
      isHead: method === 'HEAD',
      headers,
      search: call.marks.search,
      productSku: call.productSku,
      bytes: rawBody.bytes,
      cuts: rawBody.cuts,
      body,
      upload: received?.upload ?? null,
      reply: makeReply(response, call.requestId, clock),
      memory: required(call, 'memory'),
      params: call.params,
      query: call.query,
      ...(call.object !== null && { object: call.object }),
      ...(request.webSocket && { upgrade: upgradeOf(request.webSocket, identifyAgain, request) }),
    } satisfies Call & Record<string, unknown>;
    // The caller may be rechecked while a form is received. Other calls do without an accessor.
    if (call.isForm)
      Object.defineProperty(handled, 'caller', { get: () => required(call, 'caller'), enumerable: true });
    // `next` holds Express's whole chain of middleware: more than a kilobyte for each open stream.
    Object.assign(request, { next: undefined });
    endServed(handle(handled), { request, stop: received?.stop, clock })
      .catch((error: unknown) => fail(error, request, response))
      .catch(() => cutAnswer(response));
  };
}

function receiveForm(request: IncomingMessage & { call: RequestState }, recheck: () => Promise<void>) {
  const { call } = request;
  const { holder } = required(call, 'memory');
  return receiveUpload(request, {
    ...required(call, 'bodyRules'),
    holder,
    form: required(call, 'contract').form(),
    recheck,
  });
}

interface RunningRequest {
  readonly request: IncomingMessage & { readonly call: RequestState };
  /** Stops reading an upload; absent if there is none. */
  readonly stop: (() => void) | undefined;
  readonly clock: Clock;
}

async function endServed(served: Promise<void>, { request, stop, clock }: RunningRequest): Promise<void> {
  try {
    await served;
  } finally {
    stop?.();
    request.call.memory?.end();
  }
  // If the answer came before the end of the request, the rest is read so that the client can read the answer.
  if (stop !== undefined && !request.complete) discardRest(request, clock);
}

const proxyHeader = /^(?:forwarded|via|x-real-ip|x-forwarded-.+)$/;

/** Whether a proxy has passed a request on and says so. */
const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) => proxyHeader.test(name));

/** Makes the steps of the control API: `enter` identifies the caller, and checks the role once the body is known. */
export function makeControlSteps(enter: Control['enter'], { bodyBudget, clock }: ServingParts) {
  return (operationId: string) => {
    const identifyPerson: RequestHandler = async ({ call, headers, method }, _response, next) => {
      call.entered = await enter({ headers, method }, operationId);
      call.memory = bodyBudget.open(call.entered.holder);
      next();
    };
    const serveControl: RequestHandler = async (request, response) => {
      const { call, headers, socket } = request;
      const { requestId, params, query } = call;
      const entered = isFresh(call, clock) ? required(call, 'entered') : await enter(request, operationId);
      const sent = headers['idempotency-key'];
      const sender = {
        remoteAddress: socket.remoteAddress,
        forwarded: isForwarded(headers),
        host: headers.host ?? '',
        forwardedFor: headers['x-forwarded-for']?.toString() ?? null,
        client: headers['user-agent'] ?? null,
        cookie: headers['cookie'] ?? null,
      };
      const idempotencyKey = typeof sent === 'string' ? sent : null;
      const known = { requestId, idempotencyKey, sender, reply: makeReply(response, requestId, clock) };
      const body = request.body as unknown;
      dropSentBody(request);
      const served = entered.serve({ ...known, params, query, body });
      return endServed(served, { request, stop: undefined, clock });
    };
    return { identifyPerson, serveControl };
  };
}
