import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listMigrations } from '../../src/store/shared/repository.ts';
import { runMigration } from '../../src/store/sqlite/open-database.ts';
import { makeSettleBatch } from '../../src/store/sqlite/settle-batch.ts';
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

const folder = 'src/store/migrations';
const files = readdirSync(folder).toSorted();
const ours = (engine: string): URL => new URL(`../../src/store/${engine}migrations/`, import.meta.url);
const textOf = (file: string): string => readFileSync(`${folder}/${file}`, 'utf8');

const columnsSql = `select t.name || '.' || c.name as name,
    trim(lower(c.type) || case when c."notnull" = 0 and c.pk = 0 then ' nullable' else '' end
      || case when c.dflt_value is not null or c.hidden in (2, 3) or (c.pk = 1 and lower(c.type) = 'integer') then ' default' else '' end)
      as fact
  from sqlite_schema t join pragma_table_xinfo(t.name) c where t.type = 'table'`;
const uniqueSql = `select t.name || ': unique (' || (select group_concat(coalesce(name, 'expression'), ', ') from pragma_index_info(i.name))
    || ')' || case i.partial when 1 then ' of some' else '' end as name, t.name as fact
  from sqlite_schema t join pragma_index_list(t.name) i where t.type = 'table' and i."unique" = 1`;
/** A trigger that refuses nothing is no rule: it only keeps something else. */
const triggersSql = `select tbl_name || ': ' || name as name, tbl_name as fact from sqlite_schema
  where type = 'trigger' and sql like '%raise(%'`;

/** Texts in parentheses that follow `check`, without regard to spaces. */
function checksOf(sql: string): readonly string[] {
  return [...sql.matchAll(/\bcheck\s*\(/gi)].map(({ index, 0: start }) => {
    let end = index + start.length;
    for (let open = 1; open > 0 && end < sql.length; end += 1) open += { '(': 1, ')': -1 }[sql[end] ?? ''] ?? 0;
    return sql.slice(index, end).toLowerCase().replaceAll(/\s+/g, ' ');
  });
}

function readSchema(database: DatabaseSync): Schema {
  const read = (sql: string): Facts =>
    new Map(
      (database.prepare(sql).all() as unknown as readonly { name: string; fact: string }[]).map(({ name, fact }) => [
        name,
        fact,
      ]),
    );
  const tables = read(`select name, sql as fact from sqlite_schema where type = 'table' and sql is not null`);
  const checks = [...tables].flatMap(([table, sql]) =>
    checksOf(sql).map((check) => [`${table}: ${check}`, table] as const),
  );
  return {
    columns: read(columnsSql),
    functions: new Map(),
    rules: new Map([...read(uniqueSql), ...read(triggersSql), ...checks]),
  };
}

/** Without rules of columns that are new too: the release before leaves these out. */
function withoutRulesOfNew(before: Schema, after: Schema): Schema {
  const added = [...after.columns.keys()].filter((name) => !before.columns.has(name));
  const isOfNew = (rule: string, table: string): boolean =>
    /: (?:check|unique) /.test(rule) &&
    added.some((name) => name.startsWith(`${table}.`) && new RegExp(`\\b${name.split('.')[1]}\\b`).test(rule));
  const rules = new Map([...after.rules].filter(([rule, table]) => !isOfNew(rule, table)));
  return { ...after, rules };
}

function atNewest(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  onTestFinished(() => database.close());
  for (const file of files) runMigration(database, textOf(file));
  return database;
}

/** The tables of the migrations before this one were never those of a release, nor shared by workers. */
const first = '0013';

it('migrations have names of one form, and no number twice', () => {
  const namesOf = (...names: readonly string[]) => {
    const ofNames = mkdtempSync(join(tmpdir(), 'diglot-migrations-'));
    onTestFinished(() => rmSync(ofNames, { recursive: true }));
    for (const name of names) writeFileSync(join(ofNames, name), '');
    return () => listMigrations(pathToFileURL(`${ofNames}/`)).map(({ name }) => name);
  };
  expect(namesOf('0002-b.sql', '0001-a.sql')()).toEqual(['0001-a.sql', '0002-b.sql']);
  expect(namesOf('0001-a.sql', '0002-b.sql', '0002-c.sql')).toThrow('0002-b.sql and 0002-c.sql in ');
  expect(namesOf('0001-a.sql', 'notes.sql')).toThrow('notes.sql in ');
  for (const engine of ['', 'postgres/']) expect(listMigrations(ours(engine)).length).toBeGreaterThan(1);
});

describe('migrations of SQLite', () => {
  it('leave in place what the release before uses', () => {
    const database = new DatabaseSync(':memory:');
    onTestFinished(() => database.close());
    let before: Schema | null = null;
    for (const file of files) {
      runMigration(database, textOf(file));
      const after = readSchema(database);
      if (before && file > first)
        expect([file, tripsOver(before, withoutRulesOfNew(before, after))]).toEqual([file, []]);
      before = after;
    }
  });

  it.each([
    ['alter table call rename column flags to marks', 'call.flags is gone'],
    ['alter table call rename column flags to marks', 'call.marks is new and must be given'],
    ['drop table key_client', 'key_client.client is gone'],
    ['create unique index once on key_client (client)', 'a new rule: key_client: unique (client)'],
    ["create trigger never before insert on call begin select raise(abort, 'no'); end", 'a new rule: call: never'],
  ])('are found out when they do not: %s', (sql, trouble) => {
    const database = atNewest();
    const before = readSchema(database);
    database.exec(sql);
    expect(tripsOver(before, readSchema(database))).toContain(trouble);
  });

  it('count what workspaces have stored already', () => {
    const database = new DatabaseSync(':memory:');
    onTestFinished(() => database.close());
    for (const file of files.filter((name) => name < '0024')) runMigration(database, textOf(file));
    database.exec(storedBefore);
    for (const file of files.filter((name) => name >= '0024')) runMigration(database, textOf(file));
    expect(database.prepare('select * from stored_use order by 1').all()).toMatchObject(countedUse);
    // Everything that is counted can go again.
    database.exec('delete from object_item; delete from object');
    expect(database.prepare('select sum(bytes) as bytes from stored_use').get()).toMatchObject({ bytes: 0 });
  });

  it('add up what workspaces were charged already', () => {
    const database = new DatabaseSync(':memory:');
    onTestFinished(() => database.close());
    for (const file of files.filter((name) => name < '0034')) runMigration(database, textOf(file));
    const settleBatch = makeSettleBatch(database);
    const settle = (id: string) => settleBatch([{ ...callOf({ id }), instanceId: 'i' }]);
    settle('call_1');
    settle('call_2');
    for (const file of files.filter((name) => name >= '0034')) runMigration(database, textOf(file));
    const kept = database.prepare('select workspace_id, bucket_start, charge from charge_bucket');
    expect(kept.all()).toMatchObject([{ workspace_id: 'acme', bucket_start: noon, charge: 20 }]);
    settle('call_3');
    settle('call_3');
    expect(kept.all()).toMatchObject([{ workspace_id: 'acme', bucket_start: noon, charge: 30 }]);
  });

  it('store items under the ids by which they are looked up, and none twice', () => {
    const database = new DatabaseSync(':memory:');
    onTestFinished(() => database.close());
    for (const file of files.filter((name) => name < '0030')) runMigration(database, textOf(file));
    database.exec(storedBefore);
    const add = database.prepare('insert into object_item (object_id, part, item_id, body) values (?, ?, ?, ?)');
    const before = [...itemsBefore, ['conv_1', 'input', 'x\0', '{"nul":1}'] as const];
    for (const item of before) add.run(...item);
    for (const file of files.filter((name) => name >= '0030')) runMigration(database, textOf(file));
    const sql = 'select object_id, part, item_id, body from object_item where seq > 3 order by seq';
    const rows = database.prepare(sql).all();
    expect(rows.map((row) => Object.values(row))).toEqual(itemsKept(before));
    const bytes = `select sum(octet_length(body) + 1024) as bytes from object_item where object_id = 'conv_2'`;
    const used = `select bytes - 1026 as bytes from stored_use where workspace_id = 'other'`;
    expect(database.prepare(used).get()).toEqual(database.prepare(bytes).get());
  });

  it.each([
    'create table new_one (id text primary key) strict',
    'alter table call add column more text',
    'alter table call add column more integer not null default 0',
    'alter table call add column more integer check (more > 0)',
    'create index more on call (model)',
  ])('may add: %s', (sql) => {
    const database = atNewest();
    const before = readSchema(database);
    database.exec(sql);
    expect(tripsOver(before, withoutRulesOfNew(before, readSchema(database)))).toEqual([]);
  });
});
