import type { NewEntry, SettledCall } from '../../metering/ledger-records.ts';
import { lossAccount, ownExternalId } from '../../shared/ids.ts';
import type { NanoCredits } from '../../shared/money.ts';
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
