import { afterAll, beforeAll, describe, it } from 'vitest';
import { hasPostgres, startPostgres, type PostgresServer } from '../fakes/postgres-server.ts';
import { newPostgresEngine } from './engine.ts';
import { ports } from './ports.ts';
import { describeLateCalls } from './late-calls.ts';
import { describeRaces } from './races.ts';
import { describeSharedCredit } from './shared-credit.ts';

/** The engine for several instances keeps the ports, and whatever two of them do at once, each over its own connections. */
describe.skipIf(!hasPostgres)('PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server.stop());

  const newEngine = () => newPostgresEngine(server)();
  for (const describePort of [...ports, describeLateCalls, describeRaces, describeSharedCredit])
    describePort(newEngine);
});

it.runIf(!hasPostgres)('PostgreSQL is not here: its engine was left out', ({ skip }) => skip());
