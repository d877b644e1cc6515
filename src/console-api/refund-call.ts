import { GatewayError } from '../errors/gateway-error.ts';
import type { CallRecord } from '../metering/ledger-records.ts';
import type { Ledger } from '../metering/ledger.ts';
import { formatCredits, type NanoCredits } from '../shared/money.ts';
import type { ConsoleHandler } from './console-handler.ts';
import { externalId } from './external-id.ts';
import { findCall } from './find-call.ts';
import { postEntry } from './post-entry.ts';
import { readPositiveCredits } from './read-credits.ts';
import { refundsOf } from './refunds-of.ts';

/** `POST /calls/{call_id}/refunds` */
export const refundCall: ConsoleHandler<'refundCall'> = (rooms) => async (call) => {
  const record = await findCall(rooms.ledger, call.params.call_id);
  const external = externalId(call.body, call);
  const amount =
    call.body.amount === undefined
      ? await everythingLeft(rooms.ledger, record, external)
      : readPositiveCredits(call.body.amount, 'amount');
  await postEntry(rooms, call, {
    workspaceId: record.workspaceId,
    kind: 'refund',
    amount,
    callId: record.id,
    reason: call.body.reason,
    externalId: external,
  });
};

/** What can still be given back; for a refund that is sent again, what it gave back the first time. */
async function everythingLeft(ledger: Ledger, record: CallRecord, external: string | null): Promise<NanoCredits> {
  const { entries, refundable } = await refundsOf(ledger, record);
  const before = entries.find((entry) => entry.externalId === external);
  if (before) return before.amount;
  if (refundable > 0n) return refundable;
  throw new GatewayError(
    'conflict',
    `Nothing of call ${record.id} is left to refund: its charge was ${formatCredits(record.charge)} credits.`,
  );
}
