import {
  allows,
  assertInPlan,
  planUnknown,
  unbilled,
  type Catalog,
  type Plan,
  type Product,
  type Price,
} from '../catalog/catalog.ts';
import type { Caller } from '../identity/caller.ts';
import { largestCharge, least, picoPerNano, roundToNano, type NanoCredits, type PicoCredits } from '../shared/money.ts';
import {
  inputKinds,
  inputOf,
  largestQuantity,
  outputKinds,
  unitKinds,
  type UnitKind,
  type Usage,
} from '../shared/usage.ts';
import type { Account, Counter } from './account-book.ts';
import type { CallDraft, FundsCheck, BatchReservation } from './hold.ts';
import type { LimitWindow } from './ledger-records.ts';
import {
  isLowered,
  leftOf,
  setAside,
  wholeWindows,
  type CountedCaller,
  type LimitWindows,
  type Windows,
  type SetAside,
  type HeldCounter,
} from './limit-windows.ts';
import { accountFrozen, creditsExhausted, limitReached } from './refusal.ts';

/** What an admitted call has set aside. */
export interface Admitted extends SetAside {
  readonly draft: Omit<CallDraft, 'estimate'>;
}

/** A limit of one caller, with the counter that it is compared to. */
export interface CallerLimit {
  readonly subject: 'key' | 'plan';
  readonly window: LimitWindow;
  readonly limit: NanoCredits | null;
  readonly counter: Counter;
}

type LimitedCaller = CountedCaller & Pick<Caller, 'limits'>;

export interface Admission {
  /** Checks and sets aside in one step, without waiting: two calls can never both take the last credit. */
  readonly admit: (draft: CallDraft) => Admitted;
  /** Checks only, for a call whose cost is not known yet. */
  readonly checkFunds: (check: FundsCheck) => void;
  /** Checks and sets aside the sum of many parts. */
  readonly reserve: (batchReservation: BatchReservation) => SetAside;
  /** What a call or a batch needs from leases, on an instance that shares balances. */
  readonly needOf: (wish: Pick<BatchReservation, 'caller' | 'startedAt' | 'parts'>) => Needed;
  /** Takes in a call that has already happened: sets the amount aside without a check of balance and limits. */
  readonly take: (draft: Omit<CallDraft, 'estimate'>, amount: NanoCredits) => Admitted;
  readonly limitsOf: (caller: LimitedCaller, plan: Plan | null, at: number) => readonly CallerLimit[];
}

interface Wish {
  readonly caller: Caller;
  readonly plan: Plan | null;
  readonly amount: NanoCredits;
  /** The one call that asks, if it is one. */
  readonly draft?: CallDraft;
  /** Monotonic milliseconds; not used if nothing is shared. */
  readonly now: number;
}

/** What a call needs from the instance's leases. */
export interface Needed {
  readonly amount: NanoCredits;
  readonly windows: Windows;
  readonly limits: readonly CallerLimit[];
}

const listLimits = ({ limits }: Pick<Caller, 'limits'>, plan: Plan | null, met: Windows): readonly CallerLimit[] => [
  { subject: 'key', window: 'day', limit: limits.day, counter: met.day },
  { subject: 'key', window: 'month', limit: limits.month, counter: met.month },
  { subject: 'key', window: 'total', limit: limits.total, counter: met.total },
  { subject: 'plan', window: 'month', limit: plan?.monthlyCredits ?? null, counter: met.workspaceMonth },
];

/** What this instance may still spend of a balance or a limit. */
function leftHere(whole: NanoCredits, { share, posted, held }: HeldCounter, now: number): NanoCredits {
  const left = whole - posted - held;
  if (share === null) return left;
  return isLowered(share, whole) ? 0n : least(left, leftOf(share, held, now));
}

/** What is left of a balance or a limit, for the text of a refusal, without what other instances have leased: it is not idle by then. */
function leftOfAll(whole: NanoCredits, { share, posted, held }: HeldCounter, now: number): NanoCredits {
  return share === null ? whole - posted - held : leftOf(share, held, now) + share.free;
}

/** What is set aside; null: not known, because instances share it. */
const heldOfAll = ({ share, held }: HeldCounter): NanoCredits | null => (share === null ? held : null);

function leaves(limit: NanoCredits | null, counter: Counter, { amount, now }: Wish): boolean {
  if (limit === null) return true;
  const left = leftHere(limit, counter, now);
  return left > 0n && amount <= left;
}

/** Refuses with the limit that the wish exceeds. */
function refuseLimit(wish: Wish, windows: Windows): void {
  const { caller, plan, amount } = wish;
  for (const { limit, counter, window, subject } of listLimits(caller, plan, windows)) {
    if (limit === null || leaves(limit, counter, wish)) continue;
    const whose = subject === 'key' ? `key ${caller.keyName}` : `plan ${plan?.name ?? ''}`;
    throw limitReached({
      window,
      whose,
      limit,
      left: leftOfAll(limit, counter, wish.now),
      held: heldOfAll(counter),
      wanted: amount,
      reasoning: reasoningIn(wish),
      resetsAt: counter.end,
      timeZone: windows.timeZone,
    });
  }
}

function assertCovered(wish: Wish, windows: Windows): void {
  const { caller, plan, amount } = wish;
  const { limits } = caller;
  const { account, day, month, total, workspaceMonth } = windows;
  const fits =
    leaves(limits.day, day, wish) &&
    leaves(limits.month, month, wish) &&
    leaves(limits.total, total, wish) &&
    (plan === null || leaves(plan.monthlyCredits, workspaceMonth, wish));
  if (!fits) refuseLimit(wish, windows);
  const left = leftHere(account.granted, account, wish.now);
  if (left <= 0n || amount > left)
    throw creditsExhausted({
      workspaceId: account.workspaceId,
      left: leftOfAll(account.granted, account, wish.now),
      wanted: amount,
      reasoning: reasoningIn(wish),
      held: heldOfAll(account),
    });
}

function assertOpen({ workspaceId, frozenReason }: Account): void {
  if (frozenReason !== null) throw accountFrozen(workspaceId, frozenReason);
}

/** The most that a part may cost, on a Product that the plan includes. */
function holdOf({ route, estimate, side = [] }: Part, plan: Plan | null): NanoCredits {
  if (plan && route.product !== unbilled) assertInPlan(plan, route.product.sku, route.model);
  const factor = plan?.holdFactorPermille ?? 1_000;
  let hold = priceHold(estimate, route.price, factor);
  for (const other of side) hold += priceHold(other.usage, other.route.price, factor);
  return hold;
}

/** The part of the amount that is for reasoning which the request does not bound. */
function reasoningIn({ draft, plan, amount }: Wish): NanoCredits {
  if (draft?.reasoning === undefined) return 0n;
  const bounded = { ...draft.estimate, output_tokens: (draft.estimate.output_tokens ?? 0) - draft.reasoning };
  return amount - holdOf({ ...draft, estimate: bounded }, plan);
}

type Part = BatchReservation['parts'][number];

/** Whether a part costs nothing, whatever it uses. */
const isFree = ({ route, side }: Part): boolean =>
  route.product.free && (side === undefined || side.every((other) => other.route.product.free));

/** Found once for each catalogue. */
const freeByCatalog = new WeakMap<Catalog, readonly Product[]>();

function freeProducts(catalog: Catalog): readonly Product[] {
  const known = freeByCatalog.get(catalog);
  if (known !== undefined) return known;
  const found = [...catalog.products.values()].filter((product) => product.free);
  freeByCatalog.set(catalog, found);
  return found;
}

interface Parts {
  readonly windowsOf: LimitWindows['of'];
  readonly catalog: () => Catalog;
  /** Monotonic milliseconds; always 0 if nothing is leased. */
  readonly now: () => number;
}

/** Decides in memory which calls are admitted. */
export function makeAdmission({ windowsOf, catalog, now }: Parts): Admission {
  const planOf = ({ workspaceId, planId }: Pick<Caller, 'workspaceId' | 'planId'>): Plan | null => {
    if (planId === null) return null;
    const plan = catalog().plans.get(planId);
    if (!plan) throw planUnknown(workspaceId, planId);
    return plan;
  };

  return {
    admit: (draft) => {
      const { caller, startedAt } = draft;
      const windows = windowsOf(caller, startedAt);
      assertOpen(windows.account);
      const plan = planOf(caller);
      const amount = holdOf(draft, plan);
      if (!isFree(draft)) assertCovered({ caller, plan, amount, draft, now: now() }, windows);
      return setAside({ draft, amount, windows });
    },
    checkFunds: ({ caller, product, startedAt, isPaid = false }) => {
      const windows = windowsOf(caller, startedAt);
      assertOpen(windows.account);
      const plan = planOf(caller);
      if (product && plan) assertInPlan(plan, product.sku);
      const mayBeFree = (each: Product): boolean =>
        each.free && allows(plan?.products ?? null, each.sku) && allows(caller.scope.products, each.sku);
      const costsNothing = product === null ? freeProducts(catalog()).some(mayBeFree) : product.free;
      if (isPaid || !costsNothing) assertCovered({ caller, plan, amount: 0n, now: 0 }, wholeWindows(windows));
    },
    reserve: ({ caller, startedAt, parts }) => {
      const windows = windowsOf(caller, startedAt);
      assertOpen(windows.account);
      const plan = planOf(caller);
      const amount = parts.reduce((sum, part) => {
        const hold = holdOf(part, plan);
        return isFree(part) ? sum : sum + hold;
      }, 0n);
      if (parts.length === 0 || !parts.every(isFree)) assertCovered({ caller, plan, amount, now: now() }, windows);
      return setAside({ amount, windows });
    },
    needOf: ({ caller, startedAt, parts }) => {
      const windows = windowsOf(caller, startedAt);
      const plan = planOf(caller);
      const billed = parts.filter((part) => !isFree(part));
      const amount = billed.reduce((sum, part) => sum + holdOf(part, plan), 0n);
      return { amount, windows, limits: listLimits(caller, plan, windows) };
    },
    take: (draft, amount) => setAside({ draft, amount, windows: windowsOf(draft.caller, draft.startedAt) }),
    limitsOf: (caller, plan, at) => listLimits(caller, plan, windowsOf(caller, at)),
  };
}

/** The unit kinds that a token estimated as text input or output may be billed as. */
const family: Readonly<Partial<Record<UnitKind, readonly UnitKind[]>>> = {
  input_tokens: inputKinds,
  output_tokens: outputKinds,
};

const highest = (kind: UnitKind, lists: readonly Price['rates'][]): PicoCredits =>
  lists
    .flatMap((rates) => (family[kind] ?? [kind]).map((member) => rates[member] ?? 0n))
    .reduce((most, rate) => (rate > most ? rate : most), 0n);

const halfNano: PicoCredits = picoPerNano / 2n;

/** The highest rates of each price list, by the number of its tiers that a call may reach. Computed once, since lists are immutable. */
const highestRates = new WeakMap<Price, ReadonlyMap<UnitKind, PicoCredits>[]>();

/** @param input the most input tokens of the call. It may have fewer and stay below a tier, so lower tiers count too */
function ratesOf(price: Price, input: number): ReadonlyMap<UnitKind, PicoCredits> {
  const reached = price.tiers?.filter(({ above }) => input > above) ?? [];
  const known = highestRates.get(price) ?? [];
  const found = known[reached.length];
  if (found) return found;
  const lists = [price, ...reached].map(({ rates }) => rates);
  const rates = new Map(unitKinds.map((kind) => [kind, highest(kind, lists)]));
  known[reached.length] = rates;
  highestRates.set(price, known);
  return rates;
}

/**
 * Returns the hold of a call: its upper estimate at the highest price that each unit can have, in any tier that its input may
 * reach, plus one request. A charge within the estimate is never more, so with the whole hold set aside nothing can be overspent.
 * For several requests it covers the sum of their charges, each rounded and limited to the largest charge.
 *
 * @param factorPermille the share of the hold that is set aside, from the plan
 */
export function priceHold(estimate: Usage, price: Price, factorPermille: number): NanoCredits {
  const rates = ratesOf(price, inputOf(estimate));
  const requests = Math.max(estimate.requests ?? 1, 1);
  // A larger estimate counts as the most that can be billed. Without it, the most expensive calls would be admitted for nothing.
  const most = largestQuantity * requests;
  let total = BigInt(requests) * (rates.get('requests') ?? 0n) + BigInt(requests - 1) * halfNano;
  for (const kind in estimate) {
    const quantity = kind === 'requests' ? 0 : (estimate[kind as UnitKind] ?? 0);
    if (quantity > 0) total += BigInt(Math.ceil(Math.min(quantity, most))) * (rates.get(kind as UnitKind) ?? 0n);
  }
  const whole = roundToNano(total);
  const hold = factorPermille === 1000 ? whole : (whole * BigInt(factorPermille) + 999n) / 1000n;
  return least(hold, largestCharge * BigInt(requests));
}
