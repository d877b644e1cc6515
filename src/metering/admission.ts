import {
  allows,
  assertInPlan,
  planUnknown,
  unbilled,
  type Catalog,
  type Plan,
  type Product,
} from '../catalog/catalog.ts';
import type { Caller } from '../identity/caller.ts';
import { least, type NanoCredits } from '../shared/money.ts';
import type { Account, Counter } from './account-book.ts';
import type { CallDraft, FundsCheck, BatchReservation, SideWork } from './hold.ts';
import { priceHold } from './settle.ts';
import type { LimitWindow } from './ledger-records.ts';
import {
  isLowered,
  leftOf,
  setAside,
  wholeWindows,
  type Admitted,
  type CountedCaller,
  type LimitWindows,
  type Windows,
  type SetAside,
  type HeldCounter,
} from './limit-windows.ts';
import { accountFrozen, creditsExhausted, limitReached } from './refusal.ts';

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

/** The most that a part may cost, on Products that the plan includes: one model answers, and others work besides. */
function holdOf({ route, estimate, side = [], instead = null }: Part, plan: Plan | null): NanoCredits {
  const factor = plan?.holdFactorPermille ?? 1_000;
  const holdBy = ({ route: by, usage }: SideWork): NanoCredits => {
    if (plan && by.product !== unbilled) assertInPlan(plan, by.product.sku, by.model);
    return priceHold(usage, by.price, factor);
  };
  const [own, other] = [holdBy({ route, usage: estimate }), instead === null ? 0n : holdBy(instead)];
  let hold = other > own ? other : own;
  for (const work of side) hold += holdBy(work);
  return hold;
}

/** The part of the amount that is for reasoning which the request does not bound. */
function reasoningIn({ draft, plan, amount }: Wish): NanoCredits {
  if (draft?.reasoning === undefined) return 0n;
  const bounded = { ...draft.estimate, output_tokens: (draft.estimate.output_tokens ?? 0) - draft.reasoning };
  return amount - holdOf({ ...draft, estimate: bounded }, plan);
}

type Part = BatchReservation['parts'][number];

/** Whether a part costs nothing, whatever it uses and whichever model answers. */
const isFree = ({ route, side = [], instead }: Part): boolean =>
  route.product.free && instead === undefined && side.every((other) => other.route.product.free);

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
