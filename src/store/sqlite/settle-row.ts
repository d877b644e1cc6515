import type { ChargeLine, SettledCall } from '../../metering/ledger-records.ts';
import type { Outcome } from '../../metering/hold.ts';
import type { UnitKind, UsageSource } from '../../shared/usage.ts';

/** A line as it crosses to the worker. */
export type LineRow = readonly [kind: UnitKind, quantity: number, unitPrice: bigint, amount: bigint];

/**
 * A settled call as it crosses to the worker: a flat list costs a third of an object to copy.
 * The order of the first 20 is that of the columns of `call` after `seq`.
 */
export type SettleRow = readonly [
  id: string,
  requestId: string,
  workspaceId: string,
  keyId: string,
  productSku: string,
  model: string,
  operation: string,
  provider: string,
  region: string,
  status: number,
  outcome: Outcome,
  usageSource: UsageSource,
  hold: bigint,
  charge: bigint,
  priceFrom: number,
  startedAt: number,
  firstByteMilliseconds: number | null,
  endedAt: number,
  instanceId: string,
  flags: string,
  dayStart: number,
  monthStart: number,
  journalled: boolean,
  lines: readonly LineRow[],
];

const lineRow = (line: ChargeLine): LineRow => [line.unitKind, line.quantity, line.unitPrice, line.amount];

/** @param instanceId the process whose lease the call draws on */
export const toSettleRow = (call: SettledCall, instanceId: string): SettleRow => [
  call.id,
  call.requestId,
  call.workspaceId,
  call.keyId,
  call.productSku,
  call.model,
  call.operation,
  call.provider,
  call.region,
  call.status,
  call.outcome,
  call.usageSource,
  call.hold,
  call.charge,
  call.priceFrom,
  call.startedAt,
  call.firstByteMilliseconds,
  call.endedAt,
  instanceId,
  call.flags,
  call.dayStart,
  call.monthStart,
  call.journalled,
  call.lines.map(lineRow),
];
