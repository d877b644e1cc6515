import type { NewEntry, SettledCall } from '../../../src/metering/ledger-records.ts';

export const noon = Date.UTC(2026, 10, 20, 12);
let calls = 0;

/** A call of ten nano-credits. */
export function callOf(): SettledCall {
  calls += 1;
  return {
    id: `call_${String(calls).padStart(8, '0')}`,
    requestId: `req_${calls}_${'x'.repeat(200)}`,
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
    startedAt: noon,
    firstByteMilliseconds: 5,
    endedAt: noon + 20,
    flags: '',
    losses: '',
    batchId: null,
    lines: [{ unitKind: 'input_tokens', quantity: 10, unitPrice: 1000n, amount: 10_000n }],
    journalled: false,
  };
}

export const entryOf = (amount: bigint): NewEntry => ({
  id: 'entry_1',
  workspaceId: 'acme',
  kind: 'grant',
  amount,
  externalId: 'grant-1',
  callId: null,
  reason: 'a test',
  actor: 'admin',
  createdAt: noon,
});
