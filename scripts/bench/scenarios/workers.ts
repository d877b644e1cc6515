/** One process and two on one port, on two processors that the load shares: calls a second, in turns. */
import { processors } from '../candidate.ts';
import { median, runLoad } from '../measure.ts';
import { family, processorSeconds } from '../process-figures.ts';
import { serve, testKey, withUpstream, type Served } from '../serve.ts';

const rounds = Number(process.argv[2] ?? 5);
const both = `${processors.candidate},${processors.load}`;
const job = { bytes: 30_000, stream: false, connections: 32, pause: 0, seconds: 2, key: testKey };

interface Load {
  readonly callsPerSecond: number;
  /** Processor time of the process that works most, in microseconds of each call that the gateway answers. */
  readonly busiest: number;
}

async function load({ pid, port }: Served): Promise<Load> {
  const processes = family(pid);
  const before = processes.map(processorSeconds);
  const { calls, errors, took } = await runLoad(port, job, null);
  if (errors > 0) throw new Error(`${errors} of ${calls} calls failed.`);
  const used = processes.map((each, index) => processorSeconds(each) - (before[index] ?? 0));
  return { callsPerSecond: calls / took, busiest: (Math.max(...used) / calls) * 1e6 };
}

await withUpstream(async ({ folder, upstream }) => {
  const seen: Record<number, Load[]> = { 1: [], 2: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const count of [1, 2]) {
      const gateway = await serve({ folder, upstream, flags: ['--workers', String(count)], processor: both });
      await load(gateway);
      seen[count]?.push(await load(gateway));
      await gateway.end();
    }
  }
  const of = (count: number, pick: (each: Load) => number): number => median((seen[count] ?? []).map(pick));
  const [one, two] = [of(1, (each) => each.callsPerSecond), of(2, (each) => each.callsPerSecond)];
  console.log(`1 process ${one.toFixed(0)} calls/s, 2 workers ${two.toFixed(0)} calls/s: ${(two / one).toFixed(2)} ×`);
  console.log('The load and the upstream share the two processors. Where each process has a processor of its own, the');
  console.log('process that works most sets the limit:');
  const [alone, busiest] = [of(1, (each) => each.busiest), of(2, (each) => each.busiest)];
  console.log(
    `1 process ${alone.toFixed(0)} µs a call, the busiest of 2 workers and their parent ${busiest.toFixed(0)} µs: ${(alone / busiest).toFixed(2)} ×`,
  );
});
