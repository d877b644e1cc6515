import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import express, { type RequestHandler } from 'express';
import type { FormRules } from '../pipeline/multipart/reader.ts';
import { cutDocument } from './cut-document.ts';
import type { Document } from './document.ts';
import { explainRefusal, type Validated } from './explain-refusal.ts';
import { readFormRules, readQuery, readQueryRules, type TypedQuery } from './parameters.ts';
import { findProbes, type Probe } from './warm-up.ts';
import { tuneLibrary } from './tune-library.ts';

/** Validates the requests of one operation. */
export interface OperationContract {
  /**
   * Parses a query, given without its question mark, with the types of the document.
   *
   * @throws {GatewayError} `invalid_value` for an invalid parameter
   */
  readonly readQuery: (search: string) => TypedQuery;
  /** express-openapi-validator for this operation alone. It reads `params`, `query`, `headers` and `body` of the request. */
  readonly validate: RequestHandler;
  /** Turns the validator's error into one sentence about one field. Returns any other error unchanged. */
  readonly explain: (error: unknown, validated: Validated) => unknown;
  /** The rules for the operation's form. Forms are validated while they are read. */
  readonly form: () => FormRules;
  /**
   * Makes the validator before its first request.
   *
   * @throws if the document cannot be used, or if the validator accepts a request that the document forbids
   */
  readonly warm: () => Promise<void>;
}

/** Returns the contract of an operation of one document by its id. */
export type Contract = (id: string) => OperationContract;

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/**
 * The contracts of one bundled document. A validator is made when its operation is first called, because making all of them
 * would delay the start until every schema is compiled.
 */
export function loadContract(published: Document): Contract {
  const contracts = new Map<string, OperationContract>();
  for (const [path, item] of Object.entries(published.paths)) {
    for (const method of methods) {
      const id = item[method]?.['operationId'];
      if (typeof id === 'string') contracts.set(id, contractOf(published, { method, path }));
    }
  }
  return (id) => {
    const contract = contracts.get(id);
    if (!contract) throw new Error(`The document has no operation ${id}.`);
    return contract;
  };
}

interface Place {
  readonly method: string;
  readonly path: string;
}

function contractOf(published: Document, place: Place): OperationContract {
  const { method, path } = place;
  const rules = once(() => readQueryRules(published, place));
  const { handle, make } = madeOnce(() => makeValidator(published, place));
  return {
    readQuery: (search) => readQuery(search, rules()),
    validate: handle,
    explain: (error, validated) => explainRefusal(error, { validated, document: published, method, path }),
    form: once(() => readFormRules(published, published.paths[path]?.[method])),
    warm: async () => void (await make()),
  };
}

/** Makes a value when it is first needed. */
function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

/** Middleware that is made for its first request or earlier. */
function madeOnce(make: () => Promise<RequestHandler>) {
  let made: RequestHandler | null = null;
  let making: Promise<RequestHandler> | null = null;
  const makeOnce = (): Promise<RequestHandler> =>
    (making ??= make().then((handler) => {
      made = handler;
      return handler;
    }));
  const handle: RequestHandler = (request, response, next) =>
    made === null ? makeOnce().then((handler) => handler(request, response, next)) : made(request, response, next);
  return { handle, make: makeOnce };
}

/** Loads the library of the validators, once. */
const loadValidators = once(async () => {
  const { knowsTags } = await tuneLibrary();
  return { knowsTags, ...(await import('express-openapi-validator')) };
});

/**
 * Makes express-openapi-validator for the route of one operation. It matches the path below its router, so it serves all base
 * paths of its document. It must refuse the probes of the operation before it gets a real request.
 *
 * @throws if the document cannot be used or a probe is accepted; then no request of this operation is served
 */
async function makeValidator(published: Document, place: Place): Promise<RequestHandler> {
  const { middleware, error, knowsTags } = await loadValidators();
  const document = cutDocument(published, place, knowsTags);
  const validator = compose(
    middleware({
      apiSpec: document as never,
      validateApiSpec: false,
      validateRequests: { allowUnknownQueryParameters: true, removeAdditional: false, coerceTypes: false },
      validateResponses: false,
      validateSecurity: false,
      fileUploader: false,
      validateFormats: true,
      useRequestUrl: true,
    }),
  );
  // The library has prepared the document by then. It compiles the schemas for the first probe.
  await setImmediate();
  for (const probe of findProbes(published, place)) {
    const outcome = await send(probe, validator);
    if (outcome instanceof error.BadRequest && Array.isArray(outcome.errors)) continue;
    if (outcome instanceof Error) throw outcome;
    const { method, url, breaks } = probe;
    throw new Error(`The validator of ${method} ${url} accepts a request that breaks "${breaks}".`);
  }
  return validator;
}

/** Combines synchronous middleware into one. A Router would do the same but cost 3 µs per request. */
export const compose =
  (chain: readonly RequestHandler[]): RequestHandler =>
  (request, response, next) => {
    let index = 0;
    const step = (error?: unknown): unknown => {
      const handler = error === undefined ? chain[index++] : undefined;
      return handler === undefined ? next(error) : handler(request, response, step);
    };
    step();
  };

/** Sends a probe through the validator in a separate application. Resolves to the validator's error, or to null. */
function send({ method, url, headers, query, body }: Probe, validator: RequestHandler): Promise<unknown> {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method, url, headers, body });
  Object.defineProperty(request, 'query', { value: query, writable: true, configurable: true });
  const app = express();
  return new Promise((resolve) => {
    app.use(validator);
    // oxlint-disable-next-line max-params -- Express recognises error handlers by the number of parameters
    app.use(((error, _request, _response, _next) => resolve(error)) satisfies express.ErrorRequestHandler);
    app.use(() => resolve(null));
    app(request, new ServerResponse(request));
  });
}
