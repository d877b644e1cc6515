/** SQLite and PostgreSQL: processor time of a call in the gateway, and the time to its first byte at a low rate, in turns. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '../../../test/fakes/postgres-server.ts';
import { printCompared, serve, withUpstream, type Served } from '../serve.ts';

const rounds = Number(process.argv[2] ?? 5);

const server = await startPostgres();
try {
  const { url } = await server.create();
  await withUpstream(async ({ folder, upstream }) => {
    const gateways: Record<string, Served> = {};
    for (const [name, settings] of Object.entries({ SQLite: {}, PostgreSQL: { DIGLOT_DATABASE: url } })) {
      const own = join(folder, name);
      mkdirSync(own);
      gateways[name] = await serve({ folder: own, upstream, settings });
    }
    await printCompared(gateways, { rounds, seconds: 1.5, warmUp: 5 });
  });
} finally {
  await server.stop();
}
