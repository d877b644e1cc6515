import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hasPostgres, startPostgres, type PostgresServer } from '../fakes/postgres-server.ts';
import { migrate } from '../../src/store/postgres/migrate.ts';
import { writeCalls } from '../../src/store/shared/settle-row.ts';
import { callOf, noon } from '../fakes/ledger-rows.ts';
import {
  countedUse,
  itemsBefore,
  itemsKept,
  storedBefore,
  tripsOver,
  type Facts,
  type Schema,
} from './schema-facts.ts';

const folder = 'src/store/postgres/migrations';
const files = readdirSync(folder).toSorted();

const factsSql = {
  columns: `select table_name || '.' || column_name as name,
      concat_ws(' ', data_type, case is_nullable when 'YES' then 'nullable' end,
        case when column_default is not null or is_identity = 'YES' then 'default' end) as fact
    from information_schema.columns where table_schema = 'public'`,
  functions: `select p.oid::regprocedure::text as name, pg_get_function_result(p.oid) as fact
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public'`,
  rules: `select c.relname || ': ' || pg_get_constraintdef(k.oid) as name, c.relname as fact
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public'
    union select c.relname || ': ' || regexp_replace(pg_get_indexdef(i.indexrelid), '^.* USING ', 'unique '), c.relname
      from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and i.indisunique`,
} as const;

async function readSchema(client: pg.Client): Promise<Schema> {
  const read = async (sql: string): Promise<Facts> => {
    const { rows } = await client.query<{ name: string; fact: string }>(sql);
    return new Map(rows.map(({ name, fact }) => [name, fact]));
  };
  return {
    columns: await read(factsSql.columns),
    functions: await read(factsSql.functions),
    rules: await read(factsSql.rules),
  };
}

/**
 * While instances are replaced one by one, those of the release before work on the tables of the next one. Removing something
 * therefore takes two releases: the first stops using it, the second removes it, and is listed here with the first one's number.
 */
const contracts: Readonly<Record<string, readonly string[]>> = {
  // Looser than the rule that it replaces.
  '0021-levels-of-alerts.sql': ['a new rule: delivery: unique btree (alert_id, window_start, threshold, level)'],
};

describe.skipIf(!hasPostgres)('migrations of PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => (server = await startPostgres()));
  afterAll(() => server.stop());

  async function connect(): Promise<pg.Client> {
    const { url, drop } = await server.create();
    const client = new pg.Client(url);
    await client.connect();
    onTestFinished(async () => {
      await client.end();
      await drop();
    });
    return client;
  }

  it('leave in place what instances of the release before use', async () => {
    const client = await connect();
    let before: Schema | null = null;
    for (const file of files) {
      await client.query(readFileSync(`${folder}/${file}`, 'utf8'));
      const after = await readSchema(client);
      if (before) expect([file, tripsOver(before, after)]).toEqual([file, contracts[file] ?? []]);
      before = after;
    }
  });

  it.each([
    ['alter table call drop column flags', 'call.flags is gone'],
    ['alter table call rename column flags to marks', 'call.marks is new and must be given'],
    ['alter table call alter column status type text', 'call.status was integer and is text'],
    ['alter table call alter column batch_id set not null', 'call.batch_id was text nullable and is text'],
    ['alter table call add column more text not null', 'call.more is new and must be given'],
    ['drop function draw_on', 'draw_on(text,bigint) is gone'],
    ['create unique index on key_client (client)', 'a new rule: key_client: unique btree (client)'],
    ['alter table call add check (status > 0)', 'a new rule: call: CHECK ((status > 0))'],
  ])('are found out when they do not: %s', async (sql, trouble) => {
    const client = await connect();
    for (const file of files) await client.query(readFileSync(`${folder}/${file}`, 'utf8'));
    const before = await readSchema(client);
    await client.query(sql);
    expect(tripsOver(before, await readSchema(client))).toContain(trouble);
  });

  it('count what workspaces have stored already', async () => {
    const client = await connect();
    const run = async (chosen: readonly string[]): Promise<void> => {
      for (const file of chosen) await client.query(readFileSync(`${folder}/${file}`, 'utf8'));
    };
    await run(files.filter((name) => name < '0012'));
    await client.query(storedBefore);
    await run(files.filter((name) => name >= '0012'));
    const sql = 'select workspace_id, bytes::integer from stored_use order by 1';
    expect((await client.query(sql)).rows).toEqual(countedUse);
    // Everything that is counted can go again.
    await client.query('delete from object_item; delete from object');
    expect((await client.query('select sum(bytes)::integer as bytes from stored_use')).rows).toEqual([{ bytes: 0 }]);
  });

  it('add up what workspaces were charged already, and go on with what is settled by the release before', async () => {
    const client = await connect();
    const run = async (chosen: readonly string[]): Promise<void> => {
      for (const file of chosen) await client.query(readFileSync(`${folder}/${file}`, 'utf8'));
    };
    const settle = (id: string) => client.query(`select settle_calls($1, 'i')`, [writeCalls([callOf({ id })]).text]);
    await run(files.filter((name) => name < '0023'));
    await settle('call_1');
    await settle('call_2');
    await run(files.filter((name) => name >= '0023'));
    const kept = 'select workspace_id, bucket_start::float8 as at, charge::integer from charge_bucket';
    expect((await client.query(kept)).rows).toEqual([{ workspace_id: 'acme', at: noon, charge: 20 }]);
    await settle('call_3');
    await settle('call_3');
    expect((await client.query(kept)).rows).toEqual([{ workspace_id: 'acme', at: noon, charge: 30 }]);
  });

  it('store items under the ids by which they are looked up, and none twice', async () => {
    const client = await connect();
    const run = async (chosen: readonly string[]): Promise<void> => {
      for (const file of chosen) await client.query(readFileSync(`${folder}/${file}`, 'utf8'));
    };
    await run(files.filter((name) => name < '0019'));
    await client.query(storedBefore);
    const add = 'insert into object_item (object_id, part, item_id, body) values ($1, $2, $3, $4)';
    for (const item of itemsBefore) await client.query(add, [...item]);
    await run(files.filter((name) => name >= '0019'));
    const sql = 'select object_id, part, item_id, body from object_item where seq > 3 order by seq';
    const { rows } = await client.query<Record<string, string>>(sql);
    expect(rows.map((row) => Object.values(row))).toEqual(itemsKept(itemsBefore));
  });

  it('do not make calls wait for a long transaction of another program', async () => {
    const client = await connect();
    for (const file of files.filter((name) => name < '0011'))
      await client.query(readFileSync(`${folder}/${file}`, 'utf8'));
    await client.query(
      'create table migration (number integer primary key, name text not null, applied_at bigint not null)',
    );
    await client.query("insert into migration values (10, '0010', 1)");
    const { host, port, user, database } = client;
    const pool = new pg.Pool({ host, port, user, database });
    pool.on('error', () => undefined);
    onTestFinished(() => pool.end());
    const [report, call] = [await pool.connect(), await pool.connect()];
    await report.query('begin; lock table object in row exclusive mode');
    const starting = migrate(pool, 1);
    const waits = 'select 1 from pg_locks where not granted and relation = $1::regclass';
    while ((await client.query(waits, ['object'])).rowCount === 0) await setTimeout(20);
    // What a call writes comes behind the migration in the queue for the table.
    await call.query("delete from object where id = 'none'");
    await report.query('rollback');
    await starting;
    const { rows } = await client.query('select number, applied_at::integer as at from migration order by number');
    expect(rows).toEqual([{ number: 10, at: 1 }, ...files.slice(10).map((_, at) => ({ number: 11 + at, at: 1 }))]);
    for (const each of [report, call]) each.release();
  });

  it.each([
    'create table new_one (id text primary key)',
    'alter table call add column more text',
    'alter table call add column more integer not null default 0',
    'create index on call (model)',
    'create function more() returns integer language sql as $$ select 1 $$',
  ])('may add: %s', async (sql) => {
    const client = await connect();
    for (const file of files) await client.query(readFileSync(`${folder}/${file}`, 'utf8'));
    const before = await readSchema(client);
    await client.query(sql);
    expect(tripsOver(before, await readSchema(client))).toEqual([]);
  });
});
