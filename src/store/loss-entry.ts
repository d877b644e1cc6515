import type { NanoCredits } from '../shared/money.ts';
import type { NewEntry } from '../metering/ledger-records.ts';
import { lossAccount } from '../shared/loss-account.ts';
import { ownExternalId } from '../shared/own-external-id.ts';

interface LostCall {
  readonly callId: string;
  readonly hold: NanoCredits;
  readonly charge: NanoCredits;
  /** Epoch milliseconds. */
  readonly at: number;
}

/**
 * The entry for a call that the gateway did not live to finish: the customer pays what the journal has, the rest of
 * the hold is the most that the operator can have lost. Null when there is no rest.
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
    reason: `The gateway stopped during call ${callId}: at most this much was used and is charged to nobody.`,
    actor: 'system',
    createdAt: at,
  };
}
