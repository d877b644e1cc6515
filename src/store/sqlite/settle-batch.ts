import type { DatabaseSync } from 'node:sqlite';
import { lossAccount } from '../../shared/ids.ts';
import { least, picoPerNano } from '../../shared/money.ts';
import { quarterHour } from '../../shared/time/calendar.ts';
import { unitKinds } from '../../shared/usage.ts';
import { excessEntry, isLate, lateCall, regainEntry, type ChargedLine, type KnownCall } from '../shared/open-call.ts';
import type { Settlement } from '../shared/settle-row.ts';

import { query } from './query.ts';

const places = (count: number): string => Array.from({ length: count }, () => '?').join(', ');

function prepareAll(database: DatabaseSync) {
  return {
    call: database.prepare(`insert into call (id, request_id, workspace_id, key_id, product_sku, model, operation, provider,
      region, status, outcome, usage_source, hold, charge, price_from, started_at, first_byte_ms, ended_at, instance_id, flags,
      batch_id, losses) values (${places(22)}) on conflict (id) do nothing`),
    known: query<KnownCall>(database, 'select charge, outcome from call where id = ?'),
    open: query<{ id: string; available: bigint }>(
      database,
      `select id, granted - consumed as available from lease where subject = ? and instance_id = ? and state = 'open' and kind = 'instance' and window = 'balance'`,
    ),
    reserved: query<{ id: string; available: bigint }>(
      database,
      `select id, granted - consumed as available from lease where batch_id = ? and state = 'open'`,
    ),
    limits:
      database.prepare(`update lease set consumed = min(granted, consumed + ?1) where instance_id = ?2 and state = 'open'
      and kind = 'instance' and window <> 'balance' and (subject = ?3 or subject = ?4) and window_start <= ?5
      and (window_end is null or window_end > ?5)`),
    consume: database.prepare('update lease set consumed = consumed + ? where id = ?'),
    account: database.prepare(`insert into account (workspace_id, posted, unleased) values (?, ?, ?)
      on conflict (workspace_id) do update set posted = posted + excluded.posted, leased = leased - ?,
      unleased = unleased + excluded.unleased`),
    total: database.prepare(`insert into limit_use (subject, window, window_start, posted) values (?, 'total', 0, ?)
      on conflict do update set posted = posted + excluded.posted`),
    bucket:
      database.prepare(`insert into usage_bucket (workspace_id, bucket_start, key_id, model, product_sku, operation,
      status, calls, charge, ${unitKinds.join(', ')}) values (${places(9 + unitKinds.length)})
      on conflict do update set calls = calls + excluded.calls, charge = charge + excluded.charge,
      ${unitKinds.map((kind) => `${kind} = ${kind} + excluded.${kind}`).join(', ')}`),
    key: database.prepare(`insert into key_use (key_id, workspace_id, last_used_at, model, call_id) values (?, ?, ?, ?, ?)
      on conflict do update set last_used_at = excluded.last_used_at, model = excluded.model, call_id = excluded.call_id
      where excluded.last_used_at >= last_used_at`),
    forget: database.prepare('delete from open_call where call_id = ?'),
  };
}

/** Writes the lines of a call with one statement, prepared for each number of lines. */
function makeLineInsert(database: DatabaseSync): (call: Settlement) => void {
  const statements = unitKinds.map((_, index) => {
    const rows = Array.from({ length: index + 1 }, () => `(${places(6)})`).join(', ');
    const columns = 'call_id, unit_kind, quantity, unit_price_pico, amount_nano, rest_pico';
    return database.prepare(`insert into charge_line (${columns}) values ${rows}`);
  });
  return ({ id, lines }) => {
    if (lines.length === 0) return;
    const values: (string | number | bigint)[] = [];
    for (const { unitKind, quantity, unitPrice, amount } of lines)
      values.push(id, unitKind, quantity, unitPrice, amount / picoPerNano, amount % picoPerNano);
    statements[lines.length - 1]?.run(...values);
  };
}

type Statements = ReturnType<typeof prepareAll>;

/** Corrects the charge of a call that was recovered too early, once: recovered + late − excess = the true charge. */
function makeLateSettlement(database: DatabaseSync) {
  const lines = query<ChargedLine>(
    database,
    'select unit_kind, quantity, unit_price_pico from charge_line where call_id = ?',
  );
  const charged = query<{ charge: bigint }>(database, 'select charge from call where id = ?');
  const loss = query<{ amount: bigint }>(database, 'select amount from grant_entry where external_id = ?');
  const refunded = query<{ amount: bigint }>(
    database,
    'select coalesce(sum(amount), 0) as amount from grant_entry where call_id = ?',
  );
  const insert = database.prepare(`insert into grant_entry
    (id, workspace_id, kind, amount, external_id, call_id, reason, actor, created_at)
    values (?, ?, ?, ?, ?, ?, ?, 'system', ?) on conflict do nothing`);
  const grant = database.prepare(`insert into account (workspace_id, granted) values (?, ?)
    on conflict (workspace_id) do update set granted = granted + excluded.granted`);

  const regain = ({ id: callId, endedAt }: Settlement): void => {
    const { id, externalId, lossExternalId, reason } = regainEntry(callId);
    const lost = loss.get(lossExternalId);
    if (lost === undefined) return;
    const { changes } = insert.run(id, lossAccount, 'adjust', -lost.amount, externalId, null, reason, endedAt);
    if (changes === 1) grant.run(lossAccount, -lost.amount);
  };

  const giveBack = ({ id: callId, workspaceId, charge, endedAt }: Settlement, recovered: bigint): void => {
    const late = charged.get(`late:${callId}`)?.charge ?? 0n;
    const excess = recovered + late - charge;
    // Each of the three is rounded, so that they may lack one nano-credit, which is no refund.
    const isRefund = excess > 0n;
    const amount = isRefund ? least(excess, recovered - (refunded.get(callId)?.amount ?? 0n)) : excess;
    if (amount === 0n) return;
    const { id, externalId, reason } = excessEntry(callId);
    const [kind, ofCall] = isRefund ? ['refund', callId] : ['adjust', null];
    const { changes } = insert.run(id, workspaceId, kind, amount, externalId, ofCall, reason, endedAt);
    if (changes === 1) grant.run(workspaceId, amount);
  };

  return {
    /** The call to be charged in addition; null if the recovered one lacks nothing. */
    lateCall: (call: Settlement): Settlement | null => lateCall(call, lines.all(call.id)),
    /** Called when the late call is in the books. @param recovered what the call was charged when it was recovered */
    correct: (call: Settlement, recovered: bigint): void => {
      regain(call);
      giveBack(call, recovered);
    },
  };
}

/** Draws what accounts were charged from leases. */
function makePay(statements: Statements, isShared: boolean): (total: AccountTotal) => void {
  /** @returns the part that the lease covered */
  const draw = (lease: { id: string; available: bigint } | undefined, charge: bigint): bigint => {
    const drawn = lease === undefined ? 0n : least(charge, lease.available);
    if (lease !== undefined && drawn > 0n) statements.consume.run(drawn, lease.id);
    return drawn;
  };

  return ({ call, charge, held }: AccountTotal): void => {
    const { workspaceId, instanceId, batchId, keyId, startedAt } = call;
    // A line of a batch first draws on its reservation, whichever instance charges it.
    const ofBatch = batchId === null ? 0n : draw(statements.reserved.get(batchId), charge);
    // A lease that has been closed has given its rest back: late calls are posted, and drawn from no lease.
    const ofInstance = draw(statements.open.get(workspaceId, instanceId), charge - ofBatch);
    const drawn = ofBatch + ofInstance;
    // An instance alone leases every balance whole, so it has no lease that ends too early.
    const unleased = isShared && held > drawn ? held - drawn : 0n;
    statements.account.run(workspaceId, charge, unleased, drawn);
    if (isShared) statements.limits.run(charge - ofBatch, instanceId, workspaceId, keyId, startedAt);
  };
}

/** Writes settled calls. Returns one entry for each: null, or the charge that was in the books already. */
export type SettleBatch = (calls: readonly Settlement[]) => (bigint | null)[];

/**
 * Writes settled calls and every sum that depends on them. The caller holds the transaction.
 * A call that is in the books already is left as it is, and adds to no sum.
 */
export function makeSettleBatch(database: DatabaseSync, isShared = false): SettleBatch {
  const statements = prepareAll(database);
  const insertLines = makeLineInsert(database);
  const late = makeLateSettlement(database);
  const pay = makePay(statements, isShared);

  const insert = (call: Settlement): KnownCall | null => {
    const { id, requestId, workspaceId, keyId, productSku, model, operation, provider, region, status } = call;
    const { outcome, usageSource, hold, charge, priceFrom, startedAt, firstByteMilliseconds, endedAt } = call;
    const { instanceId, flags, batchId, losses } = call;
    const labels = [id, requestId, workspaceId, keyId, productSku, model, operation, provider, region] as const;
    const figures = [status, outcome, usageSource, hold, charge, priceFrom, startedAt, firstByteMilliseconds] as const;
    const isNew = statements.call.run(...labels, ...figures, endedAt, instanceId, flags, batchId, losses).changes === 1;
    if (call.journalled) statements.forget.run(id);
    if (isNew) insertLines(call);
    return isNew ? null : (statements.known.get(id) ?? null);
  };

  const spend = ({ latest, charge }: KeyTotal): void => {
    const { id, keyId, workspaceId, startedAt, model } = latest;
    statements.total.run(keyId, charge);
    statements.key.run(keyId, workspaceId, startedAt, model, id);
  };

  const rollUp = ({ call, start, calls, charge, units }: BucketTotal): void => {
    const { workspaceId, keyId, model, productSku, operation, status } = call;
    statements.bucket.run(workspaceId, start, keyId, model, productSku, operation, status, calls, charge, ...units);
  };

  return (calls) => {
    const totals = newTotals();
    const settle = (call: Settlement): bigint | null => {
      const known = insert(call);
      if (known === null) {
        addCall(totals, call, isShared);
        return null;
      }
      if (!isLate(call, known)) return known.charge;
      const missing = late.lateCall(call);
      if (missing !== null) settle(missing);
      late.correct(call, known.charge);
      return call.charge;
    };
    const results = calls.map(settle);
    for (const total of totals.accounts.values()) pay(total);
    for (const total of totals.keys.values()) spend(total);
    for (const total of totals.buckets.values()) rollUp(total);
    return results;
  };
}

/** The charges of the calls of one workspace that one process admitted; lines of a batch separately. */
interface AccountTotal {
  /** Any one of the calls. */
  readonly call: Settlement;
  charge: bigint;
  /** The part of the charges that is within the holds. */
  held: bigint;
}

/** The charges of the calls of one key. */
interface KeyTotal {
  latest: Settlement;
  charge: bigint;
}

/** The usage of the calls of one bucket. */
interface BucketTotal {
  /** Any one of the calls. */
  readonly call: Settlement;
  readonly start: number;
  calls: number;
  charge: bigint;
  /** In the order of `unitKinds`. */
  readonly units: number[];
}

/** The sums of a batch: one row for each, however many calls they come from. */
interface Totals {
  readonly accounts: Map<string, AccountTotal>;
  readonly keys: Map<string, KeyTotal>;
  readonly buckets: Map<string, BucketTotal>;
}

const unitIndex = new Map<string, number>(unitKinds.map((kind, index) => [kind, index]));

const newTotals = (): Totals => ({
  accounts: new Map(),
  keys: new Map(),
  buckets: new Map(),
});

function addAccount({ accounts }: Totals, call: Settlement, isShared: boolean): void {
  const { workspaceId, keyId, instanceId, batchId, hold, charge, startedAt } = call;
  // If limits are leased, calls that count in different windows are counted separately. Windows begin at quarters of an hour.
  const window = isShared ? `${keyId} ${startedAt - (startedAt % quarterHour)}` : '';
  const name = `${instanceId} ${workspaceId} ${batchId ?? ''} ${window}`;
  const total = accounts.get(name);
  const held = least(charge, hold);
  if (!total) return void accounts.set(name, { call, charge, held });
  total.charge += charge;
  total.held += held;
}

function addKey({ keys }: Totals, call: Settlement): void {
  const { keyId, charge, startedAt } = call;
  const total = keys.get(keyId);
  if (!total) return void keys.set(keyId, { latest: call, charge });
  total.charge += charge;
  if (startedAt >= total.latest.startedAt) total.latest = call;
}

function addBucket({ buckets }: Totals, call: Settlement): void {
  const { workspaceId, keyId, model, productSku, operation, status, startedAt } = call;
  const start = startedAt - (startedAt % quarterHour);
  // Unit separators cannot occur in a header or an id, and a model's name with one only splits a bucket into two writes.
  const place = `${workspaceId}\u001f${keyId}\u001f${start}\u001f${status}`;
  const name = `${place}\u001f${model}\u001f${productSku}\u001f${operation}`;
  let total = buckets.get(name);
  if (!total) {
    total = { call, start, calls: 0, charge: 0n, units: unitKinds.map(() => 0) };
    buckets.set(name, total);
  }
  total.calls += 1;
  total.charge += call.charge;
  for (const { unitKind, quantity } of call.lines) {
    const index = unitIndex.get(unitKind) ?? 0;
    total.units[index] = (total.units[index] ?? 0) + quantity;
  }
}

/** Counts a call in every sum that it belongs to. */
function addCall(totals: Totals, call: Settlement, isShared: boolean): void {
  addAccount(totals, call, isShared);
  addKey(totals, call);
  addBucket(totals, call);
}
