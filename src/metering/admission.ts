import type { Catalog, Plan, Product } from '../catalog/catalog.ts';
import { unbilled } from '../catalog/free-calls.ts';
import type { Caller } from '../identity/caller.ts';
import type { NanoCredits } from '../shared/money.ts';
import { allows } from '../shared/text/name-pattern.ts';
import type { Account, Counter } from './account-book.ts';
import { estimateHold } from './estimate-hold.ts';
import type { CallDraft, Payer, BatchReservation } from './hold.ts';
import type { LimitWindow } from './ledger-records.ts';
import type { CountedCaller, LimitWindows, Windows } from './limit-windows.ts';
import { accountFrozen, creditsExhausted, limitReached, planUnknown, productNotInPlan } from './refusal.ts';

/** Credit that is set aside, and where. */
export interface SetAside {
  readonly amount: NanoCredits;
  readonly windows: Windows;
}

/** What an admitted call has set aside. */
export interface Admitted extends SetAside {
  readonly draft: Omit<CallDraft, 'estimate'>;
}

/** A limit as it stands for one caller. */
export interface CallerLimit {
  readonly subject: 'key' | 'plan';
  readonly window: LimitWindow;
  readonly limit: NanoCredits | null;
  readonly counter: Counter;
}

type LimitedCaller = CountedCaller & Pick<Caller, 'limits'>;

const wholeHold = 1000;

export interface Admission {
  /** Checks and sets aside in one step, without waiting: two calls can never both take the last credit. */
  readonly admit: (draft: CallDraft) => Admitted;
  /** Checks alone, for whoever has not said yet what the call may cost. */
  readonly checkFunds: (payer: Payer) => void;
  /** The same for the sum of many parts. */
  readonly reserve: (batchReservation: BatchReservation) => SetAside;
  /** Takes a call in that has happened already: so much is set aside for it, whatever balance and limits say. */
  readonly take: (draft: Omit<CallDraft, 'estimate'>, amount: NanoCredits) => Admitted;
  readonly limitsOf: (caller: LimitedCaller, plan: Plan | null, at: number) => readonly CallerLimit[];
}

interface Wish {
  readonly caller: Caller;
  readonly plan: Plan | null;
  readonly amount: NanoCredits;
}

const listLimits = ({ limits }: Pick<Caller, 'limits'>, plan: Plan | null, met: Windows): readonly CallerLimit[] => [
  { subject: 'key', window: 'day', limit: limits.day, counter: met.day },
  { subject: 'key', window: 'month', limit: limits.month, counter: met.month },
  { subject: 'key', window: 'total', limit: limits.total, counter: met.total },
  { subject: 'plan', window: 'month', limit: plan?.monthlyCredits ?? null, counter: met.workspaceMonth },
];

function leaves(limit: NanoCredits | null, { posted, held }: Counter, amount: NanoCredits): boolean {
  if (limit === null) return true;
  const left = limit - posted - held;
  return left > 0n && amount <= left;
}

/** Says which limit a wish does not fit into. */
function refuseLimit({ caller, plan, amount }: Wish, windows: Windows): void {
  for (const { limit, counter, window, subject } of listLimits(caller, plan, windows)) {
    if (limit === null || leaves(limit, counter, amount)) continue;
    const whose = subject === 'key' ? `key ${caller.keyName}` : `plan ${plan?.name ?? ''}`;
    const { posted, held, end: resetsAt } = counter;
    throw limitReached({ window, whose, limit, posted, held, wanted: amount, resetsAt, timeZone: windows.timeZone });
  }
}

function assertRoom(wish: Wish, windows: Windows): void {
  const { caller, plan, amount } = wish;
  const { limits } = caller;
  const { account, day, month, total, workspaceMonth } = windows;
  const fits =
    leaves(limits.day, day, amount) &&
    leaves(limits.month, month, amount) &&
    leaves(limits.total, total, amount) &&
    (plan === null || leaves(plan.monthlyCredits, workspaceMonth, amount));
  if (!fits) refuseLimit(wish, windows);
  const left = account.granted - account.posted - account.held;
  if (left <= 0n || amount > left)
    throw creditsExhausted({ workspaceId: account.workspaceId, left, wanted: amount, held: account.held });
}

function assertOpen({ workspaceId, frozenReason }: Account): void {
  if (frozenReason !== null) throw accountFrozen(workspaceId, frozenReason);
}

const includes = (plan: Plan | null, { sku }: Product): boolean => plan === null || allows(plan.products, sku);

/** What a part may cost at most, on a Product that the plan includes. */
function holdOf({ route, estimate }: BatchReservation['parts'][number], plan: Plan | null): NanoCredits {
  if (plan && route.product !== unbilled && !includes(plan, route.product))
    throw productNotInPlan(route.product.sku, plan.name);
  return estimateHold(estimate, route.price, plan?.holdFactorPermille ?? wholeHold);
}

/** Counts an amount as set aside. */
export function setAside<Wanted extends SetAside>(wanted: Wanted): Wanted {
  const { windows, amount } = wanted;
  const { account, day, month, total, workspaceMonth } = windows;
  account.held += amount;
  day.held += amount;
  month.held += amount;
  total.held += amount;
  workspaceMonth.held += amount;
  return wanted;
}

const free = new WeakMap<Catalog, readonly Product[]>();

/** Looked for once in each catalogue. */
function freeProducts(catalog: Catalog): readonly Product[] {
  const known = free.get(catalog);
  if (known !== undefined) return known;
  const found = [...catalog.products.values()].filter((product) => product.free);
  free.set(catalog, found);
  return found;
}

/** Who may spend what, decided in memory. */
export function makeAdmission(windowsOf: LimitWindows['of'], catalog: () => Catalog): Admission {
  const planOf = ({ workspaceId, planId }: Pick<Caller, 'workspaceId' | 'planId'>): Plan | null => {
    if (planId === null) return null;
    const plan = catalog().plans.get(planId);
    if (!plan) throw planUnknown(workspaceId, planId);
    return plan;
  };

  return {
    admit: (draft) => {
      const { caller, route, startedAt } = draft;
      const windows = windowsOf(caller, startedAt);
      assertOpen(windows.account);
      const plan = planOf(caller);
      const amount = holdOf(draft, plan);
      if (!route.product.free) assertRoom({ caller, plan, amount }, windows);
      return setAside({ draft, amount, windows });
    },
    checkFunds: ({ caller, product, startedAt }) => {
      const windows = windowsOf(caller, startedAt);
      assertOpen(windows.account);
      const plan = planOf(caller);
      if (product && plan && !includes(plan, product)) throw productNotInPlan(product.sku, plan.name);
      const mayBeFree = (each: Product): boolean =>
        each.free && includes(plan, each) && allows(caller.scope.products, each.sku);
      const isFree = product === null ? freeProducts(catalog()).some(mayBeFree) : product.free;
      if (!isFree) assertRoom({ caller, plan, amount: 0n }, windows);
    },
    reserve: ({ caller, startedAt, parts }) => {
      const windows = windowsOf(caller, startedAt);
      assertOpen(windows.account);
      const plan = planOf(caller);
      const amount = parts.reduce((sum, part) => {
        const hold = holdOf(part, plan);
        return part.route.product.free ? sum : sum + hold;
      }, 0n);
      if (parts.length === 0 || parts.some(({ route }) => !route.product.free))
        assertRoom({ caller, plan, amount }, windows);
      return setAside({ amount, windows });
    },
    take: (draft, amount) => setAside({ draft, amount, windows: windowsOf(draft.caller, draft.startedAt) }),
    limitsOf: (caller, plan, at) => listLimits(caller, plan, windowsOf(caller, at)),
  };
}

function giveBack(counter: Pick<Counter, 'posted' | 'held'>, amount: NanoCredits, charge: NanoCredits): void {
  counter.held -= amount;
  counter.posted += charge;
}

/** Gives back what was set aside and counts what was charged instead. In memory, once an amount. */
export function replaceHold({ windows, amount }: SetAside, charge: NanoCredits): void {
  giveBack(windows.account, amount, charge);
  giveBack(windows.day, amount, charge);
  giveBack(windows.month, amount, charge);
  giveBack(windows.total, amount, charge);
  giveBack(windows.workspaceMonth, amount, charge);
}
