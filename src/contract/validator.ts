import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { parse } from 'node:url';
import express, { type RequestHandler } from 'express';
import { error as errors, middleware } from 'express-openapi-validator';
import type { Document } from './document.ts';
import type { Probe } from './probes.ts';

/**
 * The validator calls `url.parse` for each request, and until Node has warned of that it walks the call stack each time to
 * find out whose call it is: half of what validation costs. It has its occasion to warn here, where nobody listens.
 */
function useUpWarning(): void {
  const before = process.noDeprecation ?? false;
  process.noDeprecation = true;
  parse('');
  process.noDeprecation = before;
}
useUpWarning();

/**
 * For each operation the library compiles the schema of OpenAPI documents themselves, also where it is told not to check ours:
 * 50 to 120 ms each. Ours are checked before they are released. In a version that has no such file this only takes longer.
 */
async function skipDocumentCheck(): Promise<void> {
  const inner = await import('express-openapi-validator/dist/framework/openapi.schema.validator.js').catch(() => null);
  const unchecked = class {
    readonly validate = () => ({ errors: [] });
  };
  if (inner) Object.assign(inner.default, { OpenAPISchemaValidator: unchecked });
}
await skipDocumentCheck();

/**
 * express-openapi-validator as the middleware of one operation's route. It matches the path below the router that it stands
 * in, so it serves every base address of its document.
 *
 * @param document holds this operation alone
 * @param probes what it must refuse before it is given a request
 * @throws when the document cannot be used, or a probe is let through: then no request of this operation is served
 */
export async function makeValidator(document: Document, probes: readonly Probe[]): Promise<RequestHandler> {
  const validator = inTurn(
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
  for (const probe of probes) {
    const outcome = await send(probe, validator);
    if (isRefusal(outcome)) continue;
    if (outcome instanceof Error) throw outcome;
    const { method, url, breaks } = probe;
    throw new Error(`The validator of ${method} ${url} does not refuse what breaks "${breaks}".`);
  }
  return validator;
}

/** Middleware, one after another, as one. A router of its own would do the same and cost 3 µs a request. */
const inTurn =
  (chain: readonly RequestHandler[]): RequestHandler =>
  (request, response, next) => {
    let index = 0;
    const step = (error?: unknown): unknown => {
      const handler = error === undefined ? chain[index++] : undefined;
      return handler === undefined ? next(error) : handler(request, response, step);
    };
    step();
  };

const isRefusal = (error: unknown): boolean => error instanceof errors.BadRequest && Array.isArray(error.errors);

/** Sends a probe through the validator in an application of its own. Resolves to the error that the validator passes on, or null. */
function send({ method, url, headers, query, body }: Probe, validator: RequestHandler): Promise<unknown> {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method, url, headers, body });
  Object.defineProperty(request, 'query', { value: query, writable: true, configurable: true });
  const app = express();
  return new Promise((resolve) => {
    app.use(validator);
    // oxlint-disable-next-line max-params -- Express knows error handlers by the number of parameters
    app.use(((error, _request, _response, _next) => resolve(error)) satisfies express.ErrorRequestHandler);
    app.use(() => resolve(null));
    app(request, new ServerResponse(request));
  });
}
