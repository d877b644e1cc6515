/**
 * Many API keys: the cost of a start and a call, and the memory, compared with one key. Keys are written into the database
 * directly.
 */
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { printCompared, serve, withUpstream, type Served } from '../serve.ts';

const count = Number(process.argv[2] ?? 200_000);

/** Copies the only key; each copy has an id and a hash of its own. */
function seed(file: string): void {
  const database = new DatabaseSync(file);
  const columns = (database.prepare('pragma table_info(api_key)').all() as { name: string }[]).map(({ name }) => name);
  const { id: first } = database.prepare('select id from api_key limit 1').get() as { id: string };
  const values = columns.map((name) => (name === 'id' || name === 'hash' ? '?' : name));
  const copy = database.prepare(
    `insert into api_key (${columns.join(', ')}) select ${values.join(', ')} from api_key where id = '${first}'`,
  );
  database.exec('begin');
  const places = columns.filter((name) => name === 'id' || name === 'hash');
  for (let key = 1; key < count; key += 1) {
    const hash = createHash('sha256').update(`seeded ${key}`).digest('hex');
    copy.run(...places.map((name) => (name === 'id' ? `key_seed${key}` : hash)));
  }
  database.exec('commit');
  database.close();
}

await withUpstream(async ({ folder, upstream }) => {
  const start = async (name: string): Promise<Served> => {
    mkdirSync(join(folder, name), { recursive: true });
    return serve({ folder: join(folder, name), upstream });
  };
  // The first start makes the database that is then filled.
  await (await start('many')).end();
  seed(join(folder, 'many', 'diglot.db'));
  const gateways = { '1 key': await start('one'), [`${count} keys`]: await start('many') };
  await printCompared(gateways, { rounds: 5, seconds: 1, warmUp: 5 });
});
