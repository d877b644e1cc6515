/** A gateway with a long history: how it starts, admits, shows usage and verifies with a large ledger. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { unitKinds } from '../../../src/shared/usage.ts';
import { measure, timed } from '../measure.ts';
import { serve, testKey, withUpstream, type Served } from '../serve.ts';

/** Days over which the calls are spread; they end before the current month, whose limits count what is in the ledger. */
const days = 90;

/** Copies the one call in the ledger, with its lines, and updates every sum to match. */
function seed(file: string, count: number): void {
  const database = new DatabaseSync(file);
  const columns = (database.prepare('pragma table_info(call)').all() as { name: string }[]).map(({ name }) => name);
  const first = new Date();
  const end = Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), 1) - 3_600_000;
  const at = `${end - days * 86_400_000} + n * ${Math.floor((days * 86_400_000) / count)}`;
  const copied = columns
    .filter((name) => name !== 'seq')
    .map((name) => {
      if (name === 'id' || name === 'request_id') return `printf('%s_%010d', '${name === 'id' ? 'call' : 'req'}', n)`;
      if (name === 'started_at') return at;
      if (name === 'ended_at') return `${at} + 1000`;
      return `c.${name}`;
    });
  const numbers = `with recursive number (n) as (select 1 union all select n + 1 from number where n < ${count})`;
  const key = 'workspace_id, started_at - started_at % 900000, key_id, model, product_sku, operation, status';
  const line = database.prepare('select unit_kind, quantity from charge_line').all() as {
    unit_kind: string;
    quantity: number;
  }[];
  const units = unitKinds.map(
    (kind) => `count(*) * ${line.find(({ unit_kind }) => unit_kind === kind)?.quantity ?? 0}`,
  );
  const bucket = 'workspace_id, bucket_start, key_id, model, product_sku, operation, status';
  database.exec(`
    pragma synchronous = off; pragma cache_size = -262144; begin;
    create temp table template as select * from call; create temp table line as select * from charge_line;
    ${numbers} insert into call (${columns.filter((name) => name !== 'seq').join(', ')}) select ${copied.join(', ')} from number, template c;
    ${numbers} insert into charge_line select printf('call_%010d', n), unit_kind, quantity, unit_price_pico, amount_nano, rest_pico
      from number, line;
    delete from usage_bucket;
    insert into usage_bucket (${bucket}, calls, charge, ${unitKinds.join(', ')})
      select ${key}, count(*), sum(charge), ${units.join(', ')} from call group by ${key};
    update account set posted = (select sum(charge) from call) where workspace_id = 'acme';
    update limit_use set posted = (select sum(charge) from call) where window = 'total' and subject in (select key_id from template);
    commit; pragma wal_checkpoint(truncate);`);
  database.close();
}

async function look(gateway: Served): Promise<void> {
  const to = Date.now() - (Date.now() % 86_400_000);
  const range = `from=${new Date(to - days * 86_400_000).toISOString()}&to=${new Date(to).toISOString()}`;
  const pages = {
    'usage of 90 days by model, a row a day': `/usage?${range}&bucket=day&group_by=model&workspace_id=acme`,
    'first page of calls': '/calls?workspace_id=acme',
    'overview of the workspace': '/workspaces/acme/overview',
  };
  for (const [name, path] of Object.entries(pages)) {
    const [milliseconds] = await timed(() => gateway.control(path));
    console.log(`${name.padEnd(42)} ${milliseconds.toFixed(0)} ms`);
  }
}

const count = Number(process.argv[2] ?? 10_000_000);

await withUpstream(async (place) => {
  const { folder } = place;
  const job = { bytes: 1_000, stream: false, connections: 8, pause: 20, key: testKey };
  const fresh = await serve(place);
  console.log(`${'start with an empty ledger'.padEnd(42)} ${fresh.readyAfter.toFixed(0)} ms`);
  const body = { model: 'bench', messages: [{ role: 'user', content: 'hi' }] };
  const headers = { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' };
  const url = `http://127.0.0.1:${fresh.port}/v1/chat/completions`;
  await (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).text();
  await fresh.end();
  const [seeding] = await timed(async () => seed(join(folder, 'diglot.db'), count));
  console.log(`${`${count} calls were seeded`.padEnd(42)} ${(seeding / 1000).toFixed(0)} s`);
  const gateway = await serve(place);
  console.log(`${`start with ${count} calls`.padEnd(42)} ${gateway.readyAfter.toFixed(0)} ms`);
  const { p50, p99, errors } = await measure(gateway, job, 5);
  console.log(
    `${'first byte right after the start'.padEnd(42)} p50 ${p50.toFixed(2)}  p99 ${p99.toFixed(2)} ms, ${errors} errors`,
  );
  await look(gateway);
  const [verifying, verdict] = await timed(() => gateway.control('/ledger/verify'));
  console.log(
    `${'verify'.padEnd(42)} ${(verifying / 1000).toFixed(1)} s, ${((verifying / count) * 1000).toFixed(1)} µs a call, ok: ${String(verdict['ok'])}`,
  );
  if (verdict['ok'] !== true) throw new Error(JSON.stringify(verdict).slice(0, 600));
  await gateway.end();
});
