import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { OperationFacts } from '../../generated/operation-facts.ts';
import type { Spec } from '../catalog/catalog.ts';
import type { ControlCall } from '../control-api/deps.ts';
import type { Caller } from '../identity/caller.ts';
import type { CredentialRequest } from '../identity/read-credential.ts';
import type { ScopeRules } from '../identity/scope.ts';
import type { FindOwned } from '../objects/find-owned.ts';
import type { Call, HeadOfCall } from '../pipeline/call.ts';
import type { Json } from '../shared/json/json.ts';
import type { Clock } from '../shared/time/clock.ts';
import { discardRest } from './answer-error.ts';
import type { BodyBudget } from './body-budget.ts';
import { makeReply } from './http-reply.ts';
import { receiveUpload } from './receive-upload.ts';
import type { RequestState } from './track-request.ts';

/** Any handler of a document's operations. Its call is typed by its own operation. */
export type AnyHandler = (call: never) => Promise<void>;

/** What stands before and behind the body and the contract of an operation. */
export interface OperationSteps {
  /** Who calls, and whether it may call this operation. */
  readonly identify: RequestHandler;
  /** What else the head alone says, before the body is read. */
  readonly authorise: readonly RequestHandler[];
  /** What is done with a valid request. */
  readonly serve: readonly RequestHandler[];
}

interface ServingParts {
  readonly bodyBudget: BodyBudget;
  readonly clock: Clock;
}

export interface GatewayParts {
  readonly authenticate: (request: CredentialRequest & { readonly remoteAddress: string | undefined }) => Caller;
  /** Null: keys are known as they are now. Else what a call waits for first. */
  readonly awaitKeys: () => Promise<void> | null;
  readonly assertScope: ScopeRules['assertScope'];
  /**
   * Refuses what would steer a call past the catalogue: to another host, with other credentials, by another reading.
   *
   * @throws {GatewayError} `invalid_value`
   */
  readonly refuseSteering: (sent: { readonly body: Json | undefined; readonly search: string }) => void;
  /**
   * Checks what the head alone says of Product, region and credits.
   *
   * @throws {GatewayError} what routing and admission refuse
   */
  readonly checkHead: (call: HeadOfCall) => void;
  /** The owner check: made here, before the handler, for every operation whose path names an object. */
  readonly findOwned: FindOwned;
}

interface GatewayOperation {
  readonly spec: Spec;
  readonly operation: OperationFacts;
  readonly handler: AnyHandler;
}

/** How calls of Spec A and Spec B are served. */
export function gatewaySteps(gateway: GatewayParts, parts: ServingParts) {
  return ({ spec, operation, handler }: GatewayOperation): OperationSteps => {
    const identify: RequestHandler = async ({ call, rawHeaders, socket }, _response, next) => {
      const { remoteAddress } = socket;
      const known = gateway.awaitKeys();
      if (known !== null) await known;
      call.caller = gateway.authenticate({ spec, rawHeaders, query: call.marks.search, remoteAddress });
      call.memory = parts.bodyBudget.open(call.caller.keyId);
      next();
    };
    const authorise: RequestHandler = ({ call, headers }, _response, next) => {
      const caller = callerOf(call);
      gateway.assertScope(caller, 'operations', operation.family);
      if (operation.body !== 'none') gateway.checkHead({ spec, operation, caller, headers, search: call.marks.search });
      next();
    };
    const refuseSteering: RequestHandler = ({ call, body }, _response, next) => {
      gateway.refuseSteering({ body: body as Json | undefined, search: call.marks.search });
      next();
    };
    const kind = operation.object;
    const findOwned: RequestHandler = async ({ call }, _response, next) => {
      if (kind !== 'none')
        call.object = await gateway.findOwned({ spec, kind, id: objectIdOf(call.params), caller: callerOf(call) });
      next();
    };
    return {
      identify,
      authorise: operation.body === 'none' ? [] : [authorise],
      serve: [
        ...(operation.body === 'none' ? [] : [refuseSteering]),
        ...(kind === 'none' ? [] : [findOwned]),
        serveGateway({ spec, operation, handler }, parts),
      ],
    };
  };
}

function callerOf({ caller }: RequestState): Caller {
  if (caller === null) throw new Error('The caller is not known yet.');
  return caller;
}

/** The id of the object that a path names: the first of its parameters, an item of the object comes after it. */
const objectIdOf = (params: RequestState['params']): string => Object.values(params)[0] ?? '';

/**
 * The last step. It is not asynchronous, and takes the parsed body off the request: from here on the call alone holds it, and
 * lets go of it once what goes upstream is written.
 */
function serveGateway({ spec, operation, handler }: GatewayOperation, { clock }: ServingParts): RequestHandler {
  const handle = handler as (call: unknown) => Promise<void>;
  return (request, response) => {
    const { call, headers, method } = request;
    const { memory } = call;
    if (memory === null) throw new Error('The memory of the call is not counted yet.');
    // The provider is sent what the caller wrote.
    if (call.contentType !== undefined) headers['content-type'] = call.contentType;
    const received = call.isForm ? receiveForm(request) : null;
    const served = handle({
      spec,
      operation,
      requestId: call.requestId,
      caller: callerOf(call),
      startedAt: call.startedAt,
      startedMonotonic: call.startedMonotonic,
      isHead: method === 'HEAD',
      headers,
      search: call.marks.search,
      bytes: request.rawBody,
      upload: received?.upload ?? null,
      reply: makeReply(response, call.requestId, clock),
      memory,
      params: call.params,
      query: call.query,
      body: takeBody(request),
      ...(call.object !== null && { object: call.object }),
    } satisfies Call & Record<string, unknown>);
    return endServed(served, { request, stop: received?.stop, clock });
  };
}

/** The parsed body, which the request no longer holds. */
function takeBody(request: { body?: unknown }): unknown {
  const { body } = request;
  request.body = undefined;
  return body;
}

function receiveForm(request: IncomingMessage & { call: RequestState }) {
  const { bodyRules, contract } = request.call;
  if (bodyRules === null || contract === null) throw new Error('The form has not been admitted.');
  return receiveUpload(request, { ...bodyRules, form: contract.form() });
}

interface Served {
  readonly request: IncomingMessage & { readonly call: RequestState };
  /** Ends an upload that nobody reads on. */
  readonly stop: (() => void) | undefined;
  readonly clock: Clock;
}

async function endServed(served: Promise<void>, { request, stop, clock }: Served): Promise<void> {
  try {
    await served;
  } finally {
    stop?.();
    request.call.memory?.end();
  }
  // An answer that came before the end of what it answers: the rest is read so that its sender can see it.
  if (stop !== undefined && !request.complete) discardRest(request, clock);
}

/**
 * Who calls the control API: the actor, as the audit log and the ledger name it.
 *
 * @throws {GatewayError} 401
 */
export type IdentifyActor = (request: IncomingMessage) => string | Promise<string>;

/** How calls of the control API are served. */
export function controlSteps(identifyActor: IdentifyActor, { bodyBudget, clock }: ServingParts) {
  const identify: RequestHandler = async (request, _response, next) => {
    const { call } = request;
    call.actor = await identifyActor(request);
    call.memory = bodyBudget.open(call.actor);
    next();
  };
  return (handler: AnyHandler): OperationSteps => {
    const handle = handler as (call: unknown) => Promise<void>;
    const serve: RequestHandler = (request, response) => {
      const { call, headers } = request;
      const { requestId, params, query } = call;
      const sent = headers['idempotency-key'];
      const known: ControlCall = {
        requestId,
        actor: call.actor ?? '',
        idempotencyKey: typeof sent === 'string' ? sent : null,
        reply: makeReply(response, requestId, clock),
      };
      const served = handle({ ...known, params, query, body: takeBody(request) });
      return endServed(served, { request, stop: undefined, clock });
    };
    return { identify, authorise: [], serve: [serve] };
  };
}
