import type { CallRecord, ChargeLine } from '../metering/ledger-records.ts';
import { formatCredits, formatPico } from '../shared/money.ts';
import type { Answers } from './console-handler.ts';
import { writeInstant } from './instant.ts';

/** A call as the document describes it. */
export const writeCall = (call: CallRecord): Answers['Call'] => ({
  object: 'call',
  id: call.id,
  request_id: call.requestId,
  workspace_id: call.workspaceId,
  key_id: call.keyId,
  model: call.model,
  product_sku: call.productSku,
  operation: call.operation,
  provider: call.provider,
  region: call.region,
  status: call.status,
  outcome: call.outcome,
  usage_source: call.usageSource,
  hold: formatCredits(call.hold),
  charge: formatCredits(call.charge),
  price_from: writeInstant(call.priceFrom),
  started_at: writeInstant(call.startedAt),
  first_byte_milliseconds: call.firstByteMilliseconds,
  ended_at: writeInstant(call.endedAt),
  flags: call.flags === '' ? [] : call.flags.split(','),
});

/** One priced part of a call as the document describes it. */
export const writeLine = (line: ChargeLine): Answers['ChargeLine'] => ({
  unit_kind: line.unitKind,
  quantity: line.quantity,
  unit_price: formatPico(line.unitPrice),
  amount: formatPico(line.amount),
});
