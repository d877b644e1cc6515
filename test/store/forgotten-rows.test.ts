import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { bringUpToDate } from '../../src/store/postgres/migrate.ts';
import { makeOperations } from '../../src/store/postgres/operations/operations.ts';
import { makeSession } from '../../src/store/postgres/session.ts';
import { makeBatchServers } from '../../src/store/sqlite/batch-server.ts';
import { openDatabase } from '../../src/store/sqlite/open-database.ts';
import { hasPostgres, startPostgres, type PostgresServer } from '../fakes/postgres-server.ts';

const day = 86_400_000;
const now = 100 * day;

/** A database, and the heartbeat of one of its instances. */
interface Engine {
  readonly change: (sql: string) => Promise<unknown>;
  readonly ids: (table: string) => Promise<readonly string[]>;
  readonly heartbeat: (at: number) => Promise<unknown>;
}

async function openSqlite(): Promise<Engine> {
  const database = openDatabase(':memory:', now);
  onTestFinished(() => database.close());
  const parts = { makeRoom: () => false, isShort: () => false, onBroken: () => undefined };
  const server = makeBatchServers(database, { ...parts, isShared: true }).of('own');
  return {
    change: async (sql) => database.exec(sql),
    ids: async (table) =>
      database
        .prepare(`select id from ${table} order by id`)
        .all()
        .map(({ id }) => String(id)),
    heartbeat: async (at) =>
      server.answer({
        now: at,
        settle: null,
        requests: ['beat', 'recover'].map((name) => ({ name, parameters: [at] })),
      }),
  };
}

async function openPostgres(server: PostgresServer): Promise<Engine> {
  const { url, drop } = await server.create();
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await drop();
  });
  const session = makeSession(client);
  await bringUpToDate(session, now);
  const { beat, recover } = makeOperations({ instanceId: 'own' });
  return {
    change: (sql) => session.run(sql),
    ids: async (table) =>
      (await session.all<{ id: string }>(`select id from ${table} order by id`)).map(({ id }) => id),
    heartbeat: (at) => beat(session, at).then(() => recover(session, at)),
  };
}

async function forgets({ change, ids, heartbeat }: Engine): Promise<void> {
  await change(`insert into instance (id, started_at, heartbeat_at) values
    ('gone', 1, ${now - day - 1}), ('stopped', 1, 0), ('yesterday', 1, ${now - day}), ('lately', 1, ${now - day + 60_000})`);
  await change(`insert into lease (id, subject, instance_id, granted, state, expires_at, kind, batch_id) values
    ('closed', 'acme', 'gone', 5, 'closed', ${now - day - 1}, 'instance', null),
    ('endless', 'acme', 'stopped', 5, 'closed', null, 'instance', null),
    ('fresh', 'acme', 'yesterday', 5, 'closed', ${now - day + 60_000}, 'instance', null),
    ('open', 'acme', 'own', 0, 'open', ${now + 60_000}, 'instance', null),
    ('batch', 'acme', 'gone', 5, 'closed', null, 'batch', 'batch_1')`);
  await heartbeat(now);
  expect(await ids('lease')).toEqual(['batch', 'fresh', 'open']);
  expect(await ids('instance')).toEqual(['lately', 'yesterday', 'own'].toSorted());
  // Once an hour.
  await heartbeat(now + 120_000);
  expect(await ids('lease')).toEqual(['batch', 'fresh', 'open']);
  await heartbeat(now + 3_600_000);
  expect(await ids('lease')).toEqual(['batch', 'open']);
  expect(await ids('instance')).toEqual(['own']);
}

/** What many workspaces have leased in a day is not deleted in one transaction, for which calls would wait. */
async function forgetsInParts({ change, ids, heartbeat }: Engine): Promise<void> {
  await change(`insert into lease (id, subject, instance_id, granted, state, expires_at)
    with recursive one (n) as (select 1 union all select n + 1 from one where n < 10100)
    select 'lease_' || n, 'acme', 'own', 5, 'closed', 1 from one`);
  await heartbeat(now);
  expect(await ids('lease')).toHaveLength(100);
  await heartbeat(now + 15_000);
  expect(await ids('lease')).toEqual([]);
}

describe('a heartbeat deletes leases and instances that ended a day ago', () => {
  it('in the embedded database', async () => forgets(await openSqlite()));
  it('in the embedded database, ten thousand at a time', async () => forgetsInParts(await openSqlite()));

  describe.skipIf(!hasPostgres)('in PostgreSQL', () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await startPostgres();
    }, 60_000);
    afterAll(() => server.stop());

    it('as well', async () => forgets(await openPostgres(server)));
    it('ten thousand at a time as well', async () => forgetsInParts(await openPostgres(server)));
  });
});
