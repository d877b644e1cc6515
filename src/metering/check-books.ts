import type { AuditEvent } from '../shared/audit-event.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { Log } from '../shared/log.ts';
import type { NanoCredits } from '../shared/money.ts';
import type { Account, AccountBook } from './account-book.ts';
import type { SetAside } from './admission.ts';
import type { Ledger } from './ledger.ts';
import type { Mismatch } from './ledger-records.ts';

interface Parts {
  readonly ledger: Ledger;
  readonly book: AccountBook;
  /** All that is set aside, by what it is set aside for. */
  readonly setAside: readonly { readonly each: (action: (amount: SetAside) => void) => void }[];
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  readonly onMismatch: (mismatch: Mismatch) => void;
}

/** Whether memory and ledger say the same of an account; silent when it changed while we looked. */
async function compareMemory(ledger: Ledger, account: Account): Promise<readonly Mismatch[]> {
  const { version, workspaceId } = account;
  // Of an account that several instances share, the leases are compared in the ledger.
  if (account.pending > 0 || account.share !== null) return [];
  const kept = await ledger.account(workspaceId);
  if (account.version !== version || account.pending > 0) return [];
  if (kept.posted === account.posted && kept.granted === account.granted) return [];
  const message = `Account ${workspaceId}: the ledger has granted ${kept.granted} and posted ${kept.posted}, admission goes by ${account.granted} and ${account.posted} (nano-credits).`;
  return [{ workspaceId, invariant: 6, object: `account ${workspaceId}`, message }];
}

/**
 * Makes the check that an account holds what its open calls and batches have set aside, in one moment, and tells once of what it
 * does not. It concerns memory alone and ends with the process, so it is told of no account: nobody is frozen by it.
 */
function makeHeldCheck({ book, setAside }: Pick<Parts, 'book' | 'setAside'>): () => readonly Mismatch[] {
  const reported = new Map<Account, NanoCredits>();
  return () => {
    const beyond = new Map([...book.accounts()].map((account) => [account, account.held]));
    for (const { each } of setAside)
      each(({ amount, windows: { account } }) => beyond.set(account, (beyond.get(account) ?? 0n) - amount));
    return [...beyond].flatMap(([account, amount]) => {
      if (amount === (reported.get(account) ?? 0n)) return [];
      reported.set(account, amount);
      if (amount === 0n) return [];
      const { workspaceId, held } = account;
      const message = `Account ${workspaceId} holds ${held}, its open calls and batches ${held - amount} (nano-credits). A restart puts it right.`;
      return [{ workspaceId: null, invariant: 10, object: `held of account ${workspaceId}`, message }];
    });
  };
}

/** Nobody asked for it, so the audit log has it from the system. */
const freezeOf = (workspaceId: string, reason: string, at: number): AuditEvent => ({
  at,
  actor: 'system',
  action: 'account.freeze',
  object: `workspace:${workspaceId}`,
  diff: JSON.stringify({ frozen_reason: { before: null, after: reason } }),
  requestId: null,
});

/**
 * Makes the check of every minute: sums against rows, memory against ledger and against what is open. An account whose
 * books do not agree is frozen until somebody has looked, and `onMismatch` is told.
 */
export function makeBookCheck({
  ledger,
  book,
  setAside,
  clock,
  log,
  onMismatch,
}: Parts): () => Promise<readonly Mismatch[]> {
  const compared = new Map<Account, number>();
  const compareHeld = makeHeldCheck({ book, setAside });

  const compareChanged = async (): Promise<readonly Mismatch[]> => {
    const found: Mismatch[] = [];
    for (const account of book.accounts()) {
      if (compared.get(account) === account.version) continue;
      const { version } = account;
      found.push(...(await compareMemory(ledger, account)));
      compared.set(account, version);
    }
    return found;
  };

  const act = async (mismatch: Mismatch): Promise<void> => {
    log.error('the books do not agree', {
      invariant: mismatch.invariant,
      object: mismatch.object,
      message: mismatch.message,
    });
    onMismatch(mismatch);
    const { workspaceId } = mismatch;
    if (workspaceId === null || book.account(workspaceId).frozenReason !== null) return;
    const reason = `its books do not agree (${mismatch.object}).`;
    await ledger.freeze(workspaceId, reason, freezeOf(workspaceId, reason, clock.now()));
  };

  return async () => {
    // Once for all instances: each of them freezes nothing that another one looks at.
    const ofLedger = (await ledger.leads()) ? await ledger.reconcile() : [];
    const mismatches = [...ofLedger, ...(await compareChanged()), ...compareHeld()];
    for (const mismatch of mismatches) await act(mismatch);
    return mismatches;
  };
}
