import type { DatabaseSync } from 'node:sqlite';
import { unitKinds } from '../../shared/usage.ts';
import { query } from './query.ts';
import type { SettleRow } from './settle-row.ts';

export const quarterHour = 900_000;

/** The sums of a batch that go to one row each, however many calls they come from. */
interface Totals {
  /** By workspace and instance: the account, and the lease that paid. */
  readonly accounts: Map<string, { readonly workspaceId: string; readonly instanceId: string; charge: bigint }>;
  readonly limits: Map<string, { readonly key: readonly [string, string, number]; charge: bigint }>;
  readonly buckets: Map<string, { readonly first: SettleRow; calls: number; charge: bigint; readonly units: number[] }>;
  readonly keys: Map<string, SettleRow>;
}

const unitIndex = new Map<string, number>(unitKinds.map((kind, index) => [kind, index]));
const unitColumns = unitKinds.join(', ');

function prepareAll(database: DatabaseSync) {
  const places = (count: number): string => Array.from({ length: count }, () => '?').join(', ');
  return {
    call: database.prepare(`insert into call (id, request_id, workspace_id, key_id, product_sku, model, operation, provider,
      region, status, outcome, usage_source, hold, charge, price_from, started_at, first_byte_ms, ended_at, instance_id, flags)
      values (${places(20)}) on conflict (id) do nothing`),
    line: database.prepare('insert into charge_line values (?, ?, ?, ?, ?)'),
    known: query<{ charge: bigint }>(database, 'select charge from call where id = ?'),
    room: query<{ id: string; room: bigint }>(
      database,
      `select id, granted - consumed as room from lease where subject = ? and instance_id = ? and state = 'open'`,
    ),
    consume: database.prepare('update lease set consumed = consumed + ? where id = ?'),
    account: database.prepare(`insert into account (workspace_id, posted) values (?, ?)
      on conflict (workspace_id) do update set posted = posted + excluded.posted, leased = leased - ?`),
    limit: database.prepare(`insert into limit_use (subject, window, window_start, posted) values (?, ?, ?, ?)
      on conflict do update set posted = posted + excluded.posted`),
    bucket:
      database.prepare(`insert into usage_bucket (workspace_id, bucket_start, key_id, model, product_sku, operation, status,
      calls, charge, ${unitColumns}) values (${places(9 + unitKinds.length)})
      on conflict do update set calls = calls + excluded.calls, charge = charge + excluded.charge,
      ${unitKinds.map((kind) => `${kind} = ${kind} + excluded.${kind}`).join(', ')}`),
    key: database.prepare(`insert into key_use (key_id, workspace_id, last_used_at, model, call_id) values (?, ?, ?, ?, ?)
      on conflict do update set last_used_at = excluded.last_used_at, model = excluded.model, call_id = excluded.call_id
      where excluded.last_used_at >= last_used_at`),
    forget: database.prepare('delete from open_call where call_id = ?'),
  };
}

function addLimit(totals: Totals, key: readonly [string, string, number], charge: bigint): void {
  const name = `${key[1]} ${key[2]} ${key[0]}`;
  const total = totals.limits.get(name);
  if (total) total.charge += charge;
  else totals.limits.set(name, { key, charge });
}

function addBucket(totals: Totals, row: SettleRow): void {
  const [, , workspaceId, keyId, sku, model, operation, , , status] = row;
  const start = row[15] - (row[15] % quarterHour);
  const name = JSON.stringify([start, keyId, model, status, sku, operation, workspaceId]);
  let total = totals.buckets.get(name);
  if (!total) {
    total = { first: row, calls: 0, charge: 0n, units: unitKinds.map(() => 0) };
    totals.buckets.set(name, total);
  }
  total.calls += 1;
  total.charge += row[13];
  for (const [kind, quantity] of row[23]) {
    const index = unitIndex.get(kind) ?? 0;
    total.units[index] = (total.units[index] ?? 0) + quantity;
  }
}

function addUp(totals: Totals, row: SettleRow): void {
  const [, , workspaceId, keyId] = row;
  const charge = row[13];
  const instanceId = row[18];
  const name = `${instanceId} ${workspaceId}`;
  const account = totals.accounts.get(name);
  if (account) account.charge += charge;
  else totals.accounts.set(name, { workspaceId, instanceId, charge });
  addLimit(totals, [keyId, 'day', row[20]], charge);
  addLimit(totals, [keyId, 'month', row[21]], charge);
  addLimit(totals, [keyId, 'total', 0], charge);
  addLimit(totals, [workspaceId, 'month', row[21]], charge);
  addBucket(totals, row);
  const last = totals.keys.get(keyId);
  if (!last || row[15] >= last[15]) totals.keys.set(keyId, row);
}

/**
 * Writes settled calls and every sum that depends on them. The caller holds the transaction.
 * A call that is in the books already is left as it is, and adds to no sum.
 */
export function makeSettleBatch(database: DatabaseSync): (rows: readonly SettleRow[]) => (bigint | null)[] {
  const statements = prepareAll(database);

  const insert = (row: SettleRow): bigint | null => {
    const columns = row.slice(0, 20) as (string | number | bigint | null)[];
    const isNew = statements.call.run(...columns).changes === 1;
    if (row[22]) statements.forget.run(row[0]);
    if (!isNew) return statements.known.get(row[0])?.charge ?? null;
    for (const [kind, quantity, price, amount] of row[23]) statements.line.run(row[0], kind, quantity, price, amount);
    return null;
  };

  const pay = (workspaceId: string, instanceId: string, charge: bigint): void => {
    const lease = statements.room.get(workspaceId, instanceId);
    // A lease that was closed meanwhile has given its rest back: what comes late is posted, and taken from no lease.
    const leased = lease === undefined ? 0n : charge < lease.room ? charge : lease.room;
    if (lease !== undefined && leased > 0n) statements.consume.run(leased, lease.id);
    statements.account.run(workspaceId, charge, leased);
  };

  return (rows) => {
    const totals: Totals = { accounts: new Map(), limits: new Map(), buckets: new Map(), keys: new Map() };
    const results = rows.map((row) => {
      const known = insert(row);
      if (known === null) addUp(totals, row);
      return known;
    });
    for (const { workspaceId, instanceId, charge } of totals.accounts.values()) pay(workspaceId, instanceId, charge);
    for (const { key, charge } of totals.limits.values()) statements.limit.run(...key, charge);
    for (const { first, calls, charge, units } of totals.buckets.values()) {
      const start = first[15] - (first[15] % quarterHour);
      const group = [first[2], start, first[3], first[5], first[4], first[6], first[9]];
      statements.bucket.run(...group, calls, charge, ...units);
    }
    for (const row of totals.keys.values()) statements.key.run(row[3], row[2], row[15], row[5], row[0]);
    return results;
  };
}
