/**
 * Processor time of a call, all threads. `calls`: of a bare proxy, of that with each part that a call must have, and of the gateway.
 * `express`: of a proxy that reads its requests, of the same on a route of Express, and of that with the validator.
 * `first-byte`: instead of processor time, milliseconds to the first byte at a low rate, of the least and of the most of them.
 */
import { testKey } from '../../../test/fakes/make-config.ts';
import { processors, startScript, type Running } from '../candidate.ts';
import { callJobs, lowestQuarter, lowRate, lowRateJob, runLoad, type Job } from '../measure.ts';
import { threadSeconds } from '../process-figures.ts';
import { floorParts } from './parts.ts';

const [, , floor = 'calls', rounds = '20', named = ''] = process.argv;
const jobs: Readonly<Record<string, Job>> =
  floor === 'first-byte' ? { [`1 KB, ${lowRate} calls/s`]: lowRateJob } : callJobs;
/** Seconds of load before anything is measured: until then the gateway's code is being compiled. */
const warmUp = 15;
/** Of a round: at a low rate, for as many calls as a 99th percentile wants. */
const seconds = floor === 'first-byte' ? 2 : 0.5;

/** One round: microseconds of a call, and milliseconds to the first byte. */
async function measure(running: Running, job: Job, roundSeconds: number) {
  const before = threadSeconds(running.pid);
  const { calls, errors, p50, p99 } = await runLoad(running.port, { ...job, seconds: roundSeconds, key: testKey });
  if (errors > 0) throw new Error(`${running.name}: ${errors} of ${calls} calls failed.`);
  return { cost: ((threadSeconds(running.pid) - before) / calls) * 1e6, p50, p99 };
}

const upstream = await startScript('upstream', './upstream.ts', { args: [], processor: processors.load });
const origin = `http://127.0.0.1:${upstream.port}`;
type Row = readonly [name: string, script: string, ...args: string[]];
const bare: Row = ['bare Node proxy', './bare-proxy.ts'];
const gateway: Row = ['Diglot', './gateway.ts'];

/** The scripts to compare, each with its arguments after the address of the upstream. */
const rows: Readonly<Record<string, readonly Row[]>> = {
  calls: [bare, ...floorParts.map((part): Row => [`+ ${part}`, './floors/proxy.ts', part]), gateway],
  express: [
    ['Node', './floors/proxy.ts', 'JSON', 'no-express'],
    ['+ Express', './floors/proxy.ts', 'JSON', 'layers'],
    ['+ the validator', './floors/proxy.ts', 'contract', 'layers'],
  ],
  'first-byte': [bare, ['all parts', './floors/proxy.ts', floorParts.at(-1) ?? ''], gateway],
};
const candidates: Running[] = [];
for (const [name, script, ...args] of rows[floor] ?? [])
  candidates.push(await startScript(name, script, { args: [origin, ...args], processor: processors.candidate }));

type Figures = Awaited<ReturnType<typeof measure>>;
const least = (seen: readonly Figures[], of: keyof Figures): number => lowestQuarter(seen.map((each) => each[of]));

/** A line for each candidate, whose figures are in the same order. */
const printed: Readonly<Record<'costs' | 'firstBytes', (seen: readonly (readonly Figures[])[]) => readonly string[]>> =
  {
    costs: (seen) => {
      const costs = seen.map((each) => least(each, 'cost'));
      return costs.map((cost, index) => {
        const more = cost - (costs[index - 1] ?? cost);
        const added = index === 0 ? '' : `${more < 0 ? '' : '+'}${more.toFixed(0)} µs`;
        const ratio = (cost / (costs[0] ?? NaN)).toFixed(2);
        return `${cost.toFixed(0).padStart(5)} µs ${ratio.padStart(6)} × ${added.padStart(9)}`;
      });
    },
    firstBytes: (seen) =>
      seen.map(
        (each) =>
          `p50 ${least(each, 'p50').toFixed(2).padStart(6)}  p99 ${least(each, 'p99').toFixed(2).padStart(6)} ms`,
      ),
  };

for (const [name, job] of Object.entries(jobs).filter(([each]) => named === '' || each === named)) {
  for (const running of candidates) await measure(running, job, warmUp);
  const seen = candidates.map((): Figures[] => []);
  for (let round = 0; round < Number(rounds); round += 1)
    for (const [index, running] of candidates.entries()) seen[index]?.push(await measure(running, job, seconds));
  console.log(name);
  for (const [index, line] of printed[floor === 'first-byte' ? 'firstBytes' : 'costs'](seen).entries())
    console.log(`${(candidates[index]?.name ?? '').padEnd(16)} ${line}`);
}
for (const running of [...candidates, upstream]) running.stop();
