import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { silentLog } from '../../src/shared/log.ts';
import { copyToPostgres } from '../../src/store/move/copy-to-postgres.ts';
import { openEmbeddedSource } from '../../src/store/move/embedded-source.ts';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { runMigration } from '../../src/store/sqlite/open-database.ts';
import { makeHandClock } from '../fakes/hand-clock.ts';
import { hasPostgres, startPostgres, type PostgresServer } from '../fakes/postgres-server.ts';
import { runWords } from '../unit/cli/make-context.ts';
import { makeEarlier, newFile, newFolder } from '../unit/store/set-up-store.ts';

/** What a seed does not invent, in the tables that refer to others and with the texts that engines read differently. */
const more = `
  insert into object (seq, id, kind, spec, workspace_id, created_at, fields)
    values (7, 'file_a', 'file', 'a', 'demo', 1, '{"name":"\\u0000 ü 🌍"}');
  insert into object_item (object_id, part, item_id, body) values ('file_a', 'input', 'Z', '{}'), ('file_a', 'input', 'a', '"é"');
  insert into person (id, email, email_folded, name, operator, totp_confirmed, totp_last_step, created_at, version)
    values ('person_1', 'Ann@example.com', 'ann@example.com', 'Ann' || char(0) || 'e', 1, 0, 9007199254740993, 1, 1);
  insert into ticket values ('ab', 'link', 'person_1', '{}', 5), ('Ab', 'link', null, '{}', 5), ('ä', 'link', null, '', 5);
  insert into alert values (3, 'alert_1', 'demo', 'balance', null, '[80]', 'email', 'ann@example.com', null, 1, 1);
  insert into delivery values (4, 'delivery_1', 'alert_1', 'demo', null, 1, 2, 3, 'waiting', 0, null, 1, null, 9, 0);
  insert into lease (id, subject, instance_id, granted, consumed, state, kind, batch_id)
    values ('batch:b', 'demo', '', 1000, 400, 'open', 'batch', 'b');
  insert into refusal_bucket values ('demo', 0, 'key_a', 'overloaded', 3, 5), ('demo', 0, 'key_A', 'overloaded', 9007199254740993, 5);
  update account set leased = 600;`;

/** The file of an embedded database with invented calls. */
async function seeded(calls = 500): Promise<string> {
  const folder = newFolder();
  const { code, err } = await runWords(['demo', 'seed', '--data', folder, '--calls', `${calls}`]);
  expect([code, err]).toEqual([0, '']);
  const file = join(folder, 'diglot.db');
  const database = new DatabaseSync(file);
  database.exec(more);
  database.close();
  return file;
}

/** The texts of an answer whose rows are lists. */
const textsOf = (result: pg.QueryResult | undefined): readonly unknown[] =>
  (result?.rows ?? []).flatMap((row) => (Array.isArray(row) ? (row as readonly unknown[]) : []));

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

describe.skipIf(!hasPostgres)('an embedded database, copied to PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => (server = await startPostgres()));
  afterAll(() => server.stop());

  async function newTarget() {
    const { url, drop } = await server.create();
    onTestFinished(drop);
    const change = async (sql: string) => {
      const client = new pg.Client(url);
      await client.connect();
      const { rows } = await client.query<Record<string, unknown>>(sql);
      await client.end();
      return rows;
    };
    return { url, change };
  }

  const migrate = (file: string, url: string, ...words: string[]) =>
    runWords(['migrate', '--data', dirname(file), '--to', url, ...words]);

  it('has every row of every table, and is left out only what belongs to processes', async () => {
    const file = await seeded();
    const { url, change } = await newTarget();
    const before = hashOf(file);
    const { code, out } = await migrate(file, url, '--json');
    expect(code).toBe(0);
    expect(hashOf(file)).toBe(before);
    const { copied, tables } = JSON.parse(out) as { copied: boolean; tables: { name: string; rows: number }[] };
    expect(copied).toBe(true);
    const database = new DatabaseSync(file);
    const names = database.prepare(`select name from sqlite_schema where type = 'table'`).all();
    const left = [
      'charge_bucket',
      'daybook',
      'deleted_item',
      'instance',
      'migration',
      'open_call',
      'sqlite_sequence',
      'stored_use',
    ];
    expect([...tables.map(({ name }) => name), ...left].toSorted()).toEqual(
      names.map(({ name }) => String(name)).toSorted(),
    );
    for (const { name, rows } of tables) {
      expect([name, database.prepare(`select count(*) as n from "${name}"`).get()?.['n']]).toEqual([name, rows]);
      expect([name, (await change(`select count(*)::integer as n from "${name}"`))[0]?.['n']]).toEqual([name, rows]);
    }
    database.close();
    expect(await change(`select name, totp_last_step from person`)).toEqual([
      { name: 'Ann\ufffde', totp_last_step: '9007199254740993' },
    ]);
  });

  it('is a database to go on with: the books agree, and what is new comes after what was copied', async () => {
    const file = await seeded();
    const { url, change } = await newTarget();
    expect((await migrate(file, url)).code).toBe(0);
    const store = await openPostgresStore({ database: url, clock: makeHandClock(Date.now()), log: silentLog });
    onTestFinished(store.close);
    expect(await store.ledger.verify()).toEqual([]);
    const entry = {
      id: 'e',
      workspaceId: 'demo',
      externalId: 'e',
      callId: null,
      amount: 5n,
      actor: 'me',
      createdAt: 1,
    };
    await store.ledger.post({ ...entry, kind: 'topup', reason: 'more' });
    const [last] = await change('select id, seq from grant_entry order by seq desc limit 1');
    expect(last).toEqual({ id: 'e', seq: '4' });
    expect(store.keys.listKeys('demo').length).toBe(5);
  });

  it('has items under ids that PostgreSQL can tell apart, and takes into its indexes', async () => {
    const file = await seeded();
    const database = new DatabaseSync(file);
    const add = database.prepare(
      `insert into object_item (object_id, part, item_id, body) values ('file_a', 'input', ?, '{}')`,
    );
    const long = [randomBytes(2_250).toString('base64'), 'a'.repeat(513)];
    for (const id of ['x\0', 'x\ufffd', 'x'.repeat(512), ...long]) add.run(id);
    runMigration(database, readFileSync('src/store/migrations/0030-ids-of-items.sql', 'utf8'));
    database.close();
    const { url, change } = await newTarget();
    const { code, err } = await migrate(file, url);
    expect([code, err]).toEqual([0, expect.any(String)]);
    const items = await change('select item_id from object_item order by seq desc limit 5');
    const derived = expect.stringMatching(/^item_\w{22}$/) as string;
    const ids = items.map(({ item_id: id }) => id);
    expect(ids).toEqual([derived, derived, 'x'.repeat(512), 'x\ufffd', derived]);
    expect(new Set(ids).size).toBe(5);
    expect(await migrate(file, url)).toMatchObject({ code: 0, out: expect.stringContaining('nothing was written') });
    const store = await openPostgresStore({ database: url, clock: makeHandClock(Date.now()), log: silentLog });
    onTestFinished(store.close);
    const object = await store.objects.find({ spec: 'a', kind: 'file', id: 'file_a', workspaceId: 'demo' });
    for (const id of ['x\0', ...long]) expect(object && (await store.objects.item(object, id))).not.toBeNull();
  });

  it('is compared, and not written, when it is there already', async () => {
    const file = await seeded();
    const { url } = await newTarget();
    await migrate(file, url);
    const again = await migrate(file, url);
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('nothing was written')]);
  });

  it.each([
    [
      'a call that was charged something else',
      `alter table call disable trigger all; update call set charge = charge + 1 where seq = 400`,
      'call (seq 400) has another charge',
    ],
    ['a row that is missing', `delete from object_item where item_id = 'a'`, 'object_item (seq 2) is missing'],
    ['a row too many', `insert into ticket values ('ü', 'link', null, '', 5)`, 'ticket has more rows'],
  ])('is refused with %s, and left as it is', async (_, sql, difference) => {
    const file = await seeded();
    const { url, change } = await newTarget();
    await migrate(file, url);
    await change(sql);
    const { code, err } = await migrate(file, url);
    expect([code, err]).toEqual([
      1,
      expect.stringContaining(`is not empty and does not hold this database: ${difference}`),
    ]);
  });

  it('is compared in pieces that fit into memory, however large its items are', async () => {
    const file = await seeded();
    const database = new DatabaseSync(file);
    const add = database.prepare(
      `insert into object_item (object_id, part, item_id, body) values ('file_a', 'input', ?, ?)`,
    );
    const body = JSON.stringify('x'.repeat(1_000_000));
    for (let item = 0; item < 20; item += 1) add.run(`large ${item}`, body);
    database.close();
    const { url } = await newTarget();
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const { code } = await migrate(file, url);
    const results = await Promise.all(query.mock.results.map(({ value }) => value as Promise<pg.QueryResult>));
    expect(code).toBe(0);
    const sizes = results.map((result) => textsOf(result).join('').length);
    expect(Math.max(...sizes)).toBeGreaterThan(1_000_000);
    expect(Math.max(...sizes)).toBeLessThan(6_000_000);
  });

  it('is as empty as before when the copy is stopped half way, and can be copied again', async () => {
    const file = await seeded(5_000);
    const { url, change } = await newTarget();
    const source = openEmbeddedSource(file);
    const stopping = new AbortController();
    const copying = copyToPostgres({
      ...{ source, target: url, now: 1, stop: stopping.signal },
      onProgress: ({ table, rows }) => void (table === 'call' && rows > 1_000 && stopping.abort()),
    });
    await expect(copying).rejects.toThrow('Stopped. The target was left as it was.');
    source.close();
    expect(await change(`select table_name from information_schema.tables where table_schema = 'public'`)).toEqual([]);
    expect((await migrate(file, url)).code).toBe(0);
  });

  it('says with its exit code that it was interrupted', async () => {
    const { url } = await newTarget();
    const words = ['migrate', '--data', dirname(await seeded()), '--to', url];
    const { code, err } = await runWords(words, { stop: AbortSignal.abort() });
    expect([code, err]).toEqual([130, 'Stopped. The target was left as it was.\n']);
  });

  it('is refused where tables are those of another program', async () => {
    const { url, change } = await newTarget();
    await change('create table theirs (id integer)');
    const { code, err } = await migrate(await seeded(), url);
    expect([code, err]).toEqual([1, expect.stringContaining('tables of another program')]);
  });

  it.each([
    ['without a server', 'postgres://me:hunter2@127.0.0.1:1/db', 'The target cannot be used'],
    ['where the password is not written as one of an address', 'postgres://me:hunter2/x@127.0.0.1:1/db', 'as %2F'],
    [
      'where the address is of another kind',
      'mysql://me:a@hunter2@127.0.0.1:1/db',
      'you wrote "mysql://me:…@127.0.0.1:1/db"',
    ],
    ['where the address has several hosts', 'postgres://me:hunter2@one,two/db', 'names several hosts'],
    ['where the address has no kind', 'me:hunter2@127.0.0.1:1/db', 'you wrote "me:…@127.0.0.1:1/db"'],
  ])('is refused %s, in a line without the password', async (_, to, words) => {
    const { code, err } = await migrate(await seeded(), to);
    expect(code).not.toBe(0);
    expect(err).toContain(words);
    expect(err).not.toMatch(/hunter2|\n {4}at /);
  });
});

describe('an embedded database to copy from', () => {
  const change = (file: string, sql: string): void => {
    const database = new DatabaseSync(file);
    database.exec(sql);
    database.close();
  };

  it('keeps gateways out until it is closed', async () => {
    const file = await seeded();
    const source = openEmbeddedSource(file);
    const start = () => runWords(['demo', 'seed', '--workspace', 'other', '--calls', '1', '--data', dirname(file)]);
    await expect(start()).resolves.toMatchObject({ code: 1 });
    source.close();
    await expect(start()).resolves.toMatchObject({ code: 0 });
  });

  it('is refused while a process has it open', async () => {
    const file = await seeded();
    const gateway = new DatabaseSync(file);
    gateway.exec('pragma locking_mode = exclusive; begin immediate; commit;');
    expect(() => openEmbeddedSource(file)).toThrow('is in use by another process');
    gateway.close();
  });

  it.each([
    ['a settlement that is not posted', `insert into daybook (instance_id, settlements) values ('i', '[]')`],
    ['a call that was open', `insert into open_call values ('c', 'i', '{}', 1)`],
  ])('is refused with %s, and says what to do', async (_, sql) => {
    const file = await seeded();
    change(file, sql);
    expect(() => openEmbeddedSource(file)).toThrow(
      'was killed and did not finish its books. Start this release on it once',
    );
  });

  it('is refused with a call that the books refused', async () => {
    const file = await seeded();
    change(file, `insert into daybook (instance_id, settlements, refusal) values ('i', '[]', 'why')`);
    expect(() => openEmbeddedSource(file)).toThrow('1 settled calls could not be posted');
  });

  it('is refused when another release used it last, or when there is none', async () => {
    const file = await seeded();
    change(file, `insert into migration values (9999, '9999-future.sql', 0)`);
    expect(() => openEmbeddedSource(file)).toThrow('by a newer release');
    const earlier = newFile();
    makeEarlier(earlier, '0012').close();
    expect(() => openEmbeddedSource(earlier)).toThrow('by an earlier release');
    expect(() => openEmbeddedSource(newFile())).toThrow('There is no database at');
  });

  it('is needed: an address of PostgreSQL cannot be copied, nor to anything else', async () => {
    const environment = { DIGLOT_DATABASE: 'postgres://me:hunter2@127.0.0.1/db' };
    const words = ['migrate', '--to', 'postgres://127.0.0.1/db'];
    await expect(runWords(words, { environment })).resolves.toMatchObject({ code: 2 });
    const wrong = await runWords(['migrate', '--to', 'mysql://me:hunter2@127.0.0.1/db']);
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('--to must be postgres://')]);
    expect(wrong.err).not.toContain('hunter2');
  });
});
