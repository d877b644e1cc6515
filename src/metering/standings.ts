import type { Catalog, Plan } from '../catalog/catalog.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { AccountBook } from './account-book.ts';
import { leftOf, type Admission } from './admission.ts';
import type { NanoCredits } from '../shared/money.ts';
import type { Ledger } from './ledger.ts';
import type { Balance, MeteringService } from './metering.ts';

interface Parts {
  readonly ledger: Pick<Ledger, 'account'>;
  readonly book: AccountBook;
  readonly admission: Admission;
  /** @throws {GatewayError} `overloaded` */
  readonly assertReady: () => void;
  readonly clock: Clock;
  readonly catalog: () => Catalog;
}

/** How far credits and limits are used at this moment. */
export function makeBalances(parts: Parts): Pick<MeteringService, 'balance' | 'limits' | 'checkFunds'> {
  const { ledger, book, admission, assertReady, clock, catalog } = parts;
  // A plan that has left the catalogue stops calls, not those who look why.
  const knownPlan = (planId: string | null): Plan | null => catalog().plans.get(planId ?? '') ?? null;

  /** What others have leased may be spent at any moment; what lies idle here may not. */
  const sharedBalance = async (workspaceId: string, idle: NanoCredits): Promise<Balance> => {
    const { granted, posted, leased, frozenReason } = await ledger.account(workspaceId);
    const held = leased - (idle > 0n ? idle : 0n);
    return { granted, posted, held, available: granted - posted - held, frozenReason };
  };

  return {
    checkFunds: (payer) => {
      assertReady();
      admission.checkFunds(payer);
    },
    balance: (workspaceId) => {
      const { granted, posted, held, frozenReason, share } = book.account(workspaceId);
      if (share !== null) return sharedBalance(workspaceId, leftOf(share, held, clock.monotonic()));
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
