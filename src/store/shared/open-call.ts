import type { NewEntry, SettledCall } from '../../metering/ledger-records.ts';
import { lossAccount, ownExternalId } from '../../shared/ids.ts';
import { roundToNano, type NanoCredits } from '../../shared/money.ts';
import type { Settlement } from './settle-row.ts';

/** Integers beyond 2⁵³ survive JSON as strings. */
export const toText = (settlement: Settlement): string =>
  JSON.stringify(settlement, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));

type Line = SettledCall['lines'][number];
type TextLine = Omit<Line, 'unitPrice' | 'amount'> & { readonly unitPrice: string; readonly amount: string };
type TextSettlement = Omit<Settlement, 'hold' | 'charge' | 'lines' | 'batchId'> & {
  readonly hold: string;
  readonly charge: string;
  readonly lines: readonly TextLine[];
  /** Absent in entries of earlier releases. */
  readonly batchId?: string | null;
};

/** Reads a journalled call for its settlement at recovery, with `now` as its end. */
export function readSettlement(text: string, now: number): Settlement {
  const noted = JSON.parse(text) as TextSettlement;
  return {
    ...noted,
    batchId: noted.batchId ?? null,
    endedAt: now,
    hold: BigInt(noted.hold),
    charge: BigInt(noted.charge),
    lines: noted.lines.map((line) => ({ ...line, unitPrice: BigInt(line.unitPrice), amount: BigInt(line.amount) })),
  };
}

interface LostCall {
  readonly callId: string;
  readonly hold: NanoCredits;
  readonly charge: NanoCredits;
  /** Epoch milliseconds. */
  readonly at: number;
}

/**
 * The entry for a call that was open when the gateway died. The customer pays what the journal has; the rest of the hold is the most
 * that the operator can have lost. Null if there is no rest.
 */
export function lossEntry({ callId, hold, charge, at }: LostCall): NewEntry | null {
  if (charge >= hold) return null;
  return {
    id: `entry_loss_${callId}`,
    workspaceId: lossAccount,
    kind: 'adjust',
    amount: charge - hold,
    externalId: ownExternalId('loss', callId),
    callId: null,
    reason: `The gateway stopped during call ${callId}: at most this much was used and is not charged.`,
    actor: 'system',
    createdAt: at,
  };
}

/** A call's record in the books. */
export interface KnownCall {
  readonly charge: bigint;
  readonly outcome: Settlement['outcome'];
}

/** A line of a call in the books. */
export interface ChargedLine {
  readonly unit_kind: string;
  readonly quantity: bigint;
  readonly unit_price_pico: bigint;
}

/** True if the call was recovered while its instance was only cut off, and its true settlement has arrived. */
export const isLate = (call: Settlement, known: KnownCall): boolean =>
  known.outcome === 'recovered' && call.outcome !== 'recovered';

/** The lines of the true settlement that the recovered call lacks. A quantity at another price is another line. */
function missingLines(call: Settlement, recovered: readonly ChargedLine[]): Settlement['lines'] {
  const before = new Map(
    recovered.map(({ unit_kind, unit_price_pico, quantity }) => [`${unit_kind} ${unit_price_pico}`, Number(quantity)]),
  );
  return call.lines.flatMap((line) => {
    const quantity = line.quantity - (before.get(`${line.unitKind} ${line.unitPrice}`) ?? 0);
    return quantity > 0 ? [{ ...line, quantity, amount: BigInt(quantity) * line.unitPrice }] : [];
  });
}

/** The part of the true settlement that the recovered call lacks, as a call of its own; null if it lacks nothing. */
export function lateCall(call: Settlement, recovered: readonly ChargedLine[]): Settlement | null {
  const lines = missingLines(call, recovered);
  if (lines.length === 0) return null;
  const charge = roundToNano(lines.reduce((sum, { amount }) => sum + amount, 0n));
  return { ...call, id: `late:${call.id}`, charge, lines, journalled: false };
}

/** The entry that reverses the loss booked when the call was recovered: it was not lost. */
export const regainEntry = (callId: string) => ({
  id: `entry_regain_${callId}`,
  externalId: ownExternalId('loss', `${callId}:regained`),
  lossExternalId: ownExternalId('loss', callId),
  reason: `Call ${callId} was settled after all: what was booked as lost with it is not.`,
});

/** The entry that gives back what the recovered call was charged beyond the true settlement. */
export const excessEntry = (callId: string) => ({
  id: `entry_excess_${callId}`,
  externalId: ownExternalId('loss', `${callId}:excess`),
  reason: `Call ${callId} was settled after all, and cost less than was charged when it was recovered.`,
});
