import type { CallRecord, SettledCall } from '../../metering/ledger-records.ts';
import { largestCharge, largestUnitPrice, picoPerNano } from '../../shared/money.ts';
import { largestQuantity, unitKinds } from '../../shared/usage.ts';

/** A call to be written, with the process under whose lease it was admitted. */
export interface Settlement extends SettledCall {
  readonly instanceId: string;
}

type Line = SettledCall['lines'][number];

/** An integer; as text if a double may not hold it exactly. */
type Exact = number | string;

type LineRow = readonly [unitKind: Line['unitKind'], quantity: number, unitPrice: Exact];

/**
 * Only this file knows the positions. Rows are also stored in the journal, where a later release may post what a killed process
 * has left, so a new position comes last and may be absent.
 */
type Row = readonly [
  id: string,
  requestId: string,
  workspaceId: string,
  keyId: string,
  productSku: string,
  model: string,
  operation: string,
  provider: string,
  region: string,
  flags: string,
  status: number,
  priceFrom: number,
  startedAt: number,
  endedAt: number,
  firstByteMilliseconds: number | null,
  outcome: SettledCall['outcome'],
  usageSource: SettledCall['usageSource'],
  hold: Exact,
  charge: Exact,
  journalled: boolean,
  lines: readonly LineRow[] | null,
  batchId?: string | null,
  losses?: string,
];

const exact = (value: bigint): Exact => {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
};

const toRow = (call: SettledCall): Row => [
  call.id,
  call.requestId,
  call.workspaceId,
  call.keyId,
  call.productSku,
  call.model,
  call.operation,
  call.provider,
  call.region,
  call.flags,
  call.status,
  call.priceFrom,
  call.startedAt,
  call.endedAt,
  call.firstByteMilliseconds,
  call.outcome,
  call.usageSource,
  exact(call.hold),
  exact(call.charge),
  call.journalled,
  call.lines.map(({ unitKind, quantity, unitPrice }) => [unitKind, quantity, exact(unitPrice)]),
  ...(call.losses !== ''
    ? ([call.batchId, call.losses] as const)
    : call.batchId === null
      ? ([] as const)
      : ([call.batchId] as const)),
];

function toLine([unitKind, quantity, price]: LineRow): Line {
  const unitPrice = BigInt(price);
  return { unitKind, quantity, unitPrice, amount: BigInt(quantity) * unitPrice };
}

const recordOf = (row: Row): CallRecord => ({
  id: row[0],
  requestId: row[1],
  workspaceId: row[2],
  keyId: row[3],
  productSku: row[4],
  model: row[5],
  operation: row[6],
  provider: row[7],
  region: row[8],
  flags: row[9],
  status: row[10],
  priceFrom: row[11],
  startedAt: row[12],
  endedAt: row[13],
  firstByteMilliseconds: row[14],
  outcome: row[15],
  usageSource: row[16],
  hold: BigInt(row[17]),
  charge: BigInt(row[18]),
  lines: (row[20] ?? []).map(toLine),
  batchId: row[21] ?? null,
  losses: row[22] ?? '',
});

const fromRow = (row: Row, instanceId: string): Settlement => ({
  ...recordOf(row),
  journalled: row[19],
  instanceId,
});

/** An engine's names of the functions that make a list of values, and a list of all rows. */
export interface CallRowFunctions {
  readonly list: string;
  readonly rows: string;
}

/**
 * SQL that reads a call as the text of a `Row`, with its lines. A text crosses between threads in a tenth of the time of a record.
 */
export const callRowSql = ({
  list,
  rows,
}: CallRowFunctions): string => `cast(${list}(id, request_id, workspace_id, key_id,
  product_sku, model, operation, provider, region, flags, status, price_from, started_at, ended_at, first_byte_ms, outcome,
  usage_source, cast(hold as text), cast(charge as text), false,
  (select ${rows}(${list}(unit_kind, quantity, cast(unit_price_pico as text))) from charge_line where call_id = call.id),
  batch_id, losses) as text)`;

const placeOf = new Map(unitKinds.map((kind, place) => [kind, place]));
const inOrder = (one: Line, other: Line): number =>
  (placeOf.get(one.unitKind) ?? 0) - (placeOf.get(other.unitKind) ?? 0);

/** The lines are in the order of `unitKinds`; the engines keep none. @param text of {@link callRowSql} */
export function readCallRow(text: string): CallRecord {
  const record = recordOf(JSON.parse(text) as Row);
  return { ...record, lines: record.lines.toSorted(inOrder) };
}

const largestInteger = 2n ** 63n - 1n;
const largestAmount = largestInteger * picoPerNano;

/** Checks the constraints of the tables early: a call must not break one after it has been acknowledged. */
const fits = ({ hold, charge, lines }: SettledCall): boolean =>
  hold >= 0n &&
  hold <= largestInteger &&
  charge >= 0n &&
  charge <= largestCharge &&
  lines.every(
    ({ quantity, unitPrice, amount }) =>
      quantity >= 0 && quantity <= largestQuantity && unitPrice <= largestUnitPrice && amount <= largestAmount,
  );

/** Calls as they cross to the worker thread, and as the journal has them. */
export interface SettlementText {
  /** One text, which is copied in a fiftieth of the time of lists that contain `bigint`s. */
  readonly text: string;
  /** In the order of the calls. */
  readonly ids: readonly string[];
  /** Whether each number fits into the tables. */
  readonly fit: boolean;
}

export const writeCalls = (calls: readonly SettledCall[]): SettlementText => ({
  text: JSON.stringify(calls.map(toRow)),
  ids: calls.map(({ id }) => id),
  fit: calls.every(fits),
});

/**
 * @param text of {@link writeCalls}
 * @param instanceId the process whose leases the calls draw on
 */
export const readCalls = (text: string, instanceId: string): readonly Settlement[] =>
  (JSON.parse(text) as readonly Row[]).map((row) => fromRow(row, instanceId));

/** A call as the text of a row, with its place in the table. */
export interface ListedCallRow {
  readonly seq: bigint;
  readonly row: string;
}

/** A slice of a list of calls, newest first. */
export interface CallsSlice {
  readonly found: readonly ListedCallRow[];
  /** Where the next slice begins; null: this was the last, or it has as many calls as were asked for. */
  readonly end: number | null;
  /** The most calls that the slice looked at. */
  readonly looked: number;
}
