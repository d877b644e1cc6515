/** Many API keys: what a start, a call and the memory cost with so many, beside one. Keys are written into the database directly. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { measure, median, type Figures } from '../measure.ts';
import { residentBytes } from '../process-figures.ts';
import { serve, testKey, withUpstream, type Served } from '../serve.ts';

const count = Number(process.argv[2] ?? 200_000);
const rounds = 5;

/** Copies the one key that is there; the secrets of the copies are known to nobody. */
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

async function look(name: string, gateway: Served): Promise<void> {
  const job = { bytes: 1_000, stream: false, connections: 32, pause: 0, key: testKey };
  await measure(gateway, job, 5);
  const seen: Figures[] = [];
  for (let round = 0; round < rounds; round += 1) seen.push(await measure(gateway, job, 1));
  const cost = median(seen.map((each) => each.microsecondsPerCall));
  const megabytes = residentBytes(gateway.pid) / 1_048_576;
  console.log(
    `${name.padEnd(14)} ready after ${gateway.readyAfter.toFixed(0)} ms  ${megabytes.toFixed(0)} MB  ${cost.toFixed(0)} µs a call  ${seen.reduce((sum, { errors }) => sum + errors, 0)} errors`,
  );
  await gateway.end();
}

await withUpstream(async (place) => {
  await look('1 key', await serve(place));
  seed(join(place.folder, 'diglot.db'));
  await look(`${count} keys`, await serve(place));
});
