import type { LedgerEntry } from '../metering/ledger-records.ts';
import { formatCredits } from '../shared/money.ts';
import type { Answers } from './console-handler.ts';
import { writeInstant } from './instant.ts';

/** A line of the ledger as the document describes it. */
export const writeEntry = (entry: LedgerEntry): Answers['LedgerEntry'] => ({
  object: 'ledger_entry',
  id: entry.id,
  workspace_id: entry.workspaceId,
  kind: entry.kind,
  amount: formatCredits(entry.amount),
  external_id: entry.externalId,
  call_id: entry.callId,
  reason: entry.reason,
  actor: entry.actor,
  created_at: writeInstant(entry.createdAt),
});
