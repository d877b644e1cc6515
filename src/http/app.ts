import { readFileSync } from 'node:fs';
import express, { type Express } from 'express';
import { operations as controlOperations } from '../../generated/console/operations.ts';
import { operations as specAOperations } from '../../generated/spec-a/operations.ts';
import { operations as specBOperations } from '../../generated/spec-b/operations.ts';
import type { Document } from '../contract/document.ts';
import { loadContract } from '../contract/load-contract.ts';
import { makeWarming, type Warming } from '../contract/warm-up.ts';
import { isConsolePage, mountConsolePages } from './pages/console-pages.ts';
import { allowOrigins } from './cors.ts';
import { makeJourney, type JourneyParts } from './journey.ts';
import { isPublicPage, mountPublicPages, reportPageFailures } from './public-pages.ts';
import {
  consoleOperations,
  makeConsoleReception,
  makeGatewayReception,
  type AnyHandler,
  type ControlParts,
  type GatewayParts,
} from './receptions.ts';
import { makeRouteTable } from './route-table.ts';
import type { Handle } from './server.ts';

/** The public side of the house: rooms 1 to 3, with whoever serves behind them. */
interface HttpApplication {
  readonly handle: Handle;
  readonly warming: Warming;
}

/** Who serves the calls of Spec A and Spec B, and what is checked before. */
export interface GatewayServing extends Pick<
  GatewayParts,
  'authenticate' | 'assertScope' | 'refuseSteering' | 'checkHead' | 'findOwned'
> {
  readonly specA: Readonly<Record<string, AnyHandler>>;
  readonly specB: Readonly<Record<string, AnyHandler>>;
}

interface Parts extends Pick<
  JourneyParts,
  'origin' | 'bodyLimit' | 'bodyTime' | 'bodyPace' | 'bodyBudget' | 'newRequestId' | 'observe' | 'clock' | 'log'
> {
  readonly gateway: GatewayServing;
  readonly control: Pick<ControlParts, 'enter'>;
  readonly ready: () => boolean;
  /** True: not ready before `warming.warm` has ended. */
  readonly warmsFirst: boolean;
  /** Origins whose pages may call. */
  readonly corsOrigins: () => readonly string[];
  /** What is wrong with the storage; null: nothing. */
  readonly trouble: () => string | null;
  /** Calls under way. */
  readonly openCalls: () => number;
}

const readDocument = (name: string): string =>
  readFileSync(new URL(`../../generated/${name}/openapi.json`, import.meta.url), 'utf8');

const consoleFolder = new URL('../../dist/console/', import.meta.url);
const docsFolder = new URL('../../dist/docs/', import.meta.url);

/** Who answers a request: Express the public pages, the journey everything else, straight from the socket. */
export function makeHttpApplication(parts: Parts): HttpApplication {
  const { origin } = parts;
  const app = makeHttpApp();
  const texts = {
    'spec-a': readDocument('spec-a'),
    'spec-b': readDocument('spec-b'),
    console: readDocument('console'),
  };
  const controlDocument = JSON.parse(texts.console) as Document;
  const receptions = makeReceptions(app, texts, parts);
  const table = makeRouteTable([
    {
      surface: 'a',
      bases: ['/v1', '/openai/v1'],
      operations: Object.values(specAOperations),
      notServed: [{ method: 'delete', path: '/models/{model}' }],
    },
    { surface: 'b', bases: ['', '/anthropic'], operations: Object.values(specBOperations) },
    {
      surface: 'console',
      bases: ['/console/api'],
      operations: consoleOperations(Object.values(controlOperations), controlDocument),
    },
  ]);
  const warming = makeWarming({ ...parts, contracts: receptions });
  const ready = (): boolean => parts.ready() && (!parts.warmsFirst || warming.isWarm());
  mountConsolePages(app, consoleFolder);
  mountPublicPages(app, { documents: texts, docsFolder, origin, ready, trouble: parts.trouble });
  const journey = makeJourney({ ...parts, origin, table, receptions });
  app.use((request, response) => journey(request, response));
  reportPageFailures(app, parts);
  return {
    handle: (request, response) => {
      if (allowOrigins(parts.corsOrigins(), request, response)) return;
      const { url = '' } = request;
      if (isPublicPage(url) || isConsolePage(url)) app(request, response);
      else void journey(request, response);
    },
    warming,
  };
}

/** Who receives the calls of each document. */
function makeReceptions(
  app: ReturnType<typeof makeHttpApp>,
  texts: Readonly<Record<string, string>>,
  parts: Parts,
): JourneyParts['receptions'] {
  const { specA, specB, ...gateway } = parts.gateway;
  const contractOf = (name: string, base: string) => loadContract(app, JSON.parse(texts[name] ?? '') as Document, base);
  return {
    a: makeGatewayReception({
      ...gateway,
      spec: 'a',
      operations: specAOperations,
      handlers: specA,
      contract: contractOf('spec-a', '/v1'),
    }),
    b: makeGatewayReception({
      ...gateway,
      spec: 'b',
      operations: specBOperations,
      handlers: specB,
      contract: contractOf('spec-b', '/'),
    }),
    console: makeConsoleReception({
      ...parts.control,
      contract: contractOf('console', '/console/api'),
    }),
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
