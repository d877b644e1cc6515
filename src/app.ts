/**
 * The composition root: everything that has state is made here, top to bottom. One call walks through it like this:
 *
 * 1. `http`            socket → request id, spec, operation            `http/app.ts`
 * 2. `identity`        header → Caller, before a byte of the body      `identity/authenticate.ts`
 * 3. `http`, `contract` body → bytes, valid by the document            `http/operation-router.ts`, `contract/validator.ts`
 * 4. `routing`         model, region, Product → Route, price frozen    `routing/router.ts`
 * 5. `metering`        Route → Hold                                    `metering/make-metering.ts`
 * 6. `wires`           what the answer's format means                  `wires/wire.ts`
 * 7. `upstream`        Hold + request → answer                         `providers/egress.ts`
 * 8. `metering`        usage × price → durable charge, then the last byte
 *
 * Steps 4 to 8 are one pipeline: `pipeline/relay.ts`.
 */
import { bootstrap } from './control-api/bootstrap.ts';
import { needsDemo } from './catalog/demo-address.ts';
import type { Config } from './config/config.ts';
import { makeApi, type Api } from './api/make-api.ts';
import { makeAdminAuthentication } from './control-api/authenticate-admin.ts';
import { makeControlOperations } from './control-api/operations.ts';
import { makeHttpApplication, type GatewayServing } from './http/app.ts';
import type { Wires } from './wires/format.ts';
import { wires } from './wires/wires.ts';
import { makeSpecAOperations, makeSpecBOperations } from './api/operations.ts';
import { bodyRules } from './http/body-rules.ts';
import { authenticate } from './identity/authenticate.ts';
import { makeAwaitKeys } from './identity/current-keys.ts';
import { makeFirstUses } from './identity/first-uses.ts';
import { scopeRules } from './identity/scope.ts';
import { refuseSteering } from './wires/steering-members.ts';
import { openByteStorage } from './store/bytes/open-byte-storage.ts';
import { makeSpools } from './store/bytes/spool.ts';
import { join } from 'node:path';
import type { ApiDeps } from './api/deps.ts';
import type { IdentifyActor } from './http/serve-operation.ts';
import type { FinishedCall } from './http/track-request.ts';
import { serveHttp } from './http/server.ts';
import { makeLiveConfig, type LiveConfig } from './config/live.ts';
import { makeMetering } from './metering/make-metering.ts';
import { openDrive } from './objects/open-drive.ts';
import { modelLabel } from './routing/catalog-index.ts';
import type { Clock } from './shared/time/clock.ts';
import { newId, newTimedId } from './shared/ids.ts';
import type { Log } from './shared/log.ts';
import { startBatchWatch } from './batches/watch-batches.ts';
import { openStore } from './store/open-store.ts';
import type { Store } from './store/store.ts';
import { makeMetrics, serveMetrics, type Metrics } from './telemetry/metrics.ts';
import { makeUpstreams } from './providers/egress.ts';
import type { Warming } from './contract/warm-up.ts';

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
  /** Other wire formats than the usual ones, for a test of what translates between them. */
  readonly wires?: Wires;
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
  readonly relay: ApiDeps['relay'];
  readonly chargeBatch: ApiDeps['chargeBatch'];
}

/** Ids that are ordered by time, because the ledger's index of them then grows at its end. */
const requestIds = (clock: Clock) => (): string => newTimedId('req', clock.now());

/** Opens the database, the books and the metrics; the demo where the catalogue names it. */
async function openBooks(options: AppOptions) {
  const { config: first, clock, log } = options;
  const demo = needsDemo(first.catalog) ? await (await import('./demo/start-demo.ts')).startDemo() : null;
  const live = makeLiveConfig(first, demo?.url ?? null);
  const { catalog } = live;
  const store = await openStore({ database: first.storage.database, clock, log });
  const { ledger } = store;
  const sources = { openHolds: () => metering.openHolds(), modelLabel: (name: string) => modelLabel(name, catalog()) };
  const metrics = first.server.metrics === null ? null : makeMetrics(sources);
  const metering = (options.metering ?? makeMetering)({ ledger, clock, catalog, log, ...metrics?.ofTheBooks });
  await metering.start();
  followMoves(store, metering, log);
  return { demo, live, store, metrics, metering };
}

interface FileParts {
  readonly live: LiveConfig;
  readonly objects: Store['objects'];
  readonly origin: () => string;
}

/** Opens the drive, and the spools for bodies that are not held in memory. */
async function openFiles({ config, dataFolder, clock, log }: AppOptions, { live, objects, origin }: FileParts) {
  const openSpool = makeSpools(join(dataFolder, 'spool'));
  const storage = await openBytes(config, { openSpool, clock });
  const retention = (): number => live.config().limits.driveRetentionSeconds;
  const { drive, close } = openDrive({ storage, objects, retention, origin, clock, log });
  return { openSpool, drive, closeDrive: close };
}

/**
 * Starts a gateway.
 *
 * @throws {StoreError} when the database cannot be used; or when the address is taken, or a document is unusable
 */
export async function startApp(options: AppOptions): Promise<App> {
  const { config: first, clock, log } = options;
  const { demo, live, store, metrics, metering } = await openBooks(options);
  const { catalog, config } = live;
  const { keys, members, ledger, audit, objects, changes } = store;
  const setUp = (): Promise<void> => bootstrap(config().bootstrap, { keys, ledger, clock, newId, ...changes });
  await setUp();

  const upstreams = makeUpstreams(clock);
  let bound = '';
  const origin = (): string => config().server.publicUrl ?? bound;
  const { openSpool, drive, closeDrive } = await openFiles(options, { live, objects, origin });
  const shared = { metering, origin, clock, log, wires: options.wires ?? wires };
  const services = makeApi({ ...shared, live, objects, keys, upstreams, drive, openSpool });
  const endWatch = startBatchWatch({ ...services, objects, ledger, metering, clock, log });
  let draining = false;
  const trouble = troubleOf(store, drive);
  const newRequestId = requestIds(clock);
  const front = makeHttpApplication({
    gateway: gatewayServing(services, { keys, changes, clock, log }),
    control: {
      handlers: makeControlOperations({ keys, members, ledger, metering, audit, catalog, clock, newId }),
      identifyActor: identifyActor(first, keys),
    },
    origin,
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
  const server = await serveHttp(front.handle, { ...first.server, messages: front.messages }, newRequestId);
  bound = server.url;
  const figures = metrics && first.server.metrics ? await serveMetrics(metrics, first.server.metrics) : null;

  return {
    url: server.url,
    metricsUrl: figures?.url ?? null,
    services: { ...services, store, metering },
    reload: (next) => {
      live.swap(next);
      return setUp();
    },
    warming: front.warming,
    close: async (graceMilliseconds) => {
      draining = true;
      const hurried = graceMilliseconds === undefined ? null : { delayMilliseconds: 0, graceMilliseconds };
      await server.close({ ...(hurried ?? first.server.shutdown), endRunning: () => void upstreams.close(0) });
      // Nobody waits for an answer any more: what is still under way is the gateway's own, and goes on after the next start.
      await Promise.all([endWatch(), closeDrive(), upstreams.close(0)]);
      await endAll([() => metering.stop(), () => store.close(), () => figures?.close(), () => demo?.close()]);
    },
  };
}

/** @throws {StoreError} when the configuration names no storage that can be used */
function openBytes({ storage }: Config, parts: Pick<Parameters<typeof openByteStorage>[0], 'openSpool' | 'clock'>) {
  return openByteStorage({ drive: storage.drive, credential: storage.driveCredential ?? null, ...parts });
}

/** Who calls the control API: the holder of the administrator key. */
function identifyActor({ adminKey }: Config, keys: Store['keys']): IdentifyActor {
  const authenticateAdmin = makeAdminAuthentication(adminKey, keys);
  return ({ rawHeaders }) => authenticateAdmin(rawHeaders);
}

type Identifying = Parameters<typeof makeFirstUses>[0] & Pick<Store, 'changes'>;

/** Who serves the calls of Spec A and Spec B. */
function gatewayServing(services: Api, deps: Identifying): GatewayServing {
  const firstUses = makeFirstUses(deps);
  return {
    specA: makeSpecAOperations(services),
    specB: makeSpecBOperations(services),
    authenticate: (request) => authenticate(request, { ...deps, firstUses }),
    awaitKeys: makeAwaitKeys(deps),
    assertScope: scopeRules.assertScope,
    refuseSteering,
    checkHead: services.checkHead,
    findOwned: services.findOwned,
  };
}

/** A workspace that another instance has moved to another zone has its days and months counted anew here too. */
function followMoves({ changes, keys }: Store, metering: Pick<Services['metering'], 'moveZone'>, log: Log): void {
  changes.subscribe(({ workspaces }) => {
    for (const { id: workspaceId, timeZone } of workspaces) {
      const keyIds = keys.listKeys(workspaceId).map(({ id }) => id);
      metering
        .moveZone({ workspaceId, keyIds, timeZone })
        .catch((cause: unknown) =>
          log.error('the windows of a workspace were not counted anew', { workspaceId }, cause),
        );
    }
  });
}

/** What is wrong with the database, or else with the drive. */
const troubleOf = (store: Store, drive: ApiDeps['drive']) => (): string | null => {
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
