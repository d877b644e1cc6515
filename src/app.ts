/**
 * The composition root: everything that has state is made here, and calls are served with it. CONTRIBUTING.md, "Find your way", has
 * the nine steps of a call and their folders. `http/operation-router.ts` lists steps 1 to 4, up to the objects that a path names;
 * handlers find those that a body names. `pipeline/relay.ts` lists steps 5 to 9.
 */
import { bootstrap } from './control-api/bootstrap.ts';
import { needsDemo } from './catalog/provider-overrides.ts';
import { type Config, type LiveConfig, makeLiveConfig } from './config/config.ts';
import { makeApi, makeSpecAOperations, makeSpecBOperations } from './api/make-api.ts';
import { type CheckPrices, comparePrices } from './control-api/catalog/catalog.ts';
import { makeControl, type Control } from './control-api/operations.ts';
import { loadDocuments, makeHttpApplication } from './http/app.ts';
import { followMoves } from './metering/move-zone.ts';
import { openDrive } from './objects/open-drive.ts';
import { makeAuthenticate, makeAwaitKeys, scopeRules } from './identity/authenticate.ts';
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
import { makeRequestIds, newId } from './shared/ids.ts';
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
  /** At the start; `reload` replaces it. */
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
  /** For tests and the command line. */
  readonly services: Pick<Core, 'store' | 'metering'> & Pick<ApiDeps, 'chargeBatch'>;
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

/** What changes while a gateway runs, apart from the live configuration. */
interface Running {
  /** Scheme, host and port as bound; empty until then. */
  url: string;
  /** True once it has been asked to stop. */
  isDraining: boolean;
}

/** What calls and services rest on: live configuration, store, metering, telemetry, validators, and the demo provider if it is named. */
type Core = Awaited<ReturnType<typeof openCore>>;

async function openCore(options: AppOptions, running: Running) {
  const { config, dataFolder, parent, temporary = false } = options;
  const logs = logsOf(options.log);
  const demo = needsDemo(config.catalog) && !parent ? await (await import('./demo/start-demo.ts')).startDemo() : null;
  const demoUrl = demo?.url ?? parent?.demoUrl ?? null;
  const live = makeLiveConfig(config, demoUrl);
  const origin = (): string => live.server().publicUrl ?? running.url;
  const { keys: sealKeys, areKept } = await readSealKeys(config.server.sealKeys ?? null, { dataFolder, temporary });
  const sealer = makeSealer(sealKeys);
  const { database, spool, offlineMilliseconds: milliseconds } = config.storage;
  const offline = { spoolFolder: spool ? join(dataFolder, 'settled') : null, milliseconds };
  const settings = { database, offline, ...(areKept && { sealKeys: sealer.keys }) };
  const opening = (parent?.openStore ?? openStore)({ ...settings, clock: options.clock, log: logs.store });
  const documents = loadDocuments();
  // Validators are made while the store is opened, so before the metering, which needs the store.
  const openCalls = (): number => metering.openHolds();
  const warming = makeWarming({ ...documents, ready: () => !running.isDraining, openCalls });
  if (options.warmsFirst) warming.warm().catch(() => undefined); // who waits for it gets its error
  const opened = await opening;
  const { clock } = opened;
  await comparePrices(opened, config.catalog, options.checkPrices);
  const { ledger, lastReconciliation } = watchReconciliation(opened.ledger, clock);
  const store: Store = { ...opened, ledger };
  const labelOf = (name: string): string => modelLabel(name, live.catalog());
  // The gauges are read later, from parts that are made after the metrics.
  const metrics = config.server.metrics && makeMetrics(labelOf, () => ({ metering, catalogs, live, store }));
  const tracing = await openTracing(config.traces ?? null, { now: clock.now, log: logs.traces });
  const hooks = observeBooks({ metrics, tracing });
  const makeBooks = options.metering ?? makeMetering;
  const metering = makeBooks({ ledger, clock, catalog: live.catalog, log: logs.ledger, ...hooks });
  await metering.start();
  followMoves(store, metering.moveZone, logs.ledger);
  const catalogs = watchCatalogs({ instances: store.instances, clock, log: logs.store });
  await catalogs.note(config.catalog);
  return {
    live,
    running,
    origin,
    demo,
    demoUrl,
    store,
    metering,
    lastReconciliation,
    catalogs,
    documents,
    warming,
    sealKeys,
    sealer,
    metrics,
    tracing,
    logs,
    newRequestId: makeRequestIds(clock),
  };
}

/** What serves calls: providers, drive, the handlers of both specs, and the control API. */
type Services = Awaited<ReturnType<typeof openServices>>;

async function openServices(options: AppOptions, core: Core) {
  const { config, dataFolder, temporary = false, log } = options;
  const { live, running, origin, demoUrl, store, metering, lastReconciliation, metrics, tracing, logs, sealer } = core;
  const { keys, objects, instances, clock } = store;
  const untraced = makeUpstreams(clock, { log: logs.upstream });
  const upstreams = tracing?.around(untraced) ?? untraced;
  const { openSpool, openFormSpool } = openSpools(join(dataFolder, 'spool'), live.limits);
  const { drive: address, driveCredential: credential = null } = config.storage;
  const storage = await openByteStorage({ drive: address, credential, openSpool, clock });
  const retention = (): number => live.limits().driveRetentionSeconds;
  const onFailure = (): void => metrics?.driveFailed();
  const driveDeps = { storage, objects, instances, retention, origin, clock, log: logs.drive, onFailure };
  const { drive, driveWarning, closeDrive } = openDrive(driveDeps);
  const seals = makeSeals(core.sealKeys);
  const api = makeApi({
    live,
    objects,
    keys,
    metering,
    seals,
    sealer,
    upstreams,
    drive,
    openFormSpool,
    origin,
    clock,
    log,
  });
  const endBatchWatch = startBatchWatch({ ...api, objects, metering, clock, log: logs.batches });
  const lostBatches = makeLostBatches({ ...api, objects, metering, clock });
  const firstUses = makeFirstUses({ keys, clock, log: logs.keys });
  const warnings = (): readonly (string | null)[] => [live.refusal(), core.catalogs.difference(), driveWarning()];
  const warning = (): string | null => warnings().filter(Boolean).join(' ') || null;
  const control = makeControl({
    live,
    store,
    metering,
    lastReconciliation,
    firstUses,
    sealer,
    lostBatches,
    providerHealth: upstreams.health,
    demoUrl,
    temporary,
    warning,
    origin,
    localOrigin: () => onThisMachine(running.url),
    clock,
    newId,
    log,
  });
  return { upstreams, drive, closeDrive, api, endBatchWatch, firstUses, warning, control };
}

/** The application that serves both specs and the control API. */
function makeServing(options: AppOptions, core: Core, services: Services) {
  const { config, warmsFirst = false, run = null } = options;
  const { running, live, store, metrics, tracing, documents, warming, origin, logs } = core;
  const { drive, api, firstUses, warning, control } = services;
  const { keys, changes, clock } = store;
  /** What is wrong with the database or the drive; null if nothing is. */
  const trouble = (): string | null => (takesCalls(store.health()) ? drive.trouble() : store.health().message);
  const { clientSecrets, checkRouteAndFunds, findOwned } = api;
  const { isProxy, isAdminKey, noteClient } = control;
  return makeHttpApplication({
    gateway: {
      specA: makeSpecAOperations(api),
      specB: makeSpecBOperations(api),
      authenticate: makeAuthenticate({ keys, clock, firstUses, clientSecrets, isProxy, isAdminKey, noteClient }),
      awaitKeys: makeAwaitKeys({ changes, clock, offline: config.storage.offlineMilliseconds }),
      scope: scopeRules,
      refuseSteering,
      checkRouteAndFunds,
      findOwned,
    },
    control,
    documents,
    origin,
    run,
    ready: () => !running.isDraining && trouble() === null && (!warmsFirst || warming.isWarm()),
    trouble,
    warning,
    server: live.server,
    limits: live.limits,
    onRefused: () => metrics?.refused('event_loop'),
    observe: observeRequests({ metrics, tracing, log: logs.calls }, control.noteFailure),
    newRequestId: core.newRequestId,
    clock,
    log: logs.calls,
  });
}

/** Starts a gateway. @throws {StoreError} if the database cannot be used; also if the address is in use, or a document is bad */
export async function startApp(options: AppOptions): Promise<App> {
  const { config, parent } = options;
  const running: Running = { url: '', isDraining: false };
  const core = await openCore(options, running);
  const { demo, live, store, metrics, tracing, metering, catalogs, warming, logs } = core;
  const { changes, clock } = store;
  const setUp = (wanted: Config) => bootstrap(wanted, { ...store, newId, log: logs.keys, ...changes });
  await setUp(config);
  const services = await openServices(options, core);
  const { api, control, upstreams } = services;
  const { handle, messages } = makeServing(options, core, services);
  await control.prepare();
  const onDropped = noteDrops({ metrics, log: logs.process }, clock);
  const listening = { ...config.server, reusePort: parent?.reusePort ?? false, messages, onDropped };
  const server = await serveHttp(tracing?.before(handle) ?? handle, listening, core.newRequestId);
  running.url = server.url;
  const metricsServer = parent ? null : await metrics?.serve(config.server.metrics);

  return {
    url: server.url,
    metricsUrl: metricsServer?.url ?? null,
    metrics,
    services: { store, metering, chargeBatch: api.chargeBatch },
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
      running.isDraining = true;
      const endRunning = (): void => void upstreams.close(0);
      const shutdown =
        graceMilliseconds === undefined ? config.server.shutdown : { delayMilliseconds: 0, graceMilliseconds };
      // All of it ends, even if a step fails, from the last to the first: only a database that cannot be written keeps the others open.
      await using rest = new AsyncDisposableStack();
      // No client waits any more. The gateway's own work continues after the next start.
      const endWork = () =>
        Promise.all([services.endBatchWatch(), services.closeDrive(), upstreams.close(0), catalogs.stop()]);
      const books = [store.close, () => metering.stop(2_000), control.close]; // usage may still be estimated
      for (const end of [() => demo?.close(), () => metricsServer?.close(), () => tracing?.close(), ...books, endWork])
        rest.defer(async () => void (await end()));
      await server.close({ ...shutdown, clock, beginClosing: api.endSessions, endRunning });
    },
  };
}
