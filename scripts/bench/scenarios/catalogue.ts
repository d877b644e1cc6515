/** A catalogue of many models: what a start, a call to the last of them and the list of models cost, compared with one of ten. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { timed } from '../measure.ts';
import { printCompared, serve, testKey, withUpstream, type Served } from '../serve.ts';

const count = Number(process.argv[2] ?? 5_000);
const modelsOf = (size: number): readonly string[] => Array.from({ length: size }, (_, index) => `bench-${index}`);

await withUpstream(async ({ folder, upstream }) => {
  const gateways: Record<string, Served> = {};
  const last: Record<string, string> = {};
  for (const size of [10, count]) {
    const name = `${size} models`;
    const own = join(folder, name);
    mkdirSync(own);
    gateways[name] = await serve({ folder: own, upstream, models: modelsOf(size) });
    last[name] = `bench-${size - 1}`;
  }
  for (const [name, { port }] of Object.entries(gateways)) {
    const list = async (): Promise<number> => {
      const headers = { authorization: `Bearer ${testKey}` };
      const response = await fetch(`http://127.0.0.1:${port}/v1/models`, { headers });
      return ((await response.json()) as { data: unknown[] }).data.length;
    };
    await list();
    const [milliseconds, listed] = await timed(list);
    console.log(`${name.padEnd(14)} list of ${listed} in ${milliseconds.toFixed(0)} ms`);
  }
  await printCompared(gateways, { rounds: 5, seconds: 1, warmUp: 5 }, (name) => last[name] ?? '');
});
