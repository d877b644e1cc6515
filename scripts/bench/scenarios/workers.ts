/** One process and two on one port, on two processors that the load shares: calls a second, in turns. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { processors } from '../candidate.ts';
import { median } from '../measure.ts';
import { serve, testKey, withUpstream, type Served } from '../serve.ts';

const rounds = Number(process.argv[2] ?? 5);
const both = `${processors.candidate},${processors.load}`;
const job = { bytes: 30_000, stream: false, connections: 32, pause: 0, seconds: 2, key: testKey };

async function callsASecond({ port }: Served): Promise<number> {
  const settings = JSON.stringify({ ...job, origin: `http://127.0.0.1:${port}` });
  const load = fork(fileURLToPath(new URL('../load.ts', import.meta.url)), [settings]);
  const { calls, errors } = await new Promise<{ calls: number; errors: number }>((seen) =>
    load.once('message', (message) => seen(message as never)),
  );
  if (errors > 0) throw new Error(`${errors} of ${calls} calls failed.`);
  return calls / job.seconds;
}

await withUpstream(async ({ folder, upstream }) => {
  const seen: Record<number, number[]> = { 1: [], 2: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const count of [1, 2]) {
      const gateway = await serve({ folder, upstream, flags: ['--workers', String(count)], processor: both });
      await callsASecond(gateway);
      seen[count]?.push(await callsASecond(gateway));
      await gateway.end();
    }
  }
  const [one = NaN, two = NaN] = [1, 2].map((count) => median(seen[count] ?? []));
  console.log(`1 process ${one.toFixed(0)} calls/s, 2 workers ${two.toFixed(0)} calls/s: ${(two / one).toFixed(2)} ×`);
  console.log('The load and the upstream share the two processors: where they have their own, more is gained.');
});
