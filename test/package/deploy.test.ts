import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readVariables } from '../../src/config/variables.ts';
import { makeMetrics } from '../../src/telemetry/metrics.ts';
import { idleState } from '../fakes/process-state.ts';

const read = (name: string): string => readFileSync(`deploy/${name}`, 'utf8');

/** Names of Diglot's metrics in PromQL, without the suffixes of a histogram's series. */
const metricsIn = (text: string): string[] =>
  [...new Set(text.match(/\bdiglot_[a-z0-9_]+/g))].map((name) => name.replace(/_(bucket|sum|count)$/, ''));

describe('alert rules and dashboard', () => {
  it.each([
    ['prometheus/alerts.yaml', 9],
    ['grafana/diglot.json', 14],
  ])('%s names only metrics that exist', async (name, least) => {
    const text = await makeMetrics((model) => model, idleState).text();
    const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, metric]) => metric));
    const named = metricsIn(read(name));
    expect(named.length).toBeGreaterThanOrEqual(least);
    expect(named.filter((metric) => !known.has(metric))).toEqual([]);
  });
});

describe('ways to run it', () => {
  it.each(['Dockerfile', 'compose.yaml', 'diglot.service', 'README.md'])(
    '%s sets only variables that exist',
    (name) => {
      const names = new Set(read(name).match(/\bDIGLOT_[A-Z_]+\b/g));
      names.delete('DIGLOT_X_FILE');
      names.delete('DIGLOT_X');
      expect(names.size).toBeGreaterThan(0);
      const { notices } = readVariables(Object.fromEntries([...names].map((variable) => [variable, '1'])));
      expect(notices).toEqual([]);
    },
  );

  it('waits for a stop longer than the server takes', () => {
    const { properties } = JSON.parse(readFileSync('diglot.schema.json', 'utf8')) as {
      readonly properties: { readonly server: { readonly properties: { readonly shutdown: object } } };
    };
    const grace = Number(/"grace_seconds":.*?"default":(\d+)/.exec(JSON.stringify(properties.server))?.[1]);
    expect(grace).toBeGreaterThan(0);
    expect(Number(/stop_grace_period: (\d+)s/.exec(read('compose.yaml'))?.[1])).toBeGreaterThan(grace);
    expect(Number(/TimeoutStopSec=(\d+)/.exec(read('diglot.service'))?.[1])).toBeGreaterThan(grace);
  });

  it('starts the file that the package names, without a shell between', () => {
    const { bin } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly bin: { readonly diglot: string } };
    expect(read('Dockerfile')).toContain(`ENTRYPOINT ["node", "/app/node_modules/diglot/${bin.diglot}"]`);
    expect(read('diglot.service')).toContain(`node_modules/diglot/${bin.diglot} serve`);
  });
});
