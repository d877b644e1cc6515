import type { AuditEvent } from '../shared/audit-event.ts';
import type { Log } from '../shared/log.ts';
import type { NanoCredits } from '../shared/money.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { Account, AccountBook } from './account-book.ts';
import type { Mismatch } from './ledger-records.ts';
import type { Ledger } from './ledger.ts';
import type { SetAside } from './limit-windows.ts';

interface Parts {
  readonly ledger: Ledger;
  readonly book: AccountBook;
  /** Everything that is set aside, grouped by purpose. */
  readonly setAside: readonly { readonly each: (action: (amount: SetAside) => void) => void }[];
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  readonly onMismatch: (mismatch: Mismatch) => void;
}

/** Compares an account in memory with the ledger; reports nothing if it changed meanwhile. */
async function compareMemory(ledger: Ledger, account: Account): Promise<readonly Mismatch[]> {
  const { version, workspaceId } = account;
  // For a shared account, the ledger compares the leases.
  if (account.pending > 0 || account.share !== null) return [];
  const kept = await ledger.account(workspaceId);
  if (account.version !== version || account.pending > 0) return [];
  if (kept.posted === account.posted && kept.granted === account.granted) return [];
  const message = `Account ${workspaceId}: the ledger has granted ${kept.granted} and posted ${kept.posted}, admission uses ${account.granted} and ${account.posted} (nano-credits).`;
  return [{ workspaceId, invariant: 6, object: `account ${workspaceId}`, message }];
}

/**
 * Checks that an account holds exactly what its open calls and batches have set aside, and reports each mismatch once. Such a mismatch
 * exists only in memory and ends with the process, so it freezes no account.
 */
function makeHeldCheck({ book, setAside }: Pick<Parts, 'book' | 'setAside'>): () => readonly Mismatch[] {
  const reported = new Map<Account, NanoCredits>();
  return () => {
    const beyond = new Map([...book.accounts()].map((account) => [account, account.held]));
    for (const open of setAside)
      open.each(({ amount, windows: { account } }) => beyond.set(account, (beyond.get(account) ?? 0n) - amount));
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

/** The audit record of an automatic freeze. */
const freezeOf = (workspaceId: string, reason: string, at: number): AuditEvent => ({
  at,
  actor: 'system',
  action: 'account.freeze',
  object: `workspace:${workspaceId}`,
  diff: JSON.stringify({ frozen_reason: { before: null, after: reason } }),
  requestId: null,
});

/** Freezes accounts. One that cannot be frozen now does not stop the others, and is tried again each time. */
function makeFreezes({ ledger, book, clock, log }: Pick<Parts, 'ledger' | 'book' | 'clock' | 'log'>) {
  /** Reasons by workspace, until its account is frozen. */
  const wanted = new Map<string, string>();

  const freeze = async (workspaceId: string, reason: string): Promise<void> => {
    try {
      if (book.account(workspaceId).frozenReason === null)
        await ledger.freeze(workspaceId, reason, freezeOf(workspaceId, reason, clock.now()));
      wanted.delete(workspaceId);
    } catch (cause) {
      log.error('an account could not be frozen; this is tried again in a minute', { workspace: workspaceId }, cause);
    }
  };

  return {
    want: (workspaceId: string, reason: string): void => {
      if (!wanted.has(workspaceId)) wanted.set(workspaceId, reason);
    },
    run: async (): Promise<void> => {
      for (const [workspaceId, reason] of wanted) await freeze(workspaceId, reason);
    },
  };
}

/**
 * The check that runs every minute: sums against rows, and memory against the ledger and against open holds. An account with a
 * mismatch is frozen until an operator unfreezes it, and `onMismatch` is called.
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
  const freezes = makeFreezes({ ledger, book, clock, log });

  const report = (mismatch: Mismatch): Mismatch => {
    const { workspaceId, invariant, object, message } = mismatch;
    log.error('the books do not agree', { invariant, object, message });
    if (workspaceId !== null) freezes.want(workspaceId, `its books do not agree (${object}).`);
    onMismatch(mismatch);
    return mismatch;
  };

  // What is found is reported at once: what comes after it may fail, and some of it is found only once.
  const checkLedger = async (): Promise<readonly Mismatch[]> => {
    // The leader compares the ledger for all instances.
    if (!(await ledger.leads())) return [];
    return (await ledger.reconcile()).map(report);
  };
  const checkMemory = async (): Promise<readonly Mismatch[]> => {
    const found: Mismatch[] = [];
    for (const account of book.accounts()) {
      if (compared.get(account) === account.version) continue;
      const { version } = account;
      found.push(...(await compareMemory(ledger, account)).map(report));
      compared.set(account, version);
    }
    return found;
  };

  return async () => {
    try {
      return [...(await checkLedger()), ...(await checkMemory()), ...compareHeld().map(report)];
    } finally {
      await freezes.run();
    }
  };
}

/** When the sums of the ledger were last compared, in epoch milliseconds, and how many did not agree. */
export interface Reconciliation {
  readonly at: number;
  readonly disagreements: number;
}

/** Wraps a ledger so that its last comparison of sums is remembered; null before the first. */
export function watchReconciliation(ledger: Ledger, clock: Pick<Clock, 'now'>) {
  let last: Reconciliation | null = null;
  const reconcile: Ledger['reconcile'] = async () => {
    const mismatches = await ledger.reconcile();
    last = { at: clock.now(), disagreements: mismatches.length };
    return mismatches;
  };
  return { ledger: { ...ledger, reconcile }, lastReconciliation: (): Reconciliation | null => last };
}
