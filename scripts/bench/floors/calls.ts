/**
 * Processor time of a call, all threads. `calls`: of a bare proxy, of that with each part that a call must have, and of the gateway.
 * `express`: of a proxy that reads its requests, of the same on a route of Express, and of that with the validator.
 */
import { testKey } from '../../../test/fakes/make-config.ts';
import { processors, startScript, type Running } from '../candidate.ts';
import { callJobs, lowestQuarter, runLoad, type Job } from '../measure.ts';
import { threadSeconds } from '../process-figures.ts';
import { floorParts } from './parts.ts';

const [, , floor, rounds = '20', named = ''] = process.argv;
const jobs: Readonly<Record<string, Job>> = callJobs;
const warmUp = 5;
const seconds = 0.5;

/** Microseconds of a call in one round. */
async function measure(running: Running, job: Job, roundSeconds: number): Promise<number> {
  const before = threadSeconds(running.pid);
  const { calls, errors } = await runLoad(running.port, { ...job, seconds: roundSeconds, key: testKey });
  if (errors > 0) throw new Error(`${running.name}: ${errors} of ${calls} calls failed.`);
  return ((threadSeconds(running.pid) - before) / calls) * 1e6;
}

const upstream = await startScript('upstream', './upstream.ts', { args: [], processor: processors.load });
const origin = `http://127.0.0.1:${upstream.port}`;
/** The scripts to compare, each with its arguments after the address of the upstream. */
const rows: readonly (readonly [name: string, script: string, ...args: string[]])[] =
  floor === 'express'
    ? [
        ['Node', './floors/proxy.ts', 'JSON', 'no-express'],
        ['+ Express', './floors/proxy.ts', 'JSON', 'layers'],
        ['+ the validator', './floors/proxy.ts', 'contract', 'layers'],
      ]
    : [
        ['bare Node proxy', './bare-proxy.ts'],
        ...floorParts.map((part) => [`+ ${part}`, './floors/proxy.ts', part] as const),
        ['Diglot', './gateway.ts'],
      ];
const candidates: Running[] = [];
for (const [name, script, ...args] of rows)
  candidates.push(await startScript(name, script, { args: [origin, ...args], processor: processors.candidate }));

for (const [name, job] of Object.entries(jobs).filter(([each]) => named === '' || each === named)) {
  for (const running of candidates) await measure(running, job, warmUp);
  const seen = candidates.map((): number[] => []);
  for (let round = 0; round < Number(rounds); round += 1)
    for (const [index, running] of candidates.entries()) seen[index]?.push(await measure(running, job, seconds));

  const [bare = NaN] = seen.map(lowestQuarter);
  let before = 0;
  console.log(name);
  for (const [index, running] of candidates.entries()) {
    const cost = lowestQuarter(seen[index] ?? []);
    const more = cost - before;
    const added = index === 0 ? '' : `${more < 0 ? '' : '+'}${more.toFixed(0)} µs`;
    console.log(
      `${running.name.padEnd(16)} ${cost.toFixed(0).padStart(5)} µs ${(cost / bare).toFixed(2).padStart(6)} × ${added.padStart(9)}`,
    );
    before = cost;
  }
}
for (const running of [...candidates, upstream]) running.stop();
