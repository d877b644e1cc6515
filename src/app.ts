/**
 * The composition root: everything that has state is made here, top to bottom. One call walks through it like this:
 *
 * 1. `http` door       socket → request id, spec, operation            `http/journey.ts`, `http/door.ts`
 * 2. `identity`        header → Caller, before a byte of the body      `identity/authenticate.ts`
 * 3. `http` contract   body → bytes, valid by the document             `http/read-input.ts`, `http/contract/`
 * 4. `routing`         model, region, Product → Route, price frozen    `routing/make-router.ts`
 * 5. `metering`        Route → Hold                                    `metering/make-metering.ts`
 * 6. `dialects`        what the answer's format means                  `dialects/dialect.ts`
 * 7. `upstream`        Hold + request → answer                         `upstream/send-upstream.ts`
 * 8. `metering`        usage × price → durable charge, then the last byte
 *
 * Rooms 4 to 8 stand along one corridor: `gateway/relay.ts`.
 */
import { readFileSync } from 'node:fs';
import { operations as specAOperations } from '../generated/spec-a/operations.ts';
import { operations as specBOperations } from '../generated/spec-b/operations.ts';
import { operations as controlOperations } from '../generated/console/operations.ts';
import { bootstrap } from './bootstrap.ts';
import { needsDemo, withDemoAddress } from './catalog/demo-address.ts';
import type { Config } from './config/config.ts';
import { makeAdminAuthentication } from './console-api/authenticate-admin.ts';
import { makeConsoleHandlers } from './console-api/make-console-handlers.ts';
import { dialects } from './dialects/dialects.ts';
import { makeModelLists } from './gateway/model-lists.ts';
import { makeRelay } from './gateway/relay.ts';
import type { GatewayServices } from './gateway/services.ts';
import { makeSpecAHandlers } from './gateway/spec-a/handlers.ts';
import { makeSpecBHandlers } from './gateway/spec-b/handlers.ts';
import { consoleOperations, makeConsoleReception } from './http/console-reception.ts';
import type { Document } from './http/contract/document.ts';
import { loadContract } from './http/contract/load-contract.ts';
import { makeGatewayReception } from './http/gateway-reception.ts';
import { makeJourney, type FinishedCall } from './http/journey.ts';
import { makeHttpApp } from './http/make-http-app.ts';
import { mountPublicPages } from './http/public-pages.ts';
import { makeRouteTable } from './http/route-table.ts';
import { serveHttp } from './http/serve-http.ts';
import { authenticate } from './identity/authenticate.ts';
import { scopeRules } from './identity/scope.ts';
import { bodyLimits, callLimits } from './limits.ts';
import { newCallId } from './metering/call-id.ts';
import type { Mismatch } from './metering/ledger-records.ts';
import { makeMetering } from './metering/make-metering.ts';
import { makeFindOwned } from './resources/find-owned.ts';
import { makeRouter } from './routing/make-router.ts';
import type { Clock } from './shared/clock.ts';
import { newId } from './shared/ids.ts';
import type { Log } from './shared/log.ts';
import { openStore, type Store } from './store/open-store.ts';
import { makeMetrics, serveMetrics } from './telemetry/metrics.ts';
import { makeUpstreams } from './upstream/send-upstream.ts';

/** What a gateway is started with. */
export interface AppOptions {
  readonly config: Config;
  /** Where this gateway keeps what the configuration does not place elsewhere. */
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Another metering room than the usual one; the bench measures what ours costs. */
  readonly metering?: typeof makeMetering;
}

/** A running gateway. */
export interface App {
  /** Scheme, host and port as bound. */
  readonly url: string;
  /** Address of the metrics; null when they are off. */
  readonly metricsUrl: string | null;
  readonly services: Services;
  /** Puts a new configuration in force for the calls that begin from now on. Address and storage stay as they were. */
  readonly reload: (config: Config) => Promise<void>;
  /** Makes the judges of the commonest operations, so that their first calls do not wait for them. */
  readonly warm: () => Promise<void>;
  /** Stops accepting, lets running calls end within the grace, settles them, and closes. */
  readonly close: (graceMilliseconds?: number) => Promise<void>;
}

/** What tests and the command line may look at. */
export interface Services {
  readonly store: Store;
  readonly metering: ReturnType<typeof makeMetering>;
  readonly relay: GatewayServices['relay'];
}

/** Milliseconds that running calls get to end when the gateway is asked to stop. */
const usualGrace = 30_000;

/** The operations that most callers begin with. */
const warmed = [
  ['a', 'listModels'],
  ['b', 'listModels'],
  ['a', 'createChatCompletion'],
  ['b', 'createMessage'],
  ['a', 'createResponse'],
  ['a', 'createEmbedding'],
] as const;

const readDocument = (name: string): string =>
  readFileSync(new URL(`../generated/${name}/openapi.json`, import.meta.url), 'utf8');

/**
 * Starts a gateway.
 *
 * @throws {StoreError} when the database cannot be used; or when the address is taken, or a document is unusable
 */
export async function startApp(options: AppOptions): Promise<App> {
  const { config: firstConfig, clock, log } = options;
  const demo = needsDemo(firstConfig.catalog) ? await (await import('./demo/start-demo.ts')).startDemo() : null;
  const placed = (config: Config): Config =>
    demo ? { ...config, catalog: withDemoAddress(config.catalog, demo.url) } : config;
  let config = placed(firstConfig);
  let draining = false;
  const catalog = (): Config['catalog'] => config.catalog;

  const store = await openStore({ database: config.storage.database, clock, log });
  const metrics = config.server.metrics === null ? null : makeMetrics(() => metering.openHolds());
  const onMismatch = (mismatch: Mismatch): void => metrics?.mismatch(String(mismatch.invariant));
  const metering = (options.metering ?? makeMetering)({ ledger: store.ledger, clock, catalog, log, onMismatch });
  await metering.start();
  await bootstrap(config.bootstrap, { keys: store.keys, ledger: store.ledger, clock, newId });

  const upstreams = makeUpstreams(clock);
  const callId = (): string => newCallId(clock.now());
  const lists = { catalog, router: () => router, metering, send: upstreams.send, clock, log, newCallId: callId };
  const modelLists = makeModelLists(lists);
  const { expand: expandPattern } = modelLists;
  const router = makeRouter({ catalog, clock, random: Math.random, scope: scopeRules, expandPattern });
  const limits = callLimits(() => config.limits, clock);
  const relay = makeRelay({
    router,
    metering,
    dialects,
    send: upstreams.send,
    clock,
    limits,
    newCallId: () => newCallId(clock.now()),
  });

  const app = makeHttpApp();
  const texts = {
    'spec-a': readDocument('spec-a'),
    'spec-b': readDocument('spec-b'),
    console: readDocument('console'),
  };
  const documents = {
    a: JSON.parse(texts['spec-a']) as Document,
    b: JSON.parse(texts['spec-b']) as Document,
    console: JSON.parse(texts.console) as Document,
  };
  const knownCaller = (request: Parameters<typeof authenticate>[0]) =>
    authenticate(request, { keys: store.keys, clock });
  const findOwned = makeFindOwned(store.objects);
  const { objects } = store;
  const responseRetention = (): number => config.limits.responseRetentionDays * 86_400_000;
  const services = { relay, router, modelLists, objects, findOwned, clock, responseRetention };
  const { assertScope } = scopeRules;
  const gatewayRooms = { authenticate: knownCaller, assertScope, findOwned };
  const rooms = { keys: store.keys, ledger: store.ledger, metering, audit: store.audit, catalog, clock, newId };
  const receptions = {
    a: makeGatewayReception({
      ...gatewayRooms,
      spec: 'a',
      operations: specAOperations,
      handlers: makeSpecAHandlers(services),
      contract: loadContract(app, documents.a, '/v1'),
    }),
    b: makeGatewayReception({
      ...gatewayRooms,
      spec: 'b',
      operations: specBOperations,
      handlers: makeSpecBHandlers(services),
      contract: loadContract(app, documents.b, '/'),
    }),
    console: makeConsoleReception({
      handlers: makeConsoleHandlers(rooms),
      contract: loadContract(app, documents.console, '/console/api'),
      authenticate: makeAdminAuthentication(config.adminKey, store.keys),
    }),
  };
  const table = makeRouteTable([
    { surface: 'a', bases: ['/v1', '/openai/v1'], operations: Object.values(specAOperations) },
    { surface: 'b', bases: ['', '/anthropic'], operations: Object.values(specBOperations) },
    {
      surface: 'console',
      bases: ['/console/api'],
      operations: consoleOperations(Object.values(controlOperations), documents.console),
    },
  ]);
  const newRequestId = (): string => newId('req');
  let bound = '';
  const origin = (): string => config.server.publicUrl ?? bound;
  const ready = (): boolean => !draining && store.health().state === 'ok';
  const docsFolder = new URL('../dist/docs/', import.meta.url);
  mountPublicPages(app, { documents: texts, docsFolder, origin, ready });
  const bodyLimit = bodyLimits(() => config.limits);
  const observe = (call: FinishedCall): void => {
    metrics?.observe(call);
    const { requestId, operation, status, milliseconds } = call;
    log.info('call', { requestId, operation, status, milliseconds: Math.round(milliseconds) });
  };
  app.use(makeJourney({ table, receptions, origin, bodyLimit, newRequestId, clock, log, observe }));

  const { host, port } = config.server;
  const server = await serveHttp(app, { host, port }, newRequestId);
  bound = server.url;
  const figures = metrics && config.server.metrics ? await serveMetrics(metrics, config.server.metrics) : null;

  return {
    url: server.url,
    metricsUrl: figures?.url ?? null,
    services: { store, metering, relay },
    reload: async (next) => {
      config = { ...placed(next), server: { ...next.server, host, port }, storage: config.storage };
      await bootstrap(config.bootstrap, { keys: store.keys, ledger: store.ledger, clock, newId });
    },
    warm: async () => {
      for (const [surface, id] of warmed) await receptions[surface].contract.warm(id);
    },
    close: async (graceMilliseconds = usualGrace) => {
      draining = true;
      await server.close(graceMilliseconds);
      await metering.stop();
      await upstreams.close(0);
      await store.close();
      await figures?.close();
      await demo?.close();
    },
  };
}
