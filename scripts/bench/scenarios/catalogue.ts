/** A catalogue of many models: what a start, a call to the last of them and the list of models cost, beside one of ten. */
import { measure, median, timed, type Figures } from '../measure.ts';
import { residentBytes } from '../process-figures.ts';
import { serve, testKey, withUpstream } from '../serve.ts';

const count = Number(process.argv[2] ?? 5_000);
const rounds = 5;

await withUpstream(async (place) => {
  for (const size of [10, count]) {
    const models = Array.from({ length: size }, (_, index) => `bench-${index}`);
    const gateway = await serve({ ...place, models });
    const job = { bytes: 1_000, stream: false, connections: 32, pause: 0, key: testKey, model: models.at(-1) ?? '' };
    await measure(gateway, job, 5);
    const seen: Figures[] = [];
    for (let round = 0; round < rounds; round += 1) seen.push(await measure(gateway, job, 1));
    const list = async (): Promise<number> => {
      const headers = { authorization: `Bearer ${testKey}` };
      const response = await fetch(`http://127.0.0.1:${gateway.port}/v1/models`, { headers });
      return ((await response.json()) as { data: unknown[] }).data.length;
    };
    await list();
    const [milliseconds, listed] = await timed(list);
    const cost = median(seen.map((each) => each.microsecondsPerCall));
    const errors = seen.reduce((sum, each) => sum + each.errors, 0);
    console.log(
      `${String(size).padStart(6)} models  ready after ${gateway.readyAfter.toFixed(0)} ms  ${(residentBytes(gateway.pid) / 1_048_576).toFixed(0)} MB  ${cost.toFixed(0)} µs a call  list of ${listed} in ${milliseconds.toFixed(0)} ms  ${errors} errors`,
    );
    await gateway.end();
  }
});
