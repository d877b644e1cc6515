import { middleware } from 'express-openapi-validator';
import type { Express, Request, RequestHandler, Response } from 'express';
import type { Document } from './document.ts';
import { explainRefusal } from './explain-refusal.ts';
import { prepareDocument } from './prepare-document.ts';

/** A document, ready to judge requests. */
export interface Contract {
  /**
   * Judges path parameters, query, headers and the parsed body (`request.body`) of a request to an operation.
   * Query values that the document types come back typed.
   *
   * @throws {GatewayError} `invalid_value` naming the field, in one sentence; `unsupported_media_type`
   */
  readonly check: (request: Request, operation: Checked) => Promise<void>;
}

/** Which operation a request wants, as the route table found it. */
export interface Checked {
  readonly id: string;
  readonly params: Readonly<Record<string, string>>;
}

/** What the validator keeps on a request about its operation. */
interface Metadata {
  readonly expressRoute: string;
  readonly openApiRoute: string;
  readonly schema: unknown;
  readonly serial: number;
}

type Judged = Request & { openapi?: Metadata & { readonly pathParams: Record<string, string> } };

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/**
 * Makes the validator of one bundled document.
 *
 * Of express-openapi-validator's chain two links are used. The one that finds the operation runs once an operation, at
 * start, and what it found is kept: it would walk all paths and compile each again for every request. The last one
 * judges the request. Security and uploads are done before, by rooms of their own.
 *
 * @throws when the document cannot be used, so that the server does not start with it
 */
export async function loadContract(app: Express, published: Document, base: string): Promise<Contract> {
  const document = prepareDocument(published);
  const chain = middleware({
    apiSpec: { ...document, servers: [{ url: base }] } as never,
    validateApiSpec: false,
    validateRequests: {
      allowUnknownQueryParameters: published['x-diglot-unknown-query'] !== 'refused',
      removeAdditional: false,
      coerceTypes: false,
    },
    validateResponses: false,
    validateSecurity: false,
    fileUploader: false,
    validateFormats: true,
  });
  const [prepare, findOperation, , judge] = chain;
  if (!prepare || !findOperation || !judge) throw new Error('The validator has changed its chain.');
  await run(prepare, { app } as unknown as Request);

  const known = new Map<string, Metadata>();
  for (const [path, item] of Object.entries(published.paths)) {
    for (const method of methods) {
      const id = item[method]?.['operationId'];
      if (typeof id === 'string') known.set(id, await probe(app, findOperation, { method, path: base.replace(/\/$/, '') + path }));
    }
  }

  const check: Contract['check'] = async (request, { id, params }) => {
    const metadata = known.get(id);
    if (!metadata) throw new Error(`The document has no operation ${id}.`);
    (request as Judged).openapi = { ...metadata, pathParams: { ...params } };
    try {
      await run(judge, request);
    } catch (error) {
      throw explainRefusal(error, { request, document: published, operation: id });
    }
  };
  return { check };
}

/** Runs one link of the chain. It answers nothing itself, so it gets no response. */
const run = (link: RequestHandler, request: Request): Promise<void> =>
  new Promise((resolve, reject) => {
    const next = (error?: unknown): void => (error === undefined ? resolve() : reject(error));
    void Promise.resolve(link(request, {} as Response, next)).catch(reject);
  });

/** What the validator finds for an operation: asked once, with a path made up for it. */
async function probe(
  app: Express,
  find: RequestHandler,
  { method, path }: { method: string; path: string },
): Promise<Metadata> {
  const url = path.replace(/\{\w+\}/g, 'x');
  const request = { app, method: method.toUpperCase(), originalUrl: url, url, path: url, baseUrl: '', headers: {} };
  await run(find, request as unknown as Request);
  const found = (request as unknown as Judged).openapi;
  if (!found) throw new Error(`The validator does not find ${method} ${path}.`);
  return found;
}
