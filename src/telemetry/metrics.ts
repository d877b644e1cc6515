import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AggregatorRegistry, Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { CallRecord, Mismatch } from '../metering/ledger-records.ts';
import type { Log } from '../shared/log.ts';
import { makeCallMetrics, type CountCall, type ModelLabel } from './call-metrics.ts';
import { urlHost } from '../shared/url-host.ts';
import type { Tracing, TraceSettings, TracingParts } from './tracing.ts';

/** A finished request, as the metrics count it. Every label comes from a closed set. */
export interface ObservedCall {
  /** The operationId; null for an unknown path. */
  readonly operation: string | null;
  readonly status: number;
  readonly milliseconds: number;
}

/** The metrics of this process. */
export interface Metrics {
  readonly observe: (call: ObservedCall) => void;
  /** Callbacks for metering. */
  readonly meteringHooks: { readonly onSettled: CountCall; readonly onMismatch: (mismatch: Mismatch) => void };
  /** The Prometheus text format. */
  readonly text: () => Promise<string>;
  /** All values, for a process that adds up those of several. */
  readonly values: () => Promise<MetricValues>;
}

/** The values of one process's metrics, which survive a structured clone. */
export type MetricValues = readonly { readonly name: string; readonly type: string }[];

/** Adds up the metrics of several processes: the Prometheus text format. */
export const addMetrics = (each: readonly MetricValues[]): Promise<string> =>
  AggregatorRegistry.aggregate(each as unknown as object[]).metrics();

/** The same sums as values, which can be added to others. */
export const sumMetrics = async (each: readonly MetricValues[]): Promise<MetricValues> =>
  AggregatorRegistry.aggregate(each as unknown as object[]).getMetricsAsJSON();

/** What a process that is gone had counted. Without it, sums would fall, which looks like a restart of all. */
export const countedOf = (values: MetricValues): MetricValues =>
  values.filter(({ name, type }) => ['counter', 'histogram'].includes(type) && !name.startsWith('diglot_process_'));

/** Seconds: from a cached answer to a long stream. */
const durations = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];

const statusClass = (status: number): string => `${Math.floor(status / 100)}xx`;

interface Sources {
  /** Called when the metrics are read. */
  readonly openHolds: () => number;
  readonly modelLabel: ModelLabel;
}

/** Makes the metrics. */
export function makeMetrics({ openHolds, modelLabel }: Sources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'diglot_' });
  const labelNames = ['operation', 'status'] as const;
  const calls = new Counter({ name: 'diglot_requests_total', help: 'Finished requests.', labelNames, registers });
  const seconds = new Histogram({
    name: 'diglot_request_duration_seconds',
    help: 'Time from the arrival of a request to the last byte of its answer.',
    labelNames,
    buckets: durations,
    registers,
  });
  const mismatches = new Counter({
    name: 'diglot_ledger_mismatches_total',
    help: 'Broken invariants of the ledger. One that concerns an account froze the account.',
    labelNames: ['invariant'],
    registers,
  });
  new Gauge({
    name: 'diglot_open_holds',
    help: 'Running calls that have credit set aside.',
    registers,
    collect() {
      this.set(openHolds());
    },
  });
  return {
    observe: ({ operation, status, milliseconds }) => {
      const labels = { operation: operation ?? 'none', status: statusClass(status) };
      calls.inc(labels);
      seconds.observe(labels, milliseconds / 1000);
    },
    meteringHooks: {
      onSettled: makeCallMetrics(registry, modelLabel),
      onMismatch: ({ invariant }) => mismatches.inc({ invariant: String(invariant) }),
    },
    text: () => registry.metrics(),
    values: () => registry.getMetricsAsJSON() as unknown as Promise<MetricValues>,
  };
}

/** Serves the metrics where they are on. Resolves when it listens. */
export const openFigures = async (metrics: Metrics | null, place: Parameters<typeof serveMetrics>[1] | null) =>
  metrics && place && serveMetrics(metrics, place);

/** Serves the metrics on an address of their own. Resolves when it listens. */
export async function serveMetrics(
  metrics: Pick<Metrics, 'text'>,
  { host, port }: { readonly host: string; readonly port: number },
) {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    void metrics
      .text()
      .then((text) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(text));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, resolve);
  });
  const bound = server.address() as AddressInfo;
  return {
    url: `http://${urlHost(host)}:${bound.port}/metrics`,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

/** A finished request, as it is logged, counted and traced. */
interface FinishedRequest {
  readonly requestId: string;
  readonly traceId: string | null;
  readonly traceparent: string | null;
  readonly operation: string | null;
  readonly unserved?: { readonly method: string; readonly path: string };
  readonly status: number;
  readonly milliseconds: number;
}

/** What is done with what the gateway observes: metrics, traces and the request log, each where it is on. */
export interface Observers {
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
    const { requestId, traceId, operation, unserved, status, milliseconds } = request;
    log.info('call', {
      requestId,
      traceId: traceId ?? undefined,
      operation,
      ...unserved,
      status,
      milliseconds: Math.round(milliseconds),
    });
  };

/** Starts to trace where traces are on; their code is loaded only there. */
export const openTracing = async (settings: TraceSettings | null, parts: TracingParts): Promise<Tracing | null> =>
  settings && (await import('./tracing.ts')).startTracing(settings, parts);

/** The callbacks of metering. */
export const observeBooks = ({ metrics, tracing }: Omit<Observers, 'log'>) => ({
  onSettled: (call: CallRecord): void => {
    metrics?.meteringHooks.onSettled(call);
    tracing?.settled(call);
  },
  onMismatch: (mismatch: Mismatch): void => metrics?.meteringHooks.onMismatch(mismatch),
});
