import { unitKinds } from '../../shared/usage.ts';
import type { Settlement } from './settle-row.ts';

/** The shortest time that usage is kept by. */
export const quarterHour = 900_000;

/** What calls of one workspace, admitted by one process, were charged. */
export interface AccountTotal {
  readonly workspaceId: string;
  readonly instanceId: string;
  charge: bigint;
}

/** What a key or a workspace spent in one window. */
export interface LimitTotal {
  readonly subject: string;
  readonly window: 'day' | 'month' | 'total';
  readonly start: number;
  charge: bigint;
}

/** The usage of calls that differ in nothing a bucket tells apart. */
export interface BucketTotal {
  /** Any of them. */
  readonly call: Settlement;
  readonly start: number;
  calls: number;
  charge: bigint;
  /** In the order of `unitKinds`. */
  readonly units: number[];
}

/** The sums of a batch: one row each, however many calls they come from. */
export interface Totals {
  readonly accounts: Map<string, AccountTotal>;
  readonly limits: Map<string, LimitTotal>;
  readonly buckets: Map<string, BucketTotal>;
  /** The latest call of each key. */
  readonly keys: Map<string, Settlement>;
}

const unitIndex = new Map<string, number>(unitKinds.map((kind, index) => [kind, index]));

export const newTotals = (): Totals => ({
  accounts: new Map(),
  limits: new Map(),
  buckets: new Map(),
  keys: new Map(),
});

function addAccount({ accounts }: Totals, { workspaceId, instanceId, charge }: Settlement): void {
  const name = `${instanceId} ${workspaceId}`;
  const total = accounts.get(name);
  if (total) total.charge += charge;
  else accounts.set(name, { workspaceId, instanceId, charge });
}

function addLimit({ limits }: Totals, limit: LimitTotal): void {
  const name = `${limit.window} ${limit.start} ${limit.subject}`;
  const total = limits.get(name);
  if (total) total.charge += limit.charge;
  else limits.set(name, limit);
}

function addBucket({ buckets }: Totals, call: Settlement): void {
  const { workspaceId, keyId, model, productSku, operation, status, startedAt } = call;
  const start = startedAt - (startedAt % quarterHour);
  // Unit separators cannot stand in a header or an id, and a model's name that holds one only splits a bucket in two writes.
  const name = [start, keyId, model, status, productSku, operation, workspaceId].join('\u001f');
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
export function addCall(totals: Totals, call: Settlement): void {
  const { keyId, workspaceId, dayStart, monthStart, charge, startedAt } = call;
  addAccount(totals, call);
  addLimit(totals, { subject: keyId, window: 'day', start: dayStart, charge });
  addLimit(totals, { subject: keyId, window: 'month', start: monthStart, charge });
  addLimit(totals, { subject: keyId, window: 'total', start: 0, charge });
  addLimit(totals, { subject: workspaceId, window: 'month', start: monthStart, charge });
  addBucket(totals, call);
  const last = totals.keys.get(keyId);
  if (!last || startedAt >= last.startedAt) totals.keys.set(keyId, call);
}
