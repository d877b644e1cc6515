import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import express, { type RequestHandler } from 'express';
import { cutDocument } from './cut-document.ts';
import { type Document, isNode, parametersOf, resolve, type SchemaNode } from './document.ts';
import { tuneLibrary } from './library.ts';

/** An operation of a document. */
export interface OperationPlace {
  readonly method: string;
  readonly path: string;
}

async function loadLibrary() {
  const { knowsTags } = await tuneLibrary();
  return { knowsTags, ...(await import('express-openapi-validator')) };
}

let library: ReturnType<typeof loadLibrary> | null = null;

/**
 * Makes express-openapi-validator for the route of one operation. It matches the path below its router, so it serves all base
 * paths of its document. It must refuse the probes of the operation before it gets a real request.
 *
 * @returns its middleware, in order
 * @throws if the document cannot be used or a probe is accepted; then no request of this operation is served
 */
export async function makeValidator(published: Document, place: OperationPlace): Promise<readonly RequestHandler[]> {
  const { middleware, error, knowsTags } = await (library ??= loadLibrary());
  const document = cutDocument(published, place, knowsTags);
  const validator: readonly RequestHandler[] = middleware({
    apiSpec: document as never,
    validateApiSpec: false,
    validateRequests: { allowUnknownQueryParameters: true, removeAdditional: false, coerceTypes: false },
    validateResponses: false,
    validateSecurity: false,
    fileUploader: false,
    validateFormats: true,
    useRequestUrl: true,
  });
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

/** Sends a probe through the validator in a separate application. Resolves to the validator's error, or to null. */
function send({ method, url, headers, query, body }: Probe, validator: readonly RequestHandler[]): Promise<unknown> {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method, url, headers, body });
  Object.defineProperty(request, 'query', { value: query, writable: true, configurable: true });
  const app = express();
  return new Promise((answer) => {
    for (const handler of validator) app.use(handler);
    // oxlint-disable-next-line max-params -- Express recognises error handlers by the number of parameters
    app.use(((error, _request, _response, _next) => answer(error)) satisfies express.ErrorRequestHandler);
    app.use(() => answer(null));
    app(request, new ServerResponse(request));
  });
}

/** A request that breaks one rule of an operation. */
interface Probe {
  /** The rule, for example `query limit: minimum`. */
  readonly breaks: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Undefined if there is none. */
  readonly body: unknown;
}

/** For each rule, a function that makes a value that breaks it. */
const wrongValues: Readonly<Record<string, (limit: unknown) => unknown>> = {
  minimum: (limit) => Number(limit) - 1,
  maximum: (limit) => Number(limit) + 1,
  minLength: (limit) => 'x'.repeat(Math.max(0, Number(limit) - 1)),
  maxLength: (limit) => 'x'.repeat(Number(limit) + 1),
  enum: () => 'no such value',
};

/**
 * Makes requests that the validator of an operation must refuse: a number beyond each limit, a string of a wrong length, a body of
 * the wrong type. None if the operation has no such rule.
 */
export function findProbes(document: Document, { method, path }: OperationPlace): readonly Probe[] {
  const operation = document.paths[path]?.[method] ?? {};
  const requestBody = isNode(operation['requestBody']) ? resolve(document, operation['requestBody']) : {};
  const content = isNode(requestBody['content']) ? requestBody['content'] : {};
  const isJson = 'application/json' in content;
  const type = isJson ? { 'content-type': 'application/json' } : {};
  const valid = {
    method: method.toUpperCase(),
    url: path.replaceAll(/\{\w+\}/g, 'x'),
    headers: isJson || Object.keys(content).length === 0 ? type : { 'content-type': 'multipart/form-data' },
    query: {},
    body: undefined,
  };
  const wrong = parametersOf(document, { method, path }).flatMap((parameter) => wrongParameters(document, parameter));
  return [
    ...wrong.map(({ breaks, where, name, value }) => ({
      ...valid,
      breaks,
      ...placeValue(valid, { where, name, value, path }),
    })),
    ...(isJson ? [{ ...valid, breaks: 'body: type', body: 'no object' }] : []),
  ];
}

interface WrongParameter {
  readonly breaks: string;
  readonly where: string;
  readonly name: string;
  readonly value: unknown;
}

function wrongParameters(document: Document, parameter: SchemaNode): readonly WrongParameter[] {
  const schema = isNode(parameter['schema']) ? resolve(document, parameter['schema']) : {};
  const [where, name] = [String(parameter['in']), String(parameter['name'])];
  return Object.entries(wrongValues).flatMap(([rule, make]) =>
    // A path segment cannot be empty.
    rule in schema && !(where === 'path' && rule === 'minLength')
      ? [{ breaks: `${where} ${name}: ${rule}`, where, name, value: make(schema[rule]) }]
      : [],
  );
}

/** Puts a value into its place in a request. */
function placeValue(
  { headers }: Pick<Probe, 'headers'>,
  { where, name, value, path }: Omit<WrongParameter, 'breaks'> & Pick<OperationPlace, 'path'>,
): Partial<Pick<Probe, 'headers' | 'query' | 'url'>> {
  if (where === 'query') return { query: { [name.replace(/\[\]$/, '')]: value } };
  if (where === 'header') return { headers: { ...headers, [name.toLowerCase()]: String(value) } };
  return { url: path.replace(`{${name}}`, String(value)).replaceAll(/\{\w+\}/g, 'x') };
}
