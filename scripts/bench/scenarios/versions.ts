/**
 * Compares the processor time of a call of this checkout with that of others, whose packages must be installed. Only one process runs
 * at a time, because others beside it take its caches, and each version is started several times, because each process compiles what
 * it happens to see first.
 *
 * `npm run bench -- versions 4 '1 KB' ../before` starts each version four times, for about forty seconds each time.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { testKey } from '../../../test/fakes/make-config.ts';
import { processors, startScript } from '../candidate.ts';
import { callJobs, measure, median, type Job } from '../measure.ts';

const [, , starts = '4', size = '1 KB', ...checkouts] = process.argv;
const jobs: Readonly<Record<string, Job>> = callJobs;
const job = jobs[size];
if (!job) throw new Error(`There is no call of ${size}. There are: ${Object.keys(jobs).join(', ')}.`);

/** Seconds of load before anything is measured, the rounds after it, and the seconds of each. */
const turn = { warmUp: 25, rounds: 5, seconds: 2 };

interface Version {
  readonly name: string;
  readonly script: string;
  /** Microseconds of a call, of each process. */
  readonly costs: number[];
}

const versions: readonly Version[] = [
  { name: 'bare Node proxy', script: './bare-proxy.ts', costs: [] },
  { name: 'Diglot', script: './gateway.ts', costs: [] },
  ...checkouts.map((path) => ({
    name: path,
    script: pathToFileURL(resolve(path, 'scripts/bench/gateway.ts')).href,
    costs: [],
  })),
];

const upstream = await startScript('upstream', './upstream.ts', { args: [], processor: processors.load });
const place = { args: [`http://127.0.0.1:${upstream.port}`], processor: processors.candidate };

async function costOf({ name, script }: Version, load: Job): Promise<number> {
  const keyed = { ...load, key: testKey };
  const running = await startScript(name, script, place);
  await measure(running, keyed, turn.warmUp);
  const costs: number[] = [];
  for (let round = 0; round < turn.rounds; round += 1) {
    const { microsecondsPerCall, errors } = await measure(running, keyed, turn.seconds);
    if (errors > 0) throw new Error(`${errors} calls of ${name} failed.`);
    costs.push(microsecondsPerCall);
  }
  running.stop();
  return median(costs);
}

for (let start = 0; start < Number(starts); start += 1)
  for (const version of versions) version.costs.push(await costOf(version, job));

const bare = median(versions[0]?.costs ?? []);
console.log(`processor time of a call of ${size}: medians of ${starts} processes, one after the other\n`);
for (const { name, costs } of versions) {
  const each = costs.map((cost) => cost.toFixed(0)).join(', ');
  console.log(`${name.padEnd(24)} ${median(costs).toFixed(0)} µs, ${(median(costs) / bare).toFixed(2)} × (${each})`);
}
upstream.stop();
