import type { Catalog, Plan } from '../catalog/catalog.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { AccountBook } from './account-book.ts';
import type { Admission } from './admission.ts';
import type { MeteringService } from './metering.ts';

interface Parts {
  readonly book: AccountBook;
  readonly admission: Admission;
  /** @throws {GatewayError} `overloaded` */
  readonly assertReady: () => void;
  readonly clock: Clock;
  readonly catalog: () => Catalog;
}

/** How far credits and limits are used at this moment. */
export function makeBalances(parts: Parts): Pick<MeteringService, 'balance' | 'limits' | 'checkFunds'> {
  const { book, admission, assertReady, clock, catalog } = parts;
  // A plan that has left the catalogue stops calls, not those who look why.
  const knownPlan = (planId: string | null): Plan | null => catalog().plans.get(planId ?? '') ?? null;

  return {
    checkFunds: (payer) => {
      assertReady();
      admission.checkFunds(payer);
    },
    balance: (workspaceId) => {
      const { granted, posted, held, frozenReason } = book.account(workspaceId);
      return { granted, posted, held, available: granted - posted - held, frozenReason };
    },
    limits: (caller) =>
      admission.limitsOf(caller, knownPlan(caller.planId), clock.now()).map(({ counter, ...limit }) => ({
        ...limit,
        used: counter.posted,
        held: counter.held,
        resetsAt: limit.window === 'total' ? null : counter.end,
      })),
  };
}
