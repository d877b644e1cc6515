import type { IncomingHttpHeaders } from 'node:http';
import { parse } from 'node:url';
import { middleware } from 'express-openapi-validator';
import schemaValidator from 'express-openapi-validator/dist/framework/openapi.schema.validator.js';
import type { Express, Request, RequestHandler, Response } from 'express';
import type { Document } from './document.ts';

/** What is validated of a request. */
export interface Validated {
  readonly params: Readonly<Record<string, string>>;
  /** By the names without brackets, which the validator would read on its own. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Those that the document knows. */
  readonly headers: IncomingHttpHeaders;
  /** Undefined where there is none to validate. */
  readonly body: unknown;
}

/** Validates a request to one operation. Rejects with the validator's own error. */
export type Validator = (validated: Validated) => Promise<void>;

interface Parts {
  readonly app: Express;
  readonly base: string;
  readonly method: string;
  readonly path: string;
  /** A document that holds this operation alone. */
  readonly document: Document;
}

/** What the validator keeps on a request about its operation. */
interface Metadata {
  readonly expressRoute: string;
  readonly openApiRoute: string;
  readonly schema: unknown;
  readonly serial: number;
}

/**
 * The validator calls `url.parse` for each request, and until Node has warned of that it walks the call stack each time to
 * find out whose call it is: half of what judging costs. It has its occasion to warn here, where nobody listens.
 */
function useUpWarning(): void {
  const before = process.noDeprecation ?? false;
  process.noDeprecation = true;
  parse('');
  process.noDeprecation = before;
}
useUpWarning();

/**
 * For each operation the validator compiles the schema of documents themselves, also where it is told not to validate ours: a third
 * of what a start takes to become warm. Ours are checked before they are released.
 */
Object.assign(schemaValidator, {
  OpenAPISchemaValidator: class {
    readonly validate = () => ({ errors: [] });
  },
});

/**
 * Of express-openapi-validator's chain two links are used. The one that finds the operation runs once, here, and what
 * it found is kept: it would compile every path again for each request. The last one validates. Security and uploads are
 * done by rooms of their own.
 *
 * @throws when the document cannot be used
 */
export async function makeValidator({ app, base, method, path, document }: Parts): Promise<Validator> {
  const [prepare, find, , validator] = middleware({
    apiSpec: { ...document, servers: [{ url: base }] } as never,
    validateApiSpec: false,
    validateRequests: { allowUnknownQueryParameters: true, removeAdditional: false, coerceTypes: false },
    validateResponses: false,
    validateSecurity: false,
    fileUploader: false,
    validateFormats: true,
  });
  if (!prepare || !find || !validator) throw new Error('The validator has changed its chain.');
  await run(prepare, { app } as unknown as Request);
  const url = (base.replace(/\/$/, '') + path).replace(/\{\w+\}/g, 'x');
  const probe = { app, method: method.toUpperCase(), originalUrl: url, url, path: url, baseUrl: '', headers: {} };
  await run(find, probe as unknown as Request);
  const { openapi: metadata } = probe as { readonly openapi?: Metadata };
  if (!metadata) throw new Error(`The validator does not find ${method} ${path}.`);
  // The validator writes into what it validates, and keeps a validator for every Content-Type it meets: it gets a stand-in.
  return ({ params, query, headers, body }) => {
    const { expressRoute, openApiRoute, schema, serial } = metadata;
    const validated = {
      app,
      method: probe.method,
      // Only its query is looked at, which is validated from `query`; the rest would be parsed for nothing.
      originalUrl: '/',
      url,
      path: url,
      baseUrl: '',
      headers: body === undefined ? { ...headers } : { ...jsonType },
      openapi: { expressRoute, openApiRoute, schema, serial, pathParams: { ...params } },
      params: { ...params },
      query: { ...query },
      body,
    };
    return run(validator, validated as unknown as Request);
  };
}

const jsonType = { 'content-type': 'application/json' } as const;

/** Runs one link of the chain. It answers nothing itself, so it gets no response. */
const run = (link: RequestHandler, request: Request): Promise<void> =>
  new Promise((resolve, reject) => {
    const next = (error?: unknown): void => (error === undefined ? resolve() : reject(error));
    Promise.resolve(link(request, {} as Response, next)).catch(reject);
  });
