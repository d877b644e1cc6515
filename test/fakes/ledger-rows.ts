import type { ChargeLine, NewEntry, SettledCall } from '../../src/metering/ledger-records.ts';
import type { Ledger } from '../../src/metering/ledger.ts';

export const noon = Date.UTC(2026, 10, 20, 12);

/** One line at one nano-credit a unit. */
export const lineOf = (quantity: number, unitKind: ChargeLine['unitKind'] = 'input_tokens'): ChargeLine => ({
  unitKind,
  quantity,
  unitPrice: 1000n,
  amount: BigInt(quantity) * 1000n,
});

let calls = 0;

/** A settled call of 10 nano-credits, unless the changes say otherwise. */
export function callOf(changes: Partial<SettledCall> = {}): SettledCall {
  calls += 1;
  const startedAt = changes.startedAt ?? noon;
  return {
    id: `call_${String(calls).padStart(8, '0')}`,
    requestId: `req_${calls}`,
    workspaceId: 'acme',
    keyId: 'key_1',
    productSku: 'test',
    model: 'test-model',
    operation: 'createChatCompletion',
    provider: 'one',
    region: 'global',
    status: 200,
    outcome: 'completed',
    usageSource: 'upstream',
    hold: 10n,
    charge: 10n,
    priceFrom: 0,
    startedAt,
    firstByteMilliseconds: 5,
    endedAt: startedAt + 20,
    flags: '',
    losses: '',
    batchId: null,
    lines: [lineOf(10)],
    journalled: false,
    ...changes,
  };
}

/** What the lines of a batch were charged, of the last 1,000 calls. */
export async function batchCharge({ calls: list }: Pick<Ledger, 'calls'>, id: string): Promise<bigint> {
  const { items } = await list({ workspaceId: null, limit: 1_000 });
  return items.reduce((sum, { batchId, charge }) => (batchId === id ? sum + charge : sum), 0n);
}

let entries = 0;

/** A grant, unless the changes say otherwise. */
export function entryOf(amount: bigint, changes: Partial<NewEntry> = {}): NewEntry {
  entries += 1;
  return {
    id: `entry_${entries}`,
    workspaceId: 'acme',
    kind: 'grant',
    amount,
    externalId: `external_${entries}`,
    callId: null,
    reason: 'a test',
    actor: 'admin',
    createdAt: 1,
    ...changes,
  };
}
