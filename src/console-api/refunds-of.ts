import type { Ledger } from '../metering/ledger.ts';
import type { CallRecord, LedgerEntry } from '../metering/ledger-records.ts';
import type { NanoCredits } from '../shared/money.ts';

interface Refunds {
  /** Newest first. */
  readonly entries: readonly LedgerEntry[];
  /** What is left of the charge. */
  readonly refundable: NanoCredits;
}

/** What was given back of a call, and what still can be. */
export async function refundsOf(ledger: Ledger, call: CallRecord): Promise<Refunds> {
  const entries: LedgerEntry[] = [];
  let after: string | undefined;
  do {
    const page = await ledger.entries({
      workspaceId: call.workspaceId,
      kind: 'refund',
      callId: call.id,
      limit: 1000,
      ...(after === undefined ? {} : { after }),
    });
    entries.push(...page.items);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return { entries, refundable: entries.reduce((left, entry) => left - entry.amount, call.charge) };
}
