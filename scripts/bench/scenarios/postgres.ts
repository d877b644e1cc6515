/** SQLite and PostgreSQL: processor time of a call in the gateway, and the time to its first byte at a low rate, in turns. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '../../../test/fakes/postgres-server.ts';
import { measure, median, type Figures } from '../measure.ts';
import { serve, testKey, withUpstream, type Served } from '../serve.ts';

const rounds = Number(process.argv[2] ?? 5);
const busy = { bytes: 1_000, stream: false, connections: 32, pause: 0, key: testKey };
const quiet = { ...busy, connections: 8, pause: 20 };

const server = await startPostgres();
const { url } = await server.create();
try {
  await withUpstream(async ({ folder, upstream }) => {
    const gateways: (readonly [string, Served])[] = [];
    for (const [name, settings] of Object.entries({ SQLite: {}, PostgreSQL: { DIGLOT_DATABASE: url } })) {
      const own = join(folder, name);
      mkdirSync(own);
      gateways.push([name, await serve({ folder: own, upstream, settings })]);
    }
    const seen = gateways.map(() => ({ busy: [] as Figures[], quiet: [] as Figures[] }));
    for (const [, gateway] of gateways) await measure(gateway, busy, 5);
    for (let round = 0; round < rounds; round += 1)
      for (const [index, [, gateway]] of gateways.entries()) {
        seen[index]?.busy.push(await measure(gateway, busy, 1.5));
        seen[index]?.quiet.push(await measure(gateway, quiet, 1.5));
      }
    for (const [index, [name, gateway]] of gateways.entries()) {
      const figures = seen[index] ?? { busy: [], quiet: [] };
      const cost = median(figures.busy.map((each) => each.microsecondsPerCall));
      const [p50, p99] = [median(figures.quiet.map((each) => each.p50)), median(figures.quiet.map((each) => each.p99))];
      const errors = [...figures.busy, ...figures.quiet].reduce((sum, each) => sum + each.errors, 0);
      console.log(
        `${name.padEnd(11)} ${cost.toFixed(0)} µs a call  first byte p50 ${p50.toFixed(2)} p99 ${p99.toFixed(2)} ms  ${errors} errors`,
      );
      await gateway.end();
    }
  });
} finally {
  await server.stop();
}
