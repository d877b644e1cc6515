import { expect, it } from 'vitest';
import { makeSharedMetrics } from '../../../src/cli/workers/supervise.ts';
import type { PoolWorker } from '../../../src/cli/workers/pool.ts';
import { idleState } from '../../fakes/process-state.ts';
import { makeMetrics } from '../../../src/telemetry/metrics.ts';

/** A worker that has counted one request. */
function makeWorker(place: number): PoolWorker {
  const metrics = makeMetrics((name) => name, idleState);
  metrics.observe({ operation: 'listModels', status: 200, milliseconds: 3 });
  const channel = { ask: metrics.values, handle: () => undefined, end: () => undefined };
  return { place, channel };
}

it('what workers have counted stays in the sums, however many are replaced', async () => {
  let running = makeWorker(1);
  const metrics = makeSharedMetrics(() => ({ workers: () => [running], replaced: () => 0 }));
  for (let count = 1; count <= 20; count += 1) {
    const text = await metrics.text();
    expect(text).toContain(`diglot_requests_total{operation="listModels",status="2xx"} ${count}\n`);
    expect(text).toContain(`diglot_request_duration_seconds_count{operation="listModels",status="2xx"} ${count}\n`);
    metrics.leave(running);
    running = makeWorker(1);
  }
});

it('a worker that ends while the others are asked is counted once', async () => {
  const [stays, ends] = [makeWorker(1), makeWorker(2)];
  let running: readonly PoolWorker[] = [stays, ends];
  const asked = Promise.withResolvers<void>();
  const late: PoolWorker = {
    ...stays,
    channel: { ...stays.channel, ask: (name) => asked.promise.then(() => stays.channel.ask(name)) },
  };
  const metrics = makeSharedMetrics(() => ({ workers: () => running, replaced: () => 0 }));
  await metrics.text();
  running = [late, ends];
  const text = metrics.text();
  await new Promise(setImmediate);
  metrics.leave(ends);
  running = [late];
  asked.resolve();
  expect(await text).toContain('diglot_requests_total{operation="listModels",status="2xx"} 2\n');
});

const processorSeconds = (text: string): number =>
  Number(/^diglot_process_cpu_seconds_total (\S+)$/m.exec(text)?.[1] ?? Number.NaN);

it('the processor time of a worker that is gone stays in the sum, which has that of the parent', async () => {
  const counted = (value: number) => [
    {
      ...{ name: 'diglot_process_cpu_seconds_total', help: 'x', type: 'counter', aggregator: 'sum' },
      values: [{ value, labels: {} }],
    },
  ];
  const ask = () => Promise.resolve(counted(4));
  const [stays, ends] = [1, 2].map((place) => ({
    ...makeWorker(place),
    channel: { ...makeWorker(place).channel, ask },
  }));
  let running = [stays, ends].filter((worker) => worker !== undefined);
  const pool = () => ({ workers: () => running, replaced: () => 0 });
  const metrics = makeSharedMetrics(pool, () => Promise.resolve(counted(1)));
  expect(processorSeconds(await metrics.text())).toBe(9);
  if (ends) metrics.leave(ends);
  running = running.filter((worker) => worker !== ends);
  expect(processorSeconds(await metrics.text())).toBe(9);
});

it('the descriptors are those of the fullest process, so that one without any is seen', async () => {
  const descriptors = (open: number, most: number) =>
    Object.entries({ open, max: most }).map(([name, value]) => ({
      ...{ name: `diglot_process_${name}_fds`, help: 'x', type: 'gauge', aggregator: 'sum' },
      values: [{ value, labels: {} }],
    }));
  const running = [descriptors(30, 1_000), descriptors(950, 1_000)].map((values, place) => ({
    ...makeWorker(place),
    channel: { ...makeWorker(place).channel, ask: () => Promise.resolve(values) },
  }));
  const pool = () => ({ workers: () => running, replaced: () => 0 });
  const text = await makeSharedMetrics(pool, () => Promise.resolve(descriptors(20, 1_000))).text();
  expect(text).toMatch(/^diglot_process_open_fds 950$/m);
  expect(text).toMatch(/^diglot_process_max_fds 1000$/m);
});

it.each([
  ['no worker has begun', [], true],
  ['one of them answers', [() => new Promise(() => undefined), () => Promise.resolve([])], true],
  ['one cannot say how it is', [() => Promise.reject(new Error('no figures yet'))], true],
  ['none answers, for which they are not', [() => new Promise(() => undefined)], false],
] as const)('they are alive when %s', async (_, answers, alive) => {
  const running = answers.map((ask, place) => ({
    ...makeWorker(place),
    channel: { ...makeWorker(place).channel, ask },
  }));
  expect(await makeSharedMetrics(() => ({ workers: () => running, replaced: () => 0 })).isAlive()).toBe(alive);
});
