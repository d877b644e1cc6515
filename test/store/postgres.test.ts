import { afterAll, beforeAll, describe, it } from 'vitest';
import { hasPostgres, startPostgres, type PostgresServer } from '../fakes/postgres-server.ts';
import { newPostgresEngine, type NewEngine } from './engine.ts';
import { ports } from './ports.ts';
import { describeLateCalls } from './late-calls.ts';
import { describeRaces } from './races.ts';
import { describeSharedCredit } from './shared-credit.ts';

/** The engine for several instances keeps the ports, and whatever two of them do at once, each over its own connections. */
describe.skipIf(!hasPostgres)('PostgreSQL', () => {
  let server: PostgresServer;
  let newEngine: NewEngine;
  beforeAll(async () => {
    server = await startPostgres();
    newEngine = newPostgresEngine(server);
  }, 60_000);
  afterAll(() => server.stop());

  for (const describePort of [...ports, describeLateCalls, describeRaces, describeSharedCredit])
    describePort(() => newEngine());
});

it.runIf(!hasPostgres)('PostgreSQL is not here: its engine was left out', ({ skip }) => skip());
