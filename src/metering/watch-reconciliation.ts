import type { Clock } from '../shared/time/clock.ts';
import type { Ledger } from './ledger.ts';

/** When the sums of the ledger were last compared, in epoch milliseconds, and how many did not agree. */
export interface Reconciliation {
  readonly at: number;
  readonly disagreements: number;
}

/** A ledger that remembers its last comparison of sums; null before the first. */
export function watchReconciliation(ledger: Ledger, clock: Pick<Clock, 'now'>) {
  let last: Reconciliation | null = null;
  const reconcile: Ledger['reconcile'] = async () => {
    const mismatches = await ledger.reconcile();
    last = { at: clock.now(), disagreements: mismatches.length };
    return mismatches;
  };
  return { ledger: { ...ledger, reconcile }, lastReconciliation: (): Reconciliation | null => last };
}
