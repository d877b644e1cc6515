import { readFileSync } from 'node:fs';
import express, { type Express, type RequestHandler } from 'express';
import { operations as controlOperations } from '../../generated/console/operations.ts';
import type { OperationFacts } from '../../generated/operation-facts.ts';
import { operations as specAOperations } from '../../generated/spec-a/operations.ts';
import { operations as specBOperations } from '../../generated/spec-b/operations.ts';
import type { Spec } from '../catalog/catalog.ts';
import { loadContract, type Contract } from '../contract/contract.ts';
import { compose } from '../contract/library.ts';
import type { Document } from '../contract/document.ts';
import type { Control } from '../control-api/operations.ts';
import type { Log } from '../shared/log.ts';
import { failCall, reportError } from './answer-error.ts';
import type { BodyBudget } from './body-budget.ts';
import type { BodyParts } from './body-limits.ts';
import { trackRequest, type TrackingParts } from './request.ts';
import { makeLoadGate, refuseExcess } from './load-gate.ts';
import { operationRouter, type RoutedOperation } from './operation-router.ts';
import { consolePages, hasConsolePage } from './pages/console-pages.ts';
import { hasPublicPage, publicPages } from './pages/public-pages.ts';
import { allowOrigins, answerPreflight, isForSpecA, isForSpecB, refuseUnsoundHead, serving } from './request-head.ts';
import { controlSteps, gatewaySteps, type AnyHandler, type GatewayParts } from './serve-operation.ts';
import { handleOf, messagesOf, type Handle, type Messages } from './server.ts';
import { knownPaths, methodNotAllowed, unknownUrl } from './unknown-url.ts';

interface HttpApplication {
  readonly handle: Handle;
  readonly messages: Messages;
}

type Handlers = Readonly<Record<string, AnyHandler>>;

/** The handlers of Spec A and Spec B, and the checks before them. */
export interface GatewayHandlers extends GatewayParts {
  readonly specA: Handlers;
  readonly specB: Handlers;
}

interface HttpAppParts extends BodyParts, TrackingParts {
  readonly documents: LoadedDocuments;
  readonly bodyBudget: BodyBudget;
  readonly gateway: GatewayHandlers;
  readonly control: Pick<Control, 'enter' | 'countRefusal'>;
  /** Scheme, host and port of links and base addresses, without a trailing slash. */
  readonly origin: () => string;
  /** The origin as configured; null or absent: it is not configured. */
  readonly publicUrl?: () => string | null;
  /** Whether `/readyz` answers 200. */
  readonly ready: () => boolean;
  /** Origins whose pages may call the gateway. */
  readonly corsOrigins: () => readonly string[];
  /** What is wrong with the storage; null if nothing is. */
  readonly trouble: () => string | null;
  /** What an operator should look at while the server is ready. */
  readonly warning?: () => string | null;
  /** Id of the run of this process; null or absent: it has none. */
  readonly run?: string | null;
  /** Milliseconds by which the event loop may be late before calls are refused; null or absent: any. */
  readonly mostLate?: () => number | null;
  /** Counts a call that was refused because the event loop is late. */
  readonly onRefused?: () => void;
  readonly log: Log;
}

/** Base paths of each document. */
const bases = { a: ['/v1', '/openai/v1'], b: ['', '/anthropic'], console: ['/console/api'] } as const;

/**
 * The Express application: the middleware of every request, in order. That of each operation is in `operation-router.ts`.
 *
 * @throws if an operation of a document has no handler
 */
export function makeHttpApplication(parts: HttpAppParts): HttpApplication {
  const { texts, contracts, console } = parts.documents;
  const control = controlRoutes(console);
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
  const app = makeExpress();
  const { mostLate = () => null, onRefused = () => undefined } = parts;
  app.use(refuseExcess(makeLoadGate({ ...parts, mostLate }), { ...parts, onRefused }));
  app.use(compose([trackRequest(parts), allowOrigins(parts.corsOrigins), refuseUnsoundHead, answerPreflight]));
  const pages = { ...parts, documents: texts, docsFolder };
  app.get(anyPath, consolePages(consoleFolder), publicPages(pages));
  mountSpecs(app, parts, { contracts, control });
  const hasPage = [hasConsolePage(consoleFolder), hasPublicPage(pages)];
  app.use(methodNotAllowed(paths, hasPage), unknownUrl(paths, parts.origin), reportError(parts));
  return { handle: handleOf(app), messages: messagesOf(app) };
}

/** For `app.get`: pages have paths of their own, and only GET and HEAD. */
const anyPath = /^/;

interface Documents extends Pick<LoadedDocuments, 'contracts'> {
  readonly control: readonly RoutedOperation[];
}

/** Mounts the three routers at their base paths. Where both specs have a path, the spec of the request serves it. */
function mountSpecs(app: Express, parts: HttpAppParts, { contracts, control }: Documents): void {
  const { specA, specB } = parts.gateway;
  const a = gatewayRouter(parts, { spec: 'a', operations: specAOperations, handlers: specA, contract: contracts.a });
  const b = gatewayRouter(parts, { spec: 'b', operations: specBOperations, handlers: specB, contract: contracts.b });
  const steps = controlSteps(parts.control.enter, parts);
  const console = operationRouter({
    ...parts,
    surface: 'console',
    operations: control,
    contract: contracts.console,
    steps: ({ id }) => steps(id),
  });
  app.use([...bases.a], serving(a, isForSpecA));
  app.use('/anthropic', serving(b));
  app.use(serving(b));
  app.use([...bases.a], serving(a, isForSpecB));
  app.use([...bases.console], serving(console));
}

interface SpecRoutes {
  readonly spec: Spec;
  readonly operations: Readonly<Record<string, OperationFacts>>;
  readonly handlers: Handlers;
  readonly contract: Contract;
}

function gatewayRouter(parts: HttpAppParts, { spec, operations, handlers, contract }: SpecRoutes): RequestHandler {
  const steps = gatewaySteps(parts.gateway, { ...parts, fail: failCall(parts) });
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
  if (!handler) throw new Error(`The operation ${id} has no handler.`);
  return handler;
}

/** The operations of the control API, with the kind of their bodies from the document. */
const controlRoutes = (document: Document): readonly RoutedOperation[] =>
  Object.values(controlOperations).map(({ id, method, path, scope }) => ({
    id,
    method,
    path,
    body: document.paths[path]?.[method]?.['requestBody'] === undefined ? 'none' : 'json',
    limit: scope === 'public' ? 'public' : 'json',
    voice: false,
  }));

const consoleFolder = new URL('../../dist/console/', import.meta.url);
const docsFolder = new URL('../../dist/docs/', import.meta.url);

/** The documents that are served. */
interface LoadedDocuments {
  /** As they are published, by the name of their folder. */
  readonly texts: Readonly<Record<'spec-a' | 'spec-b' | 'console', string>>;
  readonly contracts: Readonly<Record<Spec | 'console', Contract>>;
  /** That of the control API. */
  readonly console: Document;
}

/** Reads the documents, and makes the contracts of their operations. */
export function loadDocuments(): LoadedDocuments {
  const read = (name: string): string =>
    readFileSync(new URL(`../../generated/${name}/openapi.json`, import.meta.url), 'utf8');
  const texts = { 'spec-a': read('spec-a'), 'spec-b': read('spec-b'), console: read('console') };
  const parse = (text: string): Document => JSON.parse(text) as Document;
  const console = parse(texts.console);
  const contracts = {
    a: loadContract(parse(texts['spec-a'])),
    b: loadContract(parse(texts['spec-b'])),
    console: loadContract(console),
  };
  return { texts, contracts, console };
}

/**
 * An Express application without its defaults: no `X-Powered-By`, no entity tags, no nested queries, and no stack trace on an
 * error page, whatever NODE_ENV is.
 */
export function makeExpress(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('env', 'production');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', 'simple');
  return app;
}
