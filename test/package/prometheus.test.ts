import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse, stringify } from 'yaml';
import { makeMetrics } from '../../src/telemetry/metrics.ts';
import { idleState } from '../fakes/process-state.ts';

const rulesFile = 'deploy/prometheus/alerts.yaml';

/** Prometheus's own tool: `apt-get install prometheus`, or a path in DIGLOT_PROMTOOL. */
const promtool = process.env['DIGLOT_PROMTOOL'] ?? 'promtool';
const hasPromtool = process.env['CI'] === 'true' || spawnSync(promtool, ['--version']).status === 0;

interface Rule {
  readonly alert: string;
  readonly expr: string;
}

const { groups } = parse(readFileSync(rulesFile, 'utf8')) as {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);

const mismatches = 'diglot_ledger_mismatches_total{invariant="10"}';

/**
 * The first broken invariant of a process, which is reported once. Prometheus sees an increase only in a series that was there
 * before, so it depends on what a gateway that has just started shows.
 */
const firstMismatch = {
  [mismatches]: (await makeMetrics((model) => model, idleState).text()).includes(`${mismatches} 0\n`)
    ? '0x84 1x5'
    : '_x84 1x5',
};

/** For each alert what makes it fire, as promtool writes series: value, then what is added to it at each minute. */
const trouble: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  DiglotDown: { 'up{job="diglot"}': '0x90' },
  DiglotLedgerMismatch: firstMismatch,
  DiglotServerErrors: {
    'diglot_requests_total{status="5xx"}': '0+10x90',
    'diglot_requests_total{status="2xx"}': '0+90x90',
  },
  DiglotProviderFailing: {
    'diglot_calls_total{provider="openai",outcome="failed"}': '0+10x90',
    'diglot_calls_total{provider="openai",outcome="upstream_cut"}': '0+10x90',
    'diglot_calls_total{provider="openai",outcome="timed_out"}': '0+10x90',
    'diglot_calls_total{provider="openai",outcome="completed"}': '0+70x90',
  },
  DiglotSlowFirstByte: {
    'diglot_first_byte_seconds_bucket{provider="openai",stream="true",le="10"}': '0+90x90',
    'diglot_first_byte_seconds_bucket{provider="openai",stream="true",le="30"}': '0+100x90',
    'diglot_first_byte_seconds_bucket{provider="openai",stream="true",le="+Inf"}': '0+100x90',
    'diglot_first_byte_seconds_count{provider="openai",stream="true"}': '0+100x90',
  },
  DiglotEventLoopLag: { diglot_nodejs_eventloop_lag_p99_seconds: '0.5x90' },
  DiglotHoldsStuck: {
    diglot_open_holds: '200x90',
    'diglot_calls_total{provider="openai",outcome="completed"}': '5x90',
  },
  DiglotDatabaseAway: { diglot_database_up: '0x90' },
  DiglotSpoolWaits: { diglot_spooled_calls: '3x90' },
  DiglotChangesLate: { diglot_change_feed_age_seconds: '2x90' },
  DiglotCatalogsDiffer: {
    'diglot_catalogs_differ{instance="a"}': '0x90',
    'diglot_catalogs_differ{instance="b"}': '1x90',
  },
  DiglotDriveFails: { diglot_drive_failures_total: '0+1x90' },
  DiglotOverloaded: { 'diglot_overload_refusals_total{reason="event_loop"}': '0+1x90' },
  DiglotDescriptorsShort: { diglot_process_open_fds: '900x90', diglot_process_max_fds: '1000x90' },
  DiglotWorkersDie: { diglot_workers_replaced_total: '0x84 1x5' },
  DiglotConfigRefused: { diglot_config_refused: '1x90' },
};

/** The same series of a gateway that is well. */
const wellSeries: Readonly<Record<string, string>> = {
  'up{job="diglot"}': '1x90',
  'diglot_ledger_mismatches_total{invariant="1"}': '4x90',
  'diglot_requests_total{status="5xx"}': '0+1x90',
  'diglot_requests_total{status="2xx"}': '0+99x90',
  'diglot_calls_total{provider="openai",outcome="failed"}': '0+1x90',
  'diglot_calls_total{provider="openai",outcome="refused"}': '0+200x90',
  'diglot_calls_total{provider="openai",outcome="client_left"}': '0+200x90',
  'diglot_calls_total{provider="openai",outcome="completed"}': '0+99x90',
  'diglot_first_byte_seconds_bucket{provider="openai",stream="true",le="10"}': '0+99x90',
  'diglot_first_byte_seconds_bucket{provider="openai",stream="true",le="+Inf"}': '0+100x90',
  'diglot_first_byte_seconds_count{provider="openai",stream="true"}': '0+100x90',
  // The first byte of an answer that is no stream comes when all of it has been made.
  'diglot_first_byte_seconds_bucket{provider="openai",stream="false",le="10"}': '0+10x90',
  'diglot_first_byte_seconds_bucket{provider="openai",stream="false",le="60"}': '0+100x90',
  'diglot_first_byte_seconds_bucket{provider="openai",stream="false",le="+Inf"}': '0+100x90',
  'diglot_first_byte_seconds_count{provider="openai",stream="false"}': '0+100x90',
  diglot_nodejs_eventloop_lag_p99_seconds: '0.02x90',
  diglot_open_holds: '200x90',
  diglot_database_up: '1x90',
  diglot_spooled_calls: '0x90',
  diglot_change_feed_age_seconds: '0.2x90',
  diglot_catalogs_differ: '0x90',
  diglot_config_refused: '0x90',
  diglot_drive_failures_total: '4x90',
  'diglot_overload_refusals_total{reason="event_loop"}': '7x90',
  diglot_process_open_fds: '500x90',
  diglot_process_max_fds: '1000x90',
  diglot_workers_replaced_total: '2x90',
};

/** Two calls in an hour, a few minutes apart, both of which fail or begin late. */
const quietSeries: Readonly<Record<string, string>> = {
  'diglot_requests_total{status="5xx"}': '0x81 1x3 2x5',
  'diglot_requests_total{status="2xx"}': '7x90',
  'diglot_calls_total{provider="openai",outcome="failed"}': '0x81 1x3 2x5',
  'diglot_calls_total{provider="openai",outcome="completed"}': '7x90',
  'diglot_first_byte_seconds_bucket{provider="openai",stream="true",le="10"}': '7x90',
  'diglot_first_byte_seconds_bucket{provider="openai",stream="true",le="30"}': '7x75 8x8 9x6',
  'diglot_first_byte_seconds_bucket{provider="openai",stream="true",le="+Inf"}': '7x75 8x8 9x6',
  'diglot_first_byte_seconds_count{provider="openai",stream="true"}': '7x75 8x8 9x6',
};

const seriesOf = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([series, steps]) => ({ series, values: steps }));

/** The same as version 3 of Prometheus stores it, which writes the bounds of buckets with a decimal point. */
const newSeriesOf = (values: Readonly<Record<string, string>>) =>
  seriesOf(values).map(({ series, ...rest }) => ({ series: series.replace(/le="(\d+)"/, 'le="$1.0"'), ...rest }));

/** An expression that counts how often an alert fires after 90 minutes. */
const firing = (alert: string, wanted: number) => ({
  expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`,
  eval_time: '90m',
  exp_samples: [{ labels: '{}', value: wanted }],
});

describe('the alert rules', () => {
  it('have a case each', () => {
    expect(Object.keys(trouble).toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
  });

  it.skipIf(!hasPromtool)('are what Prometheus reads', () => {
    expect(execFileSync(promtool, ['check', 'rules', rulesFile], { encoding: 'utf8' })).toContain(
      `${rules.length} rules found`,
    );
  });

  it.skipIf(!hasPromtool)('fire on what they are for, and not on a gateway that is well', () => {
    const tests = [
      ...Object.entries(trouble).map(([alert, values]) => ({ values, tests: [firing(alert, 1)] })),
      ...[wellSeries, quietSeries].map((values) => ({ values, tests: rules.map(({ alert }) => firing(alert, 0)) })),
    ].flatMap(({ values, tests: promql_expr_test }) =>
      [seriesOf(values), newSeriesOf(values)].map((input_series) => ({
        interval: '1m',
        input_series,
        promql_expr_test,
      })),
    );
    const folder = mkdtempSync(join(tmpdir(), 'diglot-rules-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'cases.yaml');
    writeFileSync(file, stringify({ rule_files: [resolve(rulesFile)], evaluation_interval: '1m', tests }));
    const { status, stdout, stderr } = spawnSync(promtool, ['test', 'rules', file], { encoding: 'utf8' });
    expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
  });
});

it.skipIf(!hasPromtool)('the metrics are in the format that Prometheus reads', async () => {
  const input = await makeMetrics((model) => model, idleState).text();
  const { status, stdout, stderr } = spawnSync(promtool, ['check', 'metrics'], { input, encoding: 'utf8' });
  // 3: it reads them, and would name some of prom-client's own differently.
  expect([0, 3]).toContain(status);
  expect((stdout + stderr).split('\n').filter((line) => line && !line.includes('diglot_nodejs_'))).toEqual([]);
});
