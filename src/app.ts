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
import { bootstrap } from './bootstrap.ts';
import { needsDemo } from './catalog/demo-address.ts';
import type { Config } from './config/config.ts';
import { makeCorridor } from './corridor.ts';
import { makeFront } from './front.ts';
import type { GatewayServices } from './gateway/services.ts';
import type { FinishedCall } from './http/journey.ts';
import { serveHttp } from './http/serve-http.ts';
import { holdConfig } from './in-force.ts';
import { bodyRules } from './limits.ts';
import { makeMetering } from './metering/make-metering.ts';
import { openDrive } from './open-drive.ts';
import { modelLabel } from './routing/model-label.ts';
import type { Clock } from './shared/clock.ts';
import { newId, newTimedId } from './shared/ids.ts';
import type { Log } from './shared/log.ts';
import { startBatchWatch } from './start-batch-watch.ts';
import { openStore } from './store/open-store.ts';
import type { Store } from './store/store.ts';
import { makeMetrics, serveMetrics, type Metrics } from './telemetry/metrics.ts';
import { makeUpstreams } from './upstream/send-upstream.ts';
import type { Warming } from './warm-judges.ts';

/** What a gateway is started with. */
export interface AppOptions {
  readonly config: Config;
  /** Where this gateway keeps what the configuration does not place elsewhere. */
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly log: Log;
  /** True: `/readyz` says 503 until `warming.warm` has ended. */
  readonly warmsFirst?: boolean;
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
  readonly warming: Warming;
  /**
   * Stops accepting, lets running calls end within the grace, settles them, and closes. Given no grace it takes that of the
   * settings, after their delay.
   */
  readonly close: (graceMilliseconds?: number) => Promise<void>;
}

/** What tests and the command line may look at. */
export interface Services {
  readonly store: Store;
  readonly metering: ReturnType<typeof makeMetering>;
  readonly relay: GatewayServices['relay'];
  readonly chargeBatch: GatewayServices['chargeBatch'];
}

/** Ids that are ordered by time, because the ledger's index of them then grows at its end. */
const requestIds = (clock: Clock) => (): string => newTimedId('req', clock.now());

/**
 * Starts a gateway.
 *
 * @throws {StoreError} when the database cannot be used; or when the address is taken, or a document is unusable
 */
export async function startApp(options: AppOptions): Promise<App> {
  const { config: first, clock, log } = options;
  const demo = needsDemo(first.catalog) ? await (await import('./demo/start-demo.ts')).startDemo() : null;
  const inForce = holdConfig(first, demo?.url ?? null);
  const { catalog, config } = inForce;

  const store = await openStore({ database: first.storage.database, clock, log });
  const { keys, members, ledger, audit, objects } = store;
  const sources = { openHolds: () => metering.openHolds(), modelLabel: (name: string) => modelLabel(name, catalog()) };
  const metrics = first.server.metrics === null ? null : makeMetrics(sources);
  const metering = (options.metering ?? makeMetering)({ ledger, clock, catalog, log, ...metrics?.ofTheBooks });
  await metering.start();
  const setUp = (): Promise<void> => bootstrap(config().bootstrap, { keys, ledger, clock, newId });
  await setUp();

  const upstreams = makeUpstreams(clock);
  let bound = '';
  const origin = (): string => config().server.publicUrl ?? bound;
  const keeping = await openDrive({ inForce, objects, dataFolder: options.dataFolder, origin, clock, log });
  const services = makeCorridor({ inForce, store, metering, upstreams, keeping, origin, clock, log });
  const { chargeBatch } = services;
  const endWatch = await startBatchWatch({ objects, keys, ledger, metering, chargeBatch, clock, log });
  let draining = false;
  const trouble = troubleOf(store, keeping.drive);
  const newRequestId = requestIds(clock);
  const front = makeFront({
    services,
    consoleRooms: { keys, members, ledger, metering, audit, catalog, clock, newId },
    adminKey: first.adminKey,
    ready: () => !draining && trouble() === null,
    trouble,
    corsOrigins: () => config().server.corsOrigins,
    warmsFirst: options.warmsFirst ?? false,
    openCalls: metering.openHolds,
    ...bodyRules(() => config().limits),
    observe: (call) => observeCall(call, metrics, log),
    newRequestId,
    clock,
    log,
  });
  const server = await serveHttp(front.handle, first.server, newRequestId);
  bound = server.url;
  const figures = metrics && first.server.metrics ? await serveMetrics(metrics, first.server.metrics) : null;

  return {
    url: server.url,
    metricsUrl: figures?.url ?? null,
    services: { ...services, store, metering },
    reload: (next) => {
      inForce.swap(next);
      return setUp();
    },
    warming: front.warming,
    close: async (graceMilliseconds) => {
      draining = true;
      const hurried = graceMilliseconds === undefined ? null : { delayMilliseconds: 0, graceMilliseconds };
      await server.close({ ...(hurried ?? first.server.shutdown), endRunning: () => void upstreams.close(0) });
      // Nobody waits for an answer any more: what is still under way is the gateway's own, and goes on after the next start.
      await Promise.all([endWatch(), keeping.close(), upstreams.close(0)]);
      await endAll([() => metering.stop(), () => store.close(), () => figures?.close(), () => demo?.close()]);
    },
  };
}

/** What is wrong with the database, or else with the drive. */
const troubleOf = (store: Store, drive: GatewayServices['drive']) => (): string | null => {
  const { state, message } = store.health();
  return state === 'ok' ? drive.trouble() : message;
};

/** One after another, also where one fails: a database that cannot be written to must not keep the process. */
async function endAll(ends: readonly (() => Promise<void> | undefined)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const end of ends) await Promise.resolve(end()).catch((cause: unknown) => failures.push(cause));
  if (failures.length > 0) throw failures[0];
}

/** Counts a call in the metrics and writes a line of the request log: no content, no secrets. */
function observeCall(call: FinishedCall, metrics: Metrics | null, log: Log): void {
  metrics?.observe(call);
  const { requestId, traceId, operation, unserved, status, milliseconds } = call;
  log.info('call', {
    requestId,
    traceId: traceId ?? undefined,
    operation,
    ...unserved,
    status,
    milliseconds: Math.round(milliseconds),
  });
}
