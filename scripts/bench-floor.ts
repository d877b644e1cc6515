/**
 * What a call costs at least, part by part: a bare proxy, then the same with Express, the hash of the key, JSON, the contract
 * (express-openapi-validator), the usage of the answer, the log and the ledger, each as short as it can be written; and the whole
 * gateway. Processor time of a call in µs, all threads, as the lowest quarter of many short rounds in turns: what a busy machine
 * adds is left out. Loopback only, two processors, about three minutes.
 *
 *     node scripts/bench-floor.ts [rounds] [bytes]
 */
import { testKey } from '../test/fakes/make-config.ts';
import { processors, startScript, type Running } from './bench/candidate.ts';
import { floorParts } from './bench/floor-parts.ts';
import { runLoad } from './bench/measure.ts';
import { threadSeconds } from './bench/process-figures.ts';

const rounds = Number(process.argv[2] ?? 20);
const bytes = Number(process.argv[3] ?? 1_000);
const warmUp = 5;
const seconds = 0.5;

/** Microseconds of a call in one round. */
async function measure(running: Running, roundSeconds: number): Promise<number> {
  const job = { bytes, stream: false, connections: 32, pause: 0, seconds: roundSeconds, key: testKey };
  const before = threadSeconds(running.pid);
  const { calls, errors } = await runLoad(running.port, job);
  if (errors > 0) throw new Error(`${running.name}: ${errors} of ${calls} calls failed.`);
  return ((threadSeconds(running.pid) - before) / calls) * 1e6;
}

const lowestQuarter = (figures: readonly number[]): number =>
  figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 4)] ?? NaN;

const upstream = await startScript('upstream', './upstream.ts', { args: [], processor: processors.load });
const origin = `http://127.0.0.1:${upstream.port}`;
const processor = processors.candidate;
const candidates = [await startScript('bare Node proxy', './bare-proxy.ts', { args: [origin], processor })];
for (const part of floorParts)
  candidates.push(await startScript(`+ ${part}`, './floor.ts', { args: [origin, part], processor }));
candidates.push(await startScript('Diglot', './gateway.ts', { args: [origin], processor }));

for (const running of candidates) await measure(running, warmUp);
const seen = candidates.map((): number[] => []);
for (let round = 0; round < rounds; round += 1)
  for (const [index, running] of candidates.entries()) seen[index]?.push(await measure(running, seconds));

const [bare = NaN] = seen.map(lowestQuarter);
let before = 0;
for (const [index, running] of candidates.entries()) {
  const cost = lowestQuarter(seen[index] ?? []);
  const more = cost - before;
  const added = index === 0 ? '' : `${more < 0 ? '' : '+'}${more.toFixed(0)} µs`;
  console.log(
    `${running.name.padEnd(16)} ${cost.toFixed(0).padStart(5)} µs ${(cost / bare).toFixed(2).padStart(6)} × ${added.padStart(9)}`,
  );
  before = cost;
}
for (const running of [...candidates, upstream]) running.stop();
process.exit();
