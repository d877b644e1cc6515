import { readFileSync } from 'node:fs';
import express, { type Express, type RequestHandler } from 'express';
import { operations as controlOperations } from '../../generated/console/operations.ts';
import type { OperationFacts } from '../../generated/operation-facts.ts';
import { operations as specAOperations } from '../../generated/spec-a/operations.ts';
import { operations as specBOperations } from '../../generated/spec-b/operations.ts';
import type { Spec } from '../catalog/catalog.ts';
import type { Config, Limits } from '../config/config.ts';
import { loadContract, type Contract } from '../contract/contract.ts';
import type { Document } from '../contract/document.ts';
import { compose } from '../contract/library.ts';
import type { Control } from '../control-api/operations.ts';
import type { Log } from '../shared/log.ts';
import { failCall, reportError } from './answer-error.ts';
import { makeBodyBudget } from './body-budget.ts';
import { trackRequest, type TrackingParts } from './request.ts';
import { makeLoadGate, refuseExcess } from './load-gate.ts';
import { controlRoute, gatewayRoute, operationRouter, type RoutedOperation } from './operation-router.ts';
import { consolePages, hasConsolePage } from './pages/console-pages.ts';
import { hasPublicPage, publicPages } from './pages/public-pages.ts';
import {
  allowOrigins,
  answerPreflight,
  isForSpecA,
  isForSpecB,
  refuseInvalidHead,
  serving,
  useSentRequestId,
} from './request-head.ts';
import { makeControlSteps, makeGatewaySteps, type AnyHandler, type GatewayParts } from './serve-operation.ts';
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

interface HttpAppParts extends TrackingParts {
  readonly documents: LoadedDocuments;
  readonly gateway: GatewayHandlers;
  readonly control: Pick<Control, 'enter' | 'countRefusal'>;
  /** Scheme, host and port of links and base addresses, without a trailing slash. */
  readonly origin: () => string;
  /** The settings in force: the origin as configured, and the origins whose pages may call the gateway. */
  readonly server: () => Pick<Config['server'], 'publicUrl' | 'corsOrigins'>;
  /** The settings in force: of bodies, and how late the event loop may be before calls are refused. */
  readonly limits: () => Limits;
  /** Whether `/readyz` answers 200. */
  readonly ready: () => boolean;
  /** What is wrong with the storage; null if nothing is. */
  readonly trouble: () => string | null;
  /** What an operator should look at while the server is ready; null: nothing. */
  readonly warning: () => string | null;
  /** Id of the run of this process; null: it has none. */
  readonly run: string | null;
  /** Counts a call that was refused because the event loop is late. */
  readonly onRefused: () => void;
  readonly log: Log;
}

/** Base paths of each document. */
const bases = { a: ['/v1', '/openai/v1'], b: ['', '/anthropic'], console: ['/console/api'] } as const;

/**
 * The Express application: the middleware of every request, in order. Then comes the route of its operation: `operation-router.ts`.
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
  app.use(refuseExcess(makeLoadGate(parts), parts));
  app.use(
    compose([trackRequest(parts), allowOrigins(parts.server), useSentRequestId, refuseInvalidHead, answerPreflight]),
  );
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

interface SpecOperations {
  readonly spec: Spec;
  readonly operations: Readonly<Record<string, OperationFacts>>;
  readonly handlers: Handlers;
}

/** Mounts the three routers at their base paths. Where both specs have a path, the spec of the request serves it. */
function mountSpecs(app: Express, parts: HttpAppParts, { contracts, control }: Documents): void {
  const { limits, clock } = parts;
  const counting = { bodyBudget: makeBodyBudget(limits), clock };
  const gatewaySteps = makeGatewaySteps(parts.gateway, { ...counting, fail: failCall(parts) });
  const controlSteps = makeControlSteps(parts.control.enter, counting);
  const specRouter = ({ spec, operations, handlers }: SpecOperations): RequestHandler =>
    operationRouter(Object.values(operations), (operation) => {
      const served = { spec, operation, handler: handlerOf(handlers, operation.id) };
      return gatewayRoute(served, { contract: contracts[spec], limits, clock, steps: gatewaySteps });
    });
  const a = specRouter({ spec: 'a', operations: specAOperations, handlers: parts.gateway.specA });
  const b = specRouter({ spec: 'b', operations: specBOperations, handlers: parts.gateway.specB });
  const console = operationRouter(control, (operation) =>
    controlRoute(operation, { contract: contracts.console, limits, clock, steps: controlSteps }),
  );
  app.use([...bases.a], serving(a, isForSpecA));
  app.use('/anthropic', serving(b));
  app.use(serving(b));
  app.use([...bases.a], serving(a, isForSpecB));
  app.use([...bases.console], serving(console));
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
