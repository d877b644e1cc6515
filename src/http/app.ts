import { readFileSync } from 'node:fs';
import { IncomingMessage, ServerResponse } from 'node:http';
import express, { Router, type Express, type RequestHandler } from 'express';
import { operations as controlOperations } from '../../generated/console/operations.ts';
import type { OperationFacts } from '../../generated/operation-facts.ts';
import { operations as specAOperations } from '../../generated/spec-a/operations.ts';
import { operations as specBOperations } from '../../generated/spec-b/operations.ts';
import type { Spec } from '../catalog/catalog.ts';
import { loadContract, type Contract } from '../contract/contract.ts';
import type { Document } from '../contract/document.ts';
import { makeWarming, type Warming } from '../contract/warm-up.ts';
import type { Log } from '../shared/log.ts';
import { reportError } from './answer-error.ts';
import type { BodyBudget } from './body-budget.ts';
import { refuseUnsoundHead } from './check-head.ts';
import { allowOrigins } from './cors.ts';
import { exact, operationRouter, type BodyParts, type RoutedOperation } from './operation-router.ts';
import { publicPages } from './public-pages.ts';
import {
  controlSteps,
  gatewaySteps,
  type AnyHandler,
  type GatewayParts,
  type IdentifyActor,
} from './serve-operation.ts';
import type { Handle, Messages } from './server.ts';
import { chooseSpec } from './spec-of-request.ts';
import { trackRequest, type TrackingParts } from './track-request.ts';
import { knownPaths, methodNotAllowed, unknownUrl } from './unknown-url.ts';

interface HttpApplication {
  readonly handle: Handle;
  readonly messages: Messages;
  readonly warming: Warming;
}

type Handlers = Readonly<Record<string, AnyHandler>>;

/** Who serves the calls of Spec A and Spec B, and what is checked before. */
export interface GatewayServing extends GatewayParts {
  readonly specA: Handlers;
  readonly specB: Handlers;
}

interface Parts extends BodyParts, TrackingParts {
  readonly bodyBudget: BodyBudget;
  readonly gateway: GatewayServing;
  readonly control: { readonly handlers: Handlers; readonly identifyActor: IdentifyActor };
  /** What links and advice start with: scheme, host and port, no slash at the end. */
  readonly origin: () => string;
  readonly ready: () => boolean;
  /** True: not ready before `warming.warm` has ended. */
  readonly warmsFirst: boolean;
  /** Origins whose pages may call. */
  readonly corsOrigins: () => readonly string[];
  /** What is wrong with the storage; null: nothing. */
  readonly trouble: () => string | null;
  /** Calls under way. */
  readonly openCalls: () => number;
  readonly log: Log;
}

/** Where each document is served. */
const bases = { a: ['/v1', '/openai/v1'], b: ['', '/anthropic'], console: ['/console/api'] } as const;

/**
 * The Express application: the middleware of every request, in order.
 *
 * @throws when a document has an operation that nobody serves
 */
export function makeHttpApplication(parts: Parts): HttpApplication {
  const { documents, texts } = readDocuments();
  const contracts = {
    a: loadContract(documents['spec-a']),
    b: loadContract(documents['spec-b']),
    console: loadContract(documents.console),
  };
  const warming = makeWarming({ ...parts, contracts });
  const ready = (): boolean => parts.ready() && (!parts.warmsFirst || warming.isWarm());
  const control = controlRoutes(documents.console);
  const paths = knownPaths([
    {
      surface: 'a',
      bases: bases.a,
      operations: Object.values(specAOperations),
      notServed: [{ method: 'delete', path: '/models/{model}' }],
    },
    { surface: 'b', bases: bases.b, operations: Object.values(specBOperations) },
    { surface: 'console', bases: bases.console, operations: control },
  ]);
  const app = makeHttpApp();
  app.use(
    trackRequest(parts),
    allowOrigins(parts.corsOrigins),
    refuseUnsoundHead,
    publicPages({ ...parts, documents: texts, docsFolder, ready }),
    chooseSpec(specRouters(parts, { contracts, control })),
    methodNotAllowed(paths),
    unknownUrl(paths, parts.origin),
    reportError(parts),
  );
  return {
    // An error handler that fails itself leaves the connection cut: Express's own would show a stack.
    handle: (request, response) => (app as Listener)(request, response, () => response.destroy()),
    messages: messagesOf(app),
    warming,
  };
}

/** An application as the handler that it is. */
type Listener = (...parts: [...Parameters<Handle>, next: () => void]) => void;

interface Documents {
  readonly contracts: Readonly<Record<Spec | 'console', Contract>>;
  readonly control: readonly RoutedOperation[];
}

/**
 * The three routers behind their base addresses. The last middleware of each operation, in `operation-router.ts`: identify,
 * typeQuery, authorise, admitBody, readJson, the validator, refuseSteering, findOwned, the handler.
 */
function specRouters(parts: Parts, { contracts, control }: Documents) {
  const { specA, specB } = parts.gateway;
  const a = gatewayRouter(parts, { spec: 'a', operations: specAOperations, handlers: specA, contract: contracts.a });
  const b = gatewayRouter(parts, { spec: 'b', operations: specBOperations, handlers: specB, contract: contracts.b });
  const { handlers, identifyActor } = parts.control;
  const steps = controlSteps(identifyActor, parts);
  const console = operationRouter({
    ...parts,
    surface: 'console',
    operations: control,
    contract: contracts.console,
    steps: ({ id }) => steps(handlerOf(handlers, id)),
  });
  const specAFirst = Router(exact)
    .use([...bases.a], a)
    .use('/anthropic', b)
    .use(b)
    .use([...bases.console], console);
  const specBFirst = Router(exact)
    .use('/anthropic', b)
    .use(b)
    .use([...bases.a], a)
    .use([...bases.console], console);
  return { specAFirst, specBFirst };
}

interface Served {
  readonly spec: Spec;
  readonly operations: Readonly<Record<string, OperationFacts>>;
  readonly handlers: Handlers;
  readonly contract: Contract;
}

function gatewayRouter(parts: Parts, { spec, operations, handlers, contract }: Served): RequestHandler {
  const steps = gatewaySteps(parts.gateway, parts);
  return operationRouter<OperationFacts>({
    ...parts,
    surface: spec,
    operations: Object.values(operations),
    contract,
    steps: (operation) => steps({ spec, operation, handler: handlerOf(handlers, operation.id) }),
  });
}

function handlerOf(handlers: Handlers, id: string): AnyHandler {
  const handler = handlers[id];
  if (!handler) throw new Error(`Nobody serves ${id}.`);
  return handler;
}

/** The control API's operations with what their routes want to know of them, from the document. */
const controlRoutes = (document: Document): readonly RoutedOperation[] =>
  Object.values(controlOperations).map(({ id, method, path }) => ({
    id,
    method,
    path,
    body: document.paths[path]?.[method]?.['requestBody'] === undefined ? 'none' : 'json',
    limit: 'json',
    voice: false,
  }));

const docsFolder = new URL('../../dist/docs/', import.meta.url);

function readDocuments() {
  const read = (name: string): string =>
    readFileSync(new URL(`../../generated/${name}/openapi.json`, import.meta.url), 'utf8');
  const texts = { 'spec-a': read('spec-a'), 'spec-b': read('spec-b'), console: read('console') };
  const parse = (text: string): Document => JSON.parse(text) as Document;
  return {
    texts,
    documents: { 'spec-a': parse(texts['spec-a']), 'spec-b': parse(texts['spec-b']), console: parse(texts.console) },
  };
}

/**
 * An Express application without what it does of its own accord: no banner, no entity tags, no parsing of nested queries, and
 * no stack of an error on a page, whatever NODE_ENV says.
 */
export function makeHttpApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('env', 'production');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', 'simple');
  return app;
}

/**
 * Classes for the server whose requests and responses are the application's from the start. Express changes the prototype of
 * all others, which takes V8 longer than most middleware.
 */
function messagesOf(app: Express): Messages {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse as typeof ServerResponse };
}
