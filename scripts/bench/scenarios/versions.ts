/**
 * Compares the processor time of a call of this checkout with that of others, whose packages must be installed. Two processes of the
 * same code differ by up to a quarter, because each compiles what it happens to see first: so each version is started several times.
 *
 * `npm run bench -- versions 5 '1 KB' ../before` starts each version five times; a start takes about forty seconds of each.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { testKey } from '../../../test/fakes/make-config.ts';
import { processors, startScript } from '../candidate.ts';
import { callJobs, lowestQuarter, measure, median, type Job } from '../measure.ts';

const [, , starts = '5', size = '1 KB', ...checkouts] = process.argv;
const jobs: Readonly<Record<string, Job>> = callJobs;
const shape = jobs[size];
if (!shape) throw new Error(`There is no call of ${size}. There are: ${Object.keys(callJobs).join(', ')}.`);

const job = { ...shape, key: testKey };

/** Seconds of load before anything is measured, rounds after it, and seconds of each. */
const turn = { warmUp: 25, rounds: 8, seconds: 1.5 };

const upstream = await startScript('upstream', './upstream.ts', { args: [], processor: processors.load });
const place = { args: [`http://127.0.0.1:${upstream.port}`], processor: processors.candidate };

const versions = [
  { name: 'bare Node proxy', script: './bare-proxy.ts' },
  { name: 'Diglot', script: './gateway.ts' },
  ...checkouts.map((path) => ({
    name: path,
    script: pathToFileURL(resolve(path, 'scripts/bench/gateway.ts')).href,
  })),
].map((version) => ({ ...version, costs: [] as number[], ofProcesses: [] as number[] }));

/** One process of each version, measured in turns. */
async function measureOnce(): Promise<void> {
  const running = [];
  for (const version of versions)
    running.push({ version, process: await startScript(version.name, version.script, place), costs: [] as number[] });
  for (const { process } of running) await measure(process, job, turn.warmUp);
  for (let round = 0; round < turn.rounds; round += 1)
    for (const { process, costs } of running) {
      const { microsecondsPerCall, errors } = await measure(process, job, turn.seconds);
      if (errors > 0) throw new Error(`${errors} calls to ${process.name} failed.`);
      costs.push(microsecondsPerCall);
    }
  for (const { version, process, costs } of running) {
    version.costs.push(...costs);
    version.ofProcesses.push(median(costs));
    process.stop();
  }
}

for (let start = 0; start < Number(starts); start += 1) await measureOnce();
const [bare] = versions;
console.log(`processor time of a call of ${size}, all threads, ${starts} processes of each version, in turns\n`);
for (const { name, costs, ofProcesses } of versions) {
  const cells = [
    name.padEnd(24),
    `median ${median(costs).toFixed(0)} µs, ${(median(costs) / median(bare?.costs ?? [])).toFixed(2)} ×;`,
    `lowest quarter ${lowestQuarter(costs).toFixed(0)} µs;`,
    `processes ${ofProcesses.map((cost) => cost.toFixed(0)).join(' ')}`,
  ];
  console.log(cells.join(' '));
}
upstream.stop();
