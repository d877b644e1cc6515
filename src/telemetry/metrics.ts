import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client';
import type { CatalogWatch } from '../metering/instances.ts';
import type { Mismatch, SettledCall, StoreHealth } from '../metering/ledger-records.ts';
import type { MeteringService } from '../metering/metering.ts';
import { readTraceparent } from '../shared/ids.ts';
import type { Log } from '../shared/log.ts';
import { type Clock, onceIn } from '../shared/time/clock.ts';
import {
  makeCallMetrics,
  makeRequestMetrics,
  type CountCall,
  type ModelLabel,
  type RequestMetrics,
} from './call-metrics.ts';
import { urlHost } from '../shared/public-address.ts';
import type { TraceSettings, Tracing, TracingParts } from './tracing.ts';

/** The metrics of this process. */
export interface Metrics extends RequestMetrics {
  /** Counts a failed use of the drive. */
  readonly driveFailed: () => void;
  /** Callbacks for metering. */
  readonly meteringHooks: { readonly onSettled: CountCall; readonly onMismatch: (mismatch: Mismatch) => void };
  /** Serves the text on an address of its own; null: nowhere. */
  readonly serve: (place: Parameters<typeof serveMetrics>[1] | null) => ReturnType<typeof serveMetrics> | null;
  /** The Prometheus text format. */
  readonly text: () => Promise<string>;
  /** All values, for a process that adds up those of several. */
  readonly values: () => Promise<MetricValues>;
}

/** The values of one process's metrics, which survive a structured clone. */
export type MetricValues = readonly {
  readonly name: string;
  readonly type: string;
  /** How the values of several processes make one. */
  readonly aggregator?: string;
  /** One for each combination of labels. */
  readonly values: readonly { readonly value: number }[];
}[];

/** Of the delays of several event loops the longest counts: an average would hide that the calls of one process wait. */
const withLatest = (values: MetricValues): MetricValues =>
  values.map((metric) =>
    metric.name.startsWith('diglot_nodejs_eventloop_lag_') && metric.aggregator === 'average'
      ? { ...metric, aggregator: 'max' }
      : metric,
  );

/** Metrics of the process alone: processor time, memory, event loop. The returned function reads them. */
export function openProcessMetrics(registry = new Registry()): () => Promise<MetricValues> {
  collectDefaultMetrics({ register: registry, prefix: 'diglot_' });
  return async () => withLatest((await registry.getMetricsAsJSON()) as unknown as MetricValues);
}

/**
 * Numbers of the invariants: 0 is the audit log's, the others those of the books. Each is a series from the start, because Prometheus
 * takes one that begins with 1 for no increase.
 */
const invariants = Array.from({ length: 14 }, (_, number) => String(number));

/** What the gauges are read from, each time the metrics are. */
export interface ProcessState {
  readonly metering: Pick<MeteringService, 'openHolds' | 'leased'>;
  readonly catalogs: Pick<CatalogWatch, 'live' | 'difference'>;
  readonly live: { readonly refusal: () => string | null };
  readonly store: {
    readonly spooled: () => number;
    readonly health: () => StoreHealth;
    readonly changes: { readonly confirmed: (() => { readonly at: number }) | null };
    readonly clock: Pick<Clock, 'monotonic'>;
  };
}

/** A gauge, and how those of several workers make one. */
interface StateGauge {
  readonly help: string;
  readonly read: (state: ProcessState) => number;
  readonly aggregator?: 'max' | 'min';
}

const stateGauges: Readonly<Record<string, StateGauge>> = {
  diglot_open_holds: {
    help: 'Running calls that have credit set aside.',
    read: ({ metering }) => metering.openHolds(),
  },
  diglot_instances: {
    help: 'Instances on this store with a heartbeat in the last 90 s, as this one sees them; looked at every 15 s.',
    read: ({ catalogs }) => catalogs.live(),
    aggregator: 'max',
  },
  diglot_catalogs_differ: {
    help: '1: for a minute or longer, another instance has had another catalogue.',
    read: ({ catalogs }) => Number(catalogs.difference() !== null),
    aggregator: 'max',
  },
  diglot_config_refused: {
    help: '1: the last change of the configuration is not in force, because it was refused or cannot be applied.',
    read: ({ live }) => Number(live.refusal() !== null),
    aggregator: 'max',
  },
  diglot_leases: {
    help: 'Balances of which this instance has leased credit that it may still spend.',
    read: ({ metering }) => metering.leased().leases,
  },
  diglot_leased_nanocredits: {
    help: 'Leased credit that this instance may still spend.',
    read: ({ metering }) => Number(metering.leased().credit),
  },
  diglot_spooled_calls: {
    help: 'Settled calls on the disk of this instance that the database does not have yet.',
    read: ({ store }) => store.spooled(),
  },
  diglot_change_feed_age_seconds: {
    help: 'Time since this instance last knew all changes of keys, workspaces and accounts; 0 where it is alone.',
    read: ({ store: { clock, changes } }) =>
      changes.confirmed === null ? 0 : (clock.monotonic() - changes.confirmed().at) / 1000,
    aggregator: 'max',
  },
  diglot_database_up: {
    help: '1: the database answered when it was last asked.',
    read: ({ store }) => Number(store.health().state === 'ok'),
    aggregator: 'min',
  },
};

function registerState(state: () => ProcessState, registers: Registry[]): void {
  for (const [name, { help, read, aggregator = 'sum' }] of Object.entries(stateGauges)) {
    new Gauge({
      name,
      help,
      registers,
      aggregator,
      collect() {
        this.set(read(state()));
      },
    });
  }
}

/** @param state called when the metrics are read, and not before: the parts may be made later */
export function makeMetrics(modelLabel: ModelLabel, state: () => ProcessState): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const values = openProcessMetrics(registry);
  const mismatches = new Counter({
    name: 'diglot_ledger_mismatches_total',
    help: 'Broken invariants of the ledger. One that concerns an account froze the account.',
    labelNames: ['invariant'],
    registers,
  });
  for (const invariant of invariants) mismatches.inc({ invariant }, 0);
  const driveFailures = new Counter({
    name: 'diglot_drive_failures_total',
    help: 'Uses of the drive that failed, or found that it lacks bytes which were stored.',
    registers,
  });
  registerState(state, registers);
  const text = (): Promise<string> => registry.metrics();
  return {
    ...makeRequestMetrics(registry),
    driveFailed: () => driveFailures.inc(),
    meteringHooks: {
      onSettled: makeCallMetrics(registry, modelLabel),
      onMismatch: ({ invariant }) => mismatches.inc({ invariant: String(invariant) }),
    },
    text,
    serve: (place) => place && serveMetrics({ text }, place),
    values,
  };
}

interface Served extends Pick<Metrics, 'text'> {
  /** Whether the processes that serve calls answer; absent: it is this one. */
  readonly isAlive?: () => Promise<boolean>;
}

/**
 * Serves the metrics on an address of their own, and whether the gateway is alive: here that is answered also while clients have as
 * many connections as there can be. Resolves when it listens; `close` ends what is being asked or answered.
 *
 * @param arrivalMilliseconds that a request may take to arrive; it is cut off after a fifth more at the latest
 */
export async function serveMetrics(
  { text, isAlive = () => Promise.resolve(true) }: Served,
  { host, port }: { readonly host: string; readonly port: number },
  arrivalMilliseconds = 5_000,
) {
  const limits = {
    headersTimeout: arrivalMilliseconds,
    requestTimeout: arrivalMilliseconds,
    // Node's default is 30 seconds, whatever the limits are.
    connectionsCheckingInterval: arrivalMilliseconds / 5,
  };
  const server = createServer(limits, (request, response) => {
    const { url } = request;
    const json = { 'content-type': 'application/json' };
    if (url === '/livez')
      return void isAlive().then((is) =>
        response.writeHead(is ? 200 : 503, json).end(`{"status":"${is ? 'ok' : 'not answering'}"}`),
      );
    if (url !== '/metrics') return void response.writeHead(404).end();
    text().then(
      (figures) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(figures),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, resolve);
  });
  const bound = server.address() as AddressInfo;
  return {
    url: `http://${urlHost(host)}:${bound.port}/metrics`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A finished request, as it is logged, counted and traced. */
interface FinishedRequest {
  /** The request itself, by which tracing knows what it noted when it came. */
  readonly message: object;
  readonly requestId: string;
  readonly traceparent: string | null;
  readonly operation: string | null;
  readonly unserved?: { readonly method: string; readonly path: string };
  readonly status: number;
  readonly milliseconds: number;
}

/** What is done with what the gateway observes: metrics, traces and the request log, each where it is on. */
interface Observers {
  readonly metrics: Metrics | null;
  readonly tracing: Tracing | null;
  readonly log: Log;
}

/**
 * Counts, traces and logs each request: no content, no secrets.
 *
 * @param noteFailure is called with each that ended with a 5xx
 */
export const observeRequests =
  <Request extends FinishedRequest>({ metrics, tracing, log }: Observers, noteFailure: (request: Request) => void) =>
  (request: Request): void => {
    if (request.status >= 500) noteFailure(request);
    metrics?.observe(request);
    tracing?.observed(request);
    const { requestId, traceparent, operation, unserved, status, milliseconds } = request;
    log.info('call', {
      requestId,
      traceId: traceparent === null ? undefined : readTraceparent(traceparent)?.traceId,
      operation,
      ...unserved,
      status,
      milliseconds: Math.round(milliseconds),
    });
  };

/** Counts connections that are refused, and logs them once a minute at most. */
export function noteDrops({ metrics, log }: Omit<Observers, 'tracing'>, clock: Pick<Clock, 'monotonic'>): () => void {
  const message = 'connections are refused: the process has as many as its file descriptors allow (ulimit -n)';
  const warn = onceIn(60_000, clock, () => log.warn(message));
  return () => {
    metrics?.refused('connections');
    warn();
  };
}

/** Starts to trace where traces are on; their code is loaded only there. */
export const openTracing = async (settings: TraceSettings | null, parts: TracingParts): Promise<Tracing | null> =>
  settings && (await import('./tracing.ts')).startTracing(settings, parts);

/** The callbacks of metering. */
export const observeBooks = ({ metrics, tracing }: Omit<Observers, 'log'>) => ({
  onSettled: (call: SettledCall): void => {
    metrics?.meteringHooks.onSettled(call);
    tracing?.settled(call);
  },
  onMismatch: (mismatch: Mismatch): void => metrics?.meteringHooks.onMismatch(mismatch),
});
