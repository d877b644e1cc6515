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

/** What calls of one key were charged. */
export interface KeyTotal {
  latest: Settlement;
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
  readonly keys: Map<string, KeyTotal>;
  readonly buckets: Map<string, BucketTotal>;
}

const unitIndex = new Map<string, number>(unitKinds.map((kind, index) => [kind, index]));

export const newTotals = (): Totals => ({
  accounts: new Map(),
  keys: new Map(),
  buckets: new Map(),
});

function addAccount({ accounts }: Totals, { workspaceId, instanceId, charge }: Settlement): void {
  const name = `${instanceId} ${workspaceId}`;
  const total = accounts.get(name);
  if (total) total.charge += charge;
  else accounts.set(name, { workspaceId, instanceId, charge });
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
  // Unit separators cannot stand in a header or an id, and a model's name that holds one only splits a bucket in two writes.
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
export function addCall(totals: Totals, call: Settlement): void {
  addAccount(totals, call);
  addKey(totals, call);
  addBucket(totals, call);
}
