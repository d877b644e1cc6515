import { networkInterfaces } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import { serveHttp } from '../../../src/http/server.ts';
import { makeMetrics, serveMetrics } from '../../../src/telemetry/metrics.ts';

const knows = (address: string): boolean =>
  Object.values(networkInterfaces()).some((all) => all?.some((each) => each.address === address));

const hosts = ['127.0.0.1', 'localhost', ...(knows('::1') ? ['::1'] : [])];

it.each(hosts)('the metrics are at the address that is reported, on %s', async (host) => {
  const served = await serveMetrics(makeMetrics({ openHolds: () => 3, modelLabel: (name) => name }), { host, port: 0 });
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
  const { meteringHooks, text } = makeMetrics({ openHolds: () => 0, modelLabel: (name) => name });
  const mismatch = { workspaceId: 'acme', object: 'account acme', message: 'told in the log' } as const;
  meteringHooks.onMismatch({ ...mismatch, invariant: 1 });
  meteringHooks.onMismatch({ ...mismatch, invariant: 6 });
  meteringHooks.onMismatch({ ...mismatch, invariant: 6 });
  expect(await text()).toMatch(/mismatches_total{invariant="1"} 1\n.*mismatches_total{invariant="6"} 2\n/);
});
