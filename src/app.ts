/**
 * The composition root: everything that has state is made here, and calls are served with it. CONTRIBUTING.md, "Find your way", has
 * the nine steps of a call and their folders. Steps 1 to 4 are listed in `http/operation-router.ts`, steps 5 to 9 in
 * `pipeline/relay.ts`.
 */
import { bootstrap } from './control-api/bootstrap.ts';
import { needsDemo, withCredentials, withDemoAddress } from './catalog/provider-overrides.ts';
import type { Config, LiveConfig } from './config/config.ts';
import { type Api, makeApi, makeSpecAOperations, makeSpecBOperations } from './api/make-api.ts';
import { type CheckPrices, comparePrices } from './control-api/catalog/catalog.ts';
import { makeControl, type Control } from './control-api/operations.ts';
import { loadDocuments, makeHttpApplication, type GatewayHandlers } from './http/app.ts';
import { followMoves } from './metering/move-zone.ts';
import { openDrive } from './objects/open-drive.ts';
import { bodyRules } from './http/body-limits.ts';
import { authenticate, makeAwaitKeys, scopeRules } from './identity/authenticate.ts';
import { makeFirstUses } from './identity/key-uses.ts';
import { refuseSteering } from './wires/steering-members.ts';
import { openByteStorage, openStore } from './store/open-store.ts';
import { openSpools } from './store/bytes/spool.ts';
import { join } from 'node:path';
import type { ApiDeps } from './api/deps.ts';
import { serveHttp } from './http/server.ts';
import { watchCatalogs } from './metering/instances.ts';
import { makeMetering, takesCalls } from './metering/metering.ts';
import { watchReconciliation } from './metering/check-books.ts';
import { modelLabel } from './routing/callable-models.ts';
import type { Clock } from './shared/time/clock.ts';
import { newId, newTimedId } from './shared/ids.ts';
import { onThisMachine } from './shared/public-address.ts';
import { readSealKeys } from './config/secret-file.ts';
import { makeSealer } from './shared/secret.ts';
import { makeSeals } from './wires/translation/proofs.ts';
import { logsOf, type Log } from './shared/log.ts';
import { makeLostBatches, startBatchWatch } from './batches/watch-batches.ts';
import type { Store, WorkerParent } from './store/store.ts';
import { makeMetrics, noteDrops, observeBooks, observeRequests, openTracing } from './telemetry/metrics.ts';
import { makeUpstreams } from './providers/egress.ts';
import { makeWarming, type Warming } from './contract/contract.ts';

/** The options of a gateway. */
export interface AppOptions {
  readonly config: Config;
  /** Folder for data that the configuration does not place elsewhere. */
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly log: Log;
  /** If true, `warming.warm` begins with the start, and `/readyz` answers 503 until it has ended. */
  readonly warmsFirst?: boolean;
  /** True: it runs for one command only. No background work, and nothing is left behind. */
  readonly temporary?: boolean;
  /** Id of the run, which `/livez` names; absent: it names none. */
  readonly run?: string;
  /** Absent: any prices are taken. */
  readonly checkPrices?: CheckPrices;
  /** Replaces the metering; the bench measures its cost this way. */
  readonly metering?: typeof makeMetering;
  /** Present: this process is one of several workers on a port, and its parent does this for it. */
  readonly parent?: WorkerParent;
}

/** A running gateway. */
export interface App {
  /** Scheme, host and port as bound. */
  readonly url: string;
  /** Address of the metrics; null if they are off. */
  readonly metricsUrl: string | null;
  /** The metrics of this process; null if they are off. */
  readonly metrics: ReturnType<typeof makeMetrics> | null;
  readonly services: Services;
  /** Applies a new configuration, whole or not at all, to calls that begin from now on. Address and storage do not change. */
  readonly reload: (config: Config) => Promise<void>;
  /** Says why the last change of the configuration is not in force, or that it is. */
  readonly noteRefusal: LiveConfig['noteRefusal'];
  readonly warming: Warming;
  /** A login link for the operator until the first sign-in; null afterwards. */
  readonly firstLoginUrl: Control['firstLoginUrl'];
  /**
   * Stops accepting, waits for running calls up to the grace, settles them, and closes. Without an argument it uses the delay and
   * the grace of the settings.
   */
  readonly close: (graceMilliseconds?: number) => Promise<void>;
}

/** The parts that tests and the command line use. */
interface Services {
  readonly store: Store;
  readonly metering: ReturnType<typeof makeMetering>;
  readonly chargeBatch: ApiDeps['chargeBatch'];
}

/** Makes the live configuration. @param demoUrl origin of the built-in provider; null if it does not run */
function makeLiveConfig(first: Config, demoUrl: string | null): LiveConfig {
  let keys: Parameters<LiveConfig['useCredentials']>[0] = new Map();
  let configured = first;
  const catalog = () => withCredentials(withDemoAddress(configured.catalog, demoUrl), keys);
  const effective = (): Config => ({ ...configured, catalog: catalog() });
  let config = effective();
  let refusal: string | null = null;
  return {
    config: () => config,
    catalog: () => config.catalog,
    swap: (next) => {
      const { host, port } = first.server;
      configured = { ...next, server: { ...next.server, host, port }, storage: first.storage };
      config = effective();
    },
    refusal: () => refusal,
    noteRefusal: (next) => void (refusal = next),
    useCredentials: (next) => {
      keys = next;
      config = effective();
    },
  };
}

/** Opens what calls and services rest on: live configuration, store, validators, metering, telemetry, and the demo provider if it is named. */
async function openCore(options: AppOptions, isDraining: () => boolean) {
  const { config: first, dataFolder, parent, warmsFirst = false, temporary = false } = options;
  const logs = logsOf(options.log);
  const demo = needsDemo(first.catalog) && !parent ? await (await import('./demo/start-demo.ts')).startDemo() : null;
  const demoUrl = demo?.url ?? parent?.demoUrl ?? null;
  const live = makeLiveConfig(first, demoUrl);
  const { catalog } = live;
  const { keys: sealKeys, areKept } = await readSealKeys(first.server.sealKeys ?? null, { dataFolder, temporary });
  const sealer = makeSealer(sealKeys);
  const { database, spool, offlineMilliseconds: milliseconds } = first.storage;
  const offline = { spoolFolder: spool ? join(dataFolder, 'settled') : null, milliseconds };
  const settings = { database, offline, ...(areKept && { sealKeys: sealer.keys }) };
  const opening = (parent?.openStore ?? openStore)({ ...settings, clock: options.clock, log: logs.store });
  const documents = loadDocuments();
  const warming = makeWarming({ ...documents, ready: () => !isDraining(), openCalls: () => metering.openHolds() });
  if (warmsFirst) warming.warm().catch(() => undefined); // who waits for it gets its error
  const store = await opening;
  const { clock } = store;
  await comparePrices(store, first.catalog, options.checkPrices);
  const { ledger, lastReconciliation } = watchReconciliation(store.ledger, clock);
  const labelOf = (name: string): string => modelLabel(name, catalog());
  const metrics = first.server.metrics && makeMetrics(labelOf, () => ({ metering, catalogs, live, store }));
  const tracing = await openTracing(first.traces ?? null, { now: clock.now, log: logs.traces });
  const hooks = observeBooks({ metrics, tracing });
  const metering = (options.metering ?? makeMetering)({ ledger, clock, catalog, log: logs.ledger, ...hooks });
  await metering.start();
  followMoves(store, metering.moveZone, logs.ledger);
  const catalogs = watchCatalogs({ instances: store.instances, clock, log: logs.store });
  await catalogs.note(first.catalog);
  const opened = { demo, demoUrl, live, store: { ...store, ledger }, metrics, tracing, metering, logs };
  return { ...opened, lastReconciliation, sealKeys, sealer, catalogs, documents, warming, isDraining };
}

/** Connects the providers, the drive, and the spools for bodies that are not kept in memory; makes what calls are served with. */
async function openServices(options: AppOptions, core: Core, origin: () => string) {
  const { config, dataFolder, log } = options;
  const { live, store, metering, sealKeys, sealer, logs } = core;
  const { keys, objects, instances, clock } = store;
  const made = makeUpstreams(clock, { log: logs.upstream });
  const upstreams = core.tracing?.around(made) ?? made;
  const { openSpool, openFormSpool } = openSpools(join(dataFolder, 'spool'), () => live.config().limits);
  const { drive: address, driveCredential: credential = null } = config.storage;
  const storage = await openByteStorage({ drive: address, credential, openSpool, clock });
  const retention = (): number => live.config().limits.driveRetentionSeconds;
  const onFailure = (): void => core.metrics?.driveFailed();
  const driveDeps = { storage, objects, instances, retention, origin, clock, log: logs.drive, onFailure };
  const { drive, driveWarning, closeDrive } = openDrive(driveDeps);
  const seals = makeSeals(sealKeys);
  const stored = { objects, keys, drive, openFormSpool };
  const services = makeApi({ ...stored, seals, live, metering, sealer, upstreams, origin, clock, log });
  const endWatch = startBatchWatch({ ...services, objects, metering, clock, log: logs.batches });
  const lostBatches = makeLostBatches({ ...services, objects, metering, clock });
  return { upstreams, drive, driveWarning, closeDrive, origin, services, endWatch, lostBatches };
}

type Core = Awaited<ReturnType<typeof openCore>>;

interface StartedParts {
  readonly core: Core;
  readonly opened: Awaited<ReturnType<typeof openServices>>;
  /** Scheme, host and port as bound. */
  readonly bound: () => string;
  readonly newRequestId: () => string;
}

/** The control API, and the application that serves it and both specs. */
function makeServing(options: AppOptions, parts: StartedParts) {
  const { config: first, warmsFirst = false, run, temporary = false, log } = options;
  const { core, opened, bound, newRequestId } = parts;
  const { demoUrl, live, store, metering, metrics, tracing, lastReconciliation, sealer, catalogs, logs } = core;
  const { upstreams, drive, driveWarning, origin, services, lostBatches } = opened;
  /** What is wrong with the database or the drive; null if nothing is. */
  const trouble = (): string | null => (takesCalls(store.health()) ? drive.trouble() : store.health().message);
  const warnings = (): readonly (string | null)[] => [live.refusal(), catalogs.difference(), driveWarning()];
  const warning = (): string | null => warnings().filter(Boolean).join(' ') || null;
  const { keys, changes, clock } = store;
  const firstUses = makeFirstUses({ keys, clock, log: logs.keys });
  const deps = { metering, sealer, firstUses, lostBatches, providerHealth: upstreams.health, clock, newId, log };
  const facts = { demoUrl, temporary, lastReconciliation, warning, origin, localOrigin: () => onThisMachine(bound()) };
  const control = makeControl({ ...deps, ...facts, store, live });
  const identifying = { ...control, keys, firstUses, changes, offline: first.storage.offlineMilliseconds, clock };
  const application = makeHttpApplication({
    gateway: gatewayHandlers(services, identifying),
    control,
    documents: core.documents,
    origin,
    publicUrl: () => live.config().server.publicUrl,
    run: run ?? null,
    ready: () => !core.isDraining() && trouble() === null && (!warmsFirst || core.warming.isWarm()),
    trouble,
    warning,
    corsOrigins: () => live.config().server.corsOrigins,
    mostLate: () => live.config().limits.eventLoopDelayMilliseconds ?? null,
    onRefused: () => metrics?.refused('event_loop'),
    ...bodyRules(() => live.config().limits),
    observe: observeRequests({ metrics, tracing, log: logs.calls }, control.noteFailure),
    newRequestId,
    clock,
    log: logs.calls,
  });
  return { control, application };
}

/** Starts a gateway. @throws {StoreError} if the database cannot be used; also if the address is in use, or a document is bad */
export async function startApp(options: AppOptions): Promise<App> {
  const { config: first, parent } = options;
  let draining = false;
  const core = await openCore(options, () => draining);
  const { demo, live, store, metrics, tracing, metering, catalogs, warming, logs } = core;
  const { changes, clock } = store;
  const setUp = (wanted: Config) => bootstrap(wanted, { ...store, newId, log: logs.keys, ...changes });
  await setUp(first);
  let bound = '';
  const opened = await openServices(options, core, () => live.config().server.publicUrl ?? bound);
  const { upstreams, services, endWatch, closeDrive } = opened;
  // Ordered by time, so that the ledger's index grows at its end.
  const newRequestId = (): string => newTimedId('req', clock.now());
  const { control, application } = makeServing(options, { core, opened, bound: () => bound, newRequestId });
  await control.prepare();
  const { handle: serve, messages } = application;
  const onDropped = noteDrops({ metrics, log: logs.process }, clock);
  const listening = { ...first.server, reusePort: parent?.reusePort ?? false, messages, onDropped };
  const server = await serveHttp(tracing?.before(serve) ?? serve, listening, newRequestId);
  bound = server.url;
  const metricsServer = parent ? null : await metrics?.serve(first.server.metrics);

  return {
    url: server.url,
    metricsUrl: metricsServer?.url ?? null,
    metrics,
    services: { ...services, store, metering },
    reload: async (next) => {
      // First what may fail. What cannot be noted of it now is noted by work that repeats.
      await setUp(next);
      live.swap(next);
      await Promise.allSettled([catalogs.note(next.catalog), control.notePrices()]);
    },
    noteRefusal: live.noteRefusal,
    warming,
    firstLoginUrl: control.firstLoginUrl,
    close: async (graceMilliseconds) => {
      draining = true;
      const endRunning = (): void => void upstreams.close(0);
      const shutdown =
        graceMilliseconds === undefined ? first.server.shutdown : { delayMilliseconds: 0, graceMilliseconds };
      // All of it ends, even if a step fails, from the last to the first: only a database that cannot be written keeps the others open.
      await using rest = new AsyncDisposableStack();
      // No client waits any more. The gateway's own work continues after the next start.
      const endWork = () => Promise.all([endWatch(), closeDrive(), upstreams.close(0), catalogs.stop()]);
      const books = [store.close, () => metering.stop(2_000), control.close]; // usage may still be estimated
      for (const end of [() => demo?.close(), () => metricsServer?.close(), () => tracing?.close(), ...books, endWork])
        rest.defer(async () => void (await end()));
      await server.close({ ...shutdown, clock, beginClosing: services.endSessions, endRunning });
    },
  };
}

type Identifying = Omit<Parameters<typeof authenticate>[1], 'clientSecrets'> &
  Parameters<typeof makeAwaitKeys>[0] &
  Pick<Control, 'noteClient'>;

/** The handlers of Spec A and Spec B, and the checks before them. */
function gatewayHandlers(services: Api, deps: Identifying): GatewayHandlers {
  return {
    specA: makeSpecAOperations(services),
    specB: makeSpecBOperations(services),
    authenticate: (request) => {
      const caller = authenticate(request, { ...deps, clientSecrets: services.clientSecrets });
      deps.noteClient(caller.keyId, request.rawHeaders);
      return caller;
    },
    awaitKeys: makeAwaitKeys(deps),
    scope: scopeRules,
    refuseSteering,
    checkRouteAndFunds: services.checkRouteAndFunds,
    findOwned: services.findOwned,
  };
}
