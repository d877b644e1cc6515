import type { SettledCall } from '../../metering/ledger-records.ts';

/** A call as it is written: with the process under whose lease it was admitted. */
export interface Settlement extends SettledCall {
  readonly instanceId: string;
}

type Line = SettledCall['lines'][number];
type LineRow = readonly [Line['unitKind'], Line['quantity'], Line['unitPrice'], Line['amount']];

/**
 * A settlement as it crosses to the worker: a flat list costs a third of an object to copy. Nobody but the two functions
 * of this file knows the places.
 */
export type SettleRow = readonly [
  readonly [id: string, requestId: string, workspaceId: string, keyId: string, productSku: string, model: string],
  readonly [operation: string, provider: string, region: string, flags: string, instanceId: string],
  readonly [
    status: number,
    priceFrom: number,
    startedAt: number,
    endedAt: number,
    dayStart: number,
    monthStart: number,
  ],
  firstByteMilliseconds: number | null,
  outcome: SettledCall['outcome'],
  usageSource: SettledCall['usageSource'],
  hold: bigint,
  charge: bigint,
  journalled: boolean,
  lines: readonly LineRow[],
];

/** @param instanceId the process whose lease the call draws on */
export const toSettleRow = (call: SettledCall, instanceId: string): SettleRow => [
  [call.id, call.requestId, call.workspaceId, call.keyId, call.productSku, call.model],
  [call.operation, call.provider, call.region, call.flags, instanceId],
  [call.status, call.priceFrom, call.startedAt, call.endedAt, call.dayStart, call.monthStart],
  call.firstByteMilliseconds,
  call.outcome,
  call.usageSource,
  call.hold,
  call.charge,
  call.journalled,
  call.lines.map(({ unitKind, quantity, unitPrice, amount }) => [unitKind, quantity, unitPrice, amount]),
];

export function fromSettleRow(row: SettleRow): Settlement {
  const [who, what, when, firstByteMilliseconds, outcome, usageSource, hold, charge, journalled, lines] = row;
  const [id, requestId, workspaceId, keyId, productSku, model] = who;
  const [operation, provider, region, flags, instanceId] = what;
  const [status, priceFrom, startedAt, endedAt, dayStart, monthStart] = when;
  return {
    id,
    requestId,
    workspaceId,
    keyId,
    productSku,
    model,
    operation,
    provider,
    region,
    flags,
    instanceId,
    status,
    priceFrom,
    startedAt,
    endedAt,
    dayStart,
    monthStart,
    firstByteMilliseconds,
    outcome,
    usageSource,
    hold,
    charge,
    journalled,
    lines: lines.map(([unitKind, quantity, unitPrice, amount]) => ({ unitKind, quantity, unitPrice, amount })),
  };
}
