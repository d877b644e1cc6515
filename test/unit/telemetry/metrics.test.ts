import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import { addMetrics } from '../../../src/cli/workers/supervise.ts';
import { serveHttp } from '../../../src/http/server.ts';
import { makeMetrics, observeRequests, serveMetrics, type ProcessState } from '../../../src/telemetry/metrics.ts';
import { silentLog, type LogFields } from '../../../src/shared/log.ts';
import { idleState } from '../../fakes/process-state.ts';

const knows = (address: string): boolean =>
  Object.values(networkInterfaces()).some((all) => all?.some((each) => each.address === address));

const busyState = (): ProcessState => ({
  metering: { openHolds: () => 3, leased: () => ({ leases: 2, credit: 5_000n }) },
  catalogs: { live: () => 3, difference: () => 'They differ.' },
  live: { refusal: () => 'It has a problem.' },
  store: {
    spooled: () => 7,
    health: () => ({ state: 'offline', message: 'away' }),
    changes: { confirmed: () => ({ at: 1_000 }) },
    clock: { monotonic: () => 1_250 },
  },
});

const gaugesIn = (text: string): Readonly<Record<string, number>> =>
  Object.fromEntries([...text.matchAll(/^(diglot_\w+) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]));

it('show what an instance shares with others, and workers add up what is each one’s own', async () => {
  const make = (state: () => ProcessState) => makeMetrics((name) => name, state);
  const [idle, busy] = [make(idleState), make(busyState)];
  const own = {
    diglot_instances: 3,
    diglot_catalogs_differ: 1,
    diglot_config_refused: 1,
    diglot_leases: 2,
    diglot_leased_nanocredits: 5_000,
    diglot_spooled_calls: 7,
    diglot_change_feed_age_seconds: 0.25,
    diglot_database_up: 0,
  };
  expect(gaugesIn(await busy.text())).toMatchObject({ ...own, diglot_open_holds: 3 });
  const values = await Promise.all([idle.values(), busy.values(), busy.values()]);
  const added = { diglot_open_holds: 6, diglot_leases: 4, diglot_leased_nanocredits: 10_000, diglot_spooled_calls: 14 };
  expect(gaugesIn(await addMetrics(values))).toMatchObject({ ...own, ...added });
});

it('of several workers show the one whose event loop is latest, of which the alert warns', async () => {
  const late = /^diglot_nodejs_eventloop_lag_p(?:50|90|99)_seconds$/;
  const valuesOf = async (seconds: number) =>
    (await makeMetrics((name) => name, idleState).values()).map((metric) =>
      late.test(metric.name) ? { ...metric, values: [{ value: seconds, labels: {} }] } : metric,
    );
  const text = await addMetrics(await Promise.all([0.01, 0.5, 0.02].map(valuesOf)));
  for (const part of ['p50', 'p90', 'p99'])
    expect(gaugesIn(text)[`diglot_nodejs_eventloop_lag_${part}_seconds`]).toBe(0.5);
});

it('the address of the metrics closes although a request to it is half sent, and another waits for its answer', async () => {
  const asked = Promise.withResolvers<void>();
  const text = (): Promise<string> => {
    asked.resolve();
    return new Promise(() => undefined);
  };
  const served = await serveMetrics({ text }, { host: '127.0.0.1', port: 0 });
  const socket = connect(Number(new URL(served.url).port), '127.0.0.1');
  const cut = new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));
  const waiting = fetch(served.url).catch(() => null);
  await asked.promise;
  await new Promise((resolve) => socket.write('GET /metrics HTTP/1.1\r\nhost:', resolve));
  await served.close();
  await cut;
  expect(await waiting).toBeNull();
});

// Node's own interval would let the request wait for 30 seconds.
it('the address of the metrics cuts off a request that does not arrive', { timeout: 20_000 }, async () => {
  const served = await serveMetrics({ text: () => Promise.resolve('') }, { host: '127.0.0.1', port: 0 }, 50);
  onTestFinished(served.close);
  const socket = connect(Number(new URL(served.url).port), '127.0.0.1');
  socket.write('GET /metrics HTTP/1.1\r\nhost:');
  const answer = await socket.setEncoding('utf8').toArray();
  expect(answer.join('')).toMatch(/^HTTP\/1\.1 408 /);
});

it('the address of the metrics answers 500 where they cannot be read', async () => {
  const text = (): Promise<string> => Promise.reject(new Error('gone'));
  const served = await serveMetrics({ text }, { host: '127.0.0.1', port: 0 });
  onTestFinished(served.close);
  expect((await fetch(served.url)).status).toBe(500);
});

const hosts = ['127.0.0.1', 'localhost', ...(knows('::1') ? ['::1'] : [])];

it.each(hosts)('the metrics are at the address that is reported, on %s', async (host) => {
  const served = await serveMetrics(
    makeMetrics((name) => name, busyState),
    { host, port: 0 },
  );
  onTestFinished(served.close);
  expect(await (await fetch(served.url)).text()).toContain('diglot_open_holds 3');
});

it.each(hosts)('the gateway is at the address that is reported, on %s', async (host) => {
  const serve = (_request: unknown, response: { readonly end: (text: string) => unknown }): void =>
    void response.end('here');
  const served = await serveHttp(serve, { host, port: 0 }, () => 'req_1');
  onTestFinished(() => served.close({ delayMilliseconds: 0, graceMilliseconds: 0 }));
  expect(served.url).not.toContain('[localhost]');
  expect(await (await fetch(served.url)).text()).toBe('here');
});

it('what is wrong in the books is counted by the invariant that is broken', async () => {
  const { meteringHooks, text } = makeMetrics((name) => name, idleState);
  const mismatch = { workspaceId: 'acme', object: 'account acme', message: 'told in the log' } as const;
  meteringHooks.onMismatch({ ...mismatch, invariant: 1 });
  meteringHooks.onMismatch({ ...mismatch, invariant: 6 });
  meteringHooks.onMismatch({ ...mismatch, invariant: 6 });
  const counted = [...(await text()).matchAll(/mismatches_total{invariant="(\d+)"} ([1-9]\d*)\n/g)];
  expect(counted.map(([, invariant, count]) => [invariant, count])).toEqual([
    ['1', '1'],
    ['6', '2'],
  ]);
});

it.each([
  ['its trace', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', '0af7651916cd43dd8448eb211c80319c'],
  ['no trace where the header is invalid', '00-0-0-01', undefined],
  ['no trace where there is no header', null, undefined],
])('log a request with %s', (_, traceparent, traceId) => {
  const lines: (LogFields | undefined)[] = [];
  const log = { ...silentLog, info: (_message: string, fields?: LogFields) => void lines.push(fields) };
  const observe = observeRequests({ metrics: null, tracing: null, log }, () => undefined);
  observe({ message: {}, requestId: 'req_1', traceparent, operation: 'getModel', status: 200, milliseconds: 1.4 });
  expect(lines).toEqual([{ requestId: 'req_1', traceId, operation: 'getModel', status: 200, milliseconds: 1 }]);
});
