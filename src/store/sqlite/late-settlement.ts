import type { DatabaseSync } from 'node:sqlite';
import { lossAccount, ownExternalId } from '../../shared/ids.ts';
import { least, roundToNano } from '../../shared/money.ts';
import type { Settlement } from '../shared/settle-row.ts';
import { query } from './query.ts';

/** A call's record in the books. */
export interface Known {
  readonly charge: bigint;
  readonly outcome: Settlement['outcome'];
}

interface LineRow {
  readonly unit_kind: string;
  readonly quantity: bigint;
  readonly unit_price_pico: bigint;
}

/** True if the call was recovered while its instance was only cut off, and its true settlement has arrived. */
export const isLate = (call: Settlement, known: Known): boolean =>
  known.outcome === 'recovered' && call.outcome !== 'recovered';

/** The lines of the true settlement that the recovered call lacks. A quantity at another price is another line. */
function missingLines(call: Settlement, recovered: readonly LineRow[]): Settlement['lines'] {
  const before = new Map(
    recovered.map(({ unit_kind, unit_price_pico, quantity }) => [`${unit_kind} ${unit_price_pico}`, Number(quantity)]),
  );
  return call.lines.flatMap((line) => {
    const quantity = line.quantity - (before.get(`${line.unitKind} ${line.unitPrice}`) ?? 0);
    return quantity > 0 ? [{ ...line, quantity, amount: BigInt(quantity) * line.unitPrice }] : [];
  });
}

/** The part of the true settlement that the recovered call lacks, as a call of its own; null if it lacks nothing. */
function lateCall(call: Settlement, recovered: readonly LineRow[]): Settlement | null {
  const lines = missingLines(call, recovered);
  if (lines.length === 0) return null;
  const charge = roundToNano(lines.reduce((sum, { amount }) => sum + amount, 0n));
  return { ...call, id: `late:${call.id}`, charge, lines, journalled: false };
}

/** The entry that reverses the loss booked when the call was recovered: it was not lost. */
const regainEntry = (callId: string) => ({
  id: `entry_regain_${callId}`,
  externalId: ownExternalId('loss', `${callId}:regained`),
  lossExternalId: ownExternalId('loss', callId),
  reason: `Call ${callId} was settled after all: what was booked as lost with it is not.`,
});

/** The entry that gives back what the recovered call was charged beyond the true settlement. */
const excessEntry = (callId: string) => ({
  id: `entry_excess_${callId}`,
  externalId: ownExternalId('loss', `${callId}:excess`),
  reason: `Call ${callId} was settled after all, and cost less than was charged when it was recovered.`,
});

/** Corrects the charge of a call that was recovered too early, once: recovered + late − excess = the true charge. */
export function makeLateSettlement(database: DatabaseSync) {
  const lines = query<LineRow>(
    database,
    'select unit_kind, quantity, unit_price_pico from charge_line where call_id = ?',
  );
  const charged = query<{ charge: bigint }>(database, 'select charge from call where id = ?');
  const loss = query<{ amount: bigint }>(database, 'select amount from grant_entry where external_id = ?');
  const refunded = query<{ amount: bigint }>(
    database,
    'select coalesce(sum(amount), 0) as amount from grant_entry where call_id = ?',
  );
  const insert = database.prepare(`insert into grant_entry
    (id, workspace_id, kind, amount, external_id, call_id, reason, actor, created_at)
    values (?, ?, ?, ?, ?, ?, ?, 'system', ?) on conflict do nothing`);
  const grant = database.prepare(`insert into account (workspace_id, granted) values (?, ?)
    on conflict (workspace_id) do update set granted = granted + excluded.granted`);

  const regain = ({ id: callId, endedAt }: Settlement): void => {
    const { id, externalId, lossExternalId, reason } = regainEntry(callId);
    const lost = loss.get(lossExternalId);
    if (lost === undefined) return;
    const { changes } = insert.run(id, lossAccount, 'adjust', -lost.amount, externalId, null, reason, endedAt);
    if (changes === 1) grant.run(lossAccount, -lost.amount);
  };

  const giveBack = ({ id: callId, workspaceId, charge, endedAt }: Settlement, recovered: bigint): void => {
    const late = charged.get(`late:${callId}`)?.charge ?? 0n;
    const excess = recovered + late - charge;
    // Each of the three is rounded, so that they may lack one nano-credit, which is no refund.
    const isRefund = excess > 0n;
    const amount = isRefund ? least(excess, recovered - (refunded.get(callId)?.amount ?? 0n)) : excess;
    if (amount === 0n) return;
    const { id, externalId, reason } = excessEntry(callId);
    const [kind, ofCall] = isRefund ? ['refund', callId] : ['adjust', null];
    const { changes } = insert.run(id, workspaceId, kind, amount, externalId, ofCall, reason, endedAt);
    if (changes === 1) grant.run(workspaceId, amount);
  };

  return {
    /** The call to be charged in addition; null if the recovered one lacks nothing. */
    lateCall: (call: Settlement): Settlement | null => lateCall(call, lines.all(call.id)),
    /** Called when the late call is in the books. @param recovered what the call was charged when it was recovered */
    correct: (call: Settlement, recovered: bigint): void => {
      regain(call);
      giveBack(call, recovered);
    },
  };
}
