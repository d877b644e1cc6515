/**
 * One process and two on one port, on two processors that the load shares, in turns: calls a second, and the processor time of
 * each call, which shows how many there would be with enough processors.
 */
import { processors } from '../candidate.ts';
import { median, runLoad } from '../measure.ts';
import { family, processorSeconds } from '../process-figures.ts';
import { serve, testKey, withUpstream, type Served } from '../serve.ts';

const rounds = Number(process.argv[2] ?? 3);
const both = `${processors.candidate},${processors.load}`;
const job = { bytes: 30_000, stream: false, connections: 32, pause: 0, key: testKey };
/** Each worker compiles what it runs: for half a minute if all of them share two processors. */
const seconds = { before: 30, measured: 6 };

interface Round {
  readonly callsASecond: number;
  /** Processor time per call in microseconds: of all processes, of the parent, and of the process that takes the most. */
  readonly all: number;
  readonly parent: number;
  readonly busiest: number;
}

async function loaded({ port, pid }: Served, lasting: number): Promise<Round> {
  const processes = family(pid);
  const before = processes.map(processorSeconds);
  const { calls, errors, took } = await runLoad(port, { ...job, seconds: lasting }, null);
  if (errors > 0) throw new Error(`${errors} of ${calls} calls failed.`);
  const used = processes.map((each, place) => ((processorSeconds(each) - (before[place] ?? 0)) * 1e6) / calls);
  const all = used.reduce((sum, one) => sum + one, 0);
  return { callsASecond: calls / took, all, parent: used[0] ?? NaN, busiest: Math.max(...used) };
}

const middle = (seen: readonly Round[], name: keyof Round): number => median(seen.map((round) => round[name]));

await withUpstream(async ({ folder, upstream }) => {
  const seen: Record<1 | 2, Round[]> = { 1: [], 2: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const count of [1, 2] as const) {
      const gateway = await serve({ folder, upstream, flags: ['--workers', String(count)], processor: both });
      await loaded(gateway, seconds.before);
      seen[count].push(await loaded(gateway, seconds.measured));
      await gateway.end();
    }
  }
  const [one, two] = [middle(seen[1], 'callsASecond'), middle(seen[2], 'callsASecond')];
  console.log(`1 process ${one.toFixed(0)} calls/s, 2 workers ${two.toFixed(0)} calls/s: ${(two / one).toFixed(2)} ×`);
  console.log('The load and the upstream share the two processors: where they have their own, more is gained.\n');
  const [alone, shared] = [middle(seen[1], 'busiest'), middle(seen[2], 'busiest')];
  console.log(`processor time a call: 1 process ${alone.toFixed(0)} µs`);
  console.log(
    `2 workers ${middle(seen[2], 'all').toFixed(0)} µs, of which the parent ${middle(seen[2], 'parent').toFixed(0)} µs and the busier worker ${shared.toFixed(0)} µs`,
  );
  console.log(
    `with processors enough, the busiest process bounds the calls: ${(alone / shared).toFixed(2)} × those of one`,
  );
});
