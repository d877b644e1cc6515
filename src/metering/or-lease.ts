import type { Needed } from './admission.ts';
import type { Leases } from './leases.ts';
import { lacksCredit } from './refusal.ts';

/** Tries to admit; if credit is lacking, leases it first and tries again. */
export type OrLease = <Result>(need: () => Needed, attempt: () => Result) => Result | Promise<Result>;

/** How often a call tries again if the credit leased for it went to another call. */
const mostAttempts = 5;

/** On an instance that shares balances, what a call lacks is leased before the call is refused. */
export function makeLeasing(leases: Pick<Leases, 'acquire'>): OrLease {
  const lease = async <Result>(need: () => Needed, attempt: () => Result): Promise<Result> => {
    for (let attempts = 1; ; attempts += 1) {
      const isMet = await leases.acquire(need());
      try {
        return attempt();
      } catch (error) {
        if (!isMet || attempts === mostAttempts || !lacksCredit(error)) throw error;
      }
    }
  };
  return (need, attempt) => {
    try {
      return attempt();
    } catch (error) {
      if (!lacksCredit(error)) throw error;
      return lease(need, attempt);
    }
  };
}
