import type { Catalog, Plan, Product } from '../catalog/catalog.ts';
import { unbilled } from '../catalog/free-calls.ts';
import type { Caller } from '../identity/caller.ts';
import type { NanoCredits } from '../shared/money.ts';
import { allows } from '../shared/text/name-pattern.ts';
import type { Account, Counter, Share } from './account-book.ts';
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
  /** What a call, or work in many parts, must have of leases: for an instance that shares them. */
  readonly needOf: (wish: Pick<BatchReservation, 'caller' | 'startedAt' | 'parts'>) => Needed;
  /** Takes a call in that has happened already: so much is set aside for it, whatever balance and limits say. */
  readonly take: (draft: Omit<CallDraft, 'estimate'>, amount: NanoCredits) => Admitted;
  readonly limitsOf: (caller: LimitedCaller, plan: Plan | null, at: number) => readonly CallerLimit[];
}

interface Wish {
  readonly caller: Caller;
  readonly plan: Plan | null;
  readonly amount: NanoCredits;
  /** Monotonic milliseconds; of no account where nothing is shared. */
  readonly now: number;
}

/** What a call must have of the instance's leases. */
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

/** What is left of a lease for new calls. A lease that is about to end is left to the calls that run. */
export const leftOf = ({ granted, spent, until }: Share, held: NanoCredits, now: number): NanoCredits =>
  now < until ? granted - spent - held : 0n;

const least = (one: NanoCredits, other: NanoCredits): NanoCredits => (one < other ? one : other);

/** What is left here of a balance or a limit. */
function leftHere(whole: NanoCredits, { share, posted, held }: Counted, now: number): NanoCredits {
  const left = whole - posted - held;
  return share === null ? left : least(left, leftOf(share, held, now));
}

type Counted = Pick<Counter, 'share' | 'posted' | 'held'>;

function leaves(limit: NanoCredits | null, counter: Counter, { amount, now }: Wish): boolean {
  if (limit === null) return true;
  const left = leftHere(limit, counter, now);
  return left > 0n && amount <= left;
}

/** Says which limit a wish does not fit into. */
function refuseLimit(wish: Wish, windows: Windows): void {
  const { caller, plan, amount } = wish;
  for (const { limit, counter, window, subject } of listLimits(caller, plan, windows)) {
    if (limit === null || leaves(limit, counter, wish)) continue;
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
    leaves(limits.day, day, wish) &&
    leaves(limits.month, month, wish) &&
    leaves(limits.total, total, wish) &&
    (plan === null || leaves(plan.monthlyCredits, workspaceMonth, wish));
  if (!fits) refuseLimit(wish, windows);
  const left = leftHere(account.granted, account, wish.now);
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

interface Parts {
  readonly windowsOf: LimitWindows['of'];
  readonly catalog: () => Catalog;
  /** Monotonic milliseconds where leases have ends; else always 0. */
  readonly now: () => number;
}

/** What is known of an account that several instances share, without its leases: never less than there is. */
function wholeWindows(windows: Windows): Windows {
  const { account, day, month, total, workspaceMonth } = windows;
  if (account.share === null) return windows;
  const whole = <Each extends Counted>(counted: Each): Each => ({ ...counted, share: null, held: 0n });
  return {
    ...windows,
    account: whole(account),
    day: whole(day),
    month: whole(month),
    total: whole(total),
    workspaceMonth: whole(workspaceMonth),
  };
}

/** Who may spend what, decided in memory. */
export function makeAdmission({ windowsOf, catalog, now }: Parts): Admission {
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
      if (!route.product.free) assertRoom({ caller, plan, amount, now: now() }, windows);
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
      if (!isFree) assertRoom({ caller, plan, amount: 0n, now: 0 }, wholeWindows(windows));
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
        assertRoom({ caller, plan, amount, now: now() }, windows);
      return setAside({ amount, windows });
    },
    needOf: ({ caller, startedAt, parts }) => {
      const windows = windowsOf(caller, startedAt);
      const plan = planOf(caller);
      const billed = parts.filter(({ route }) => !route.product.free);
      const amount = billed.reduce((sum, part) => sum + holdOf(part, plan), 0n);
      return { amount, windows, limits: listLimits(caller, plan, windows) };
    },
    take: (draft, amount) => setAside({ draft, amount, windows: windowsOf(draft.caller, draft.startedAt) }),
    limitsOf: (caller, plan, at) => listLimits(caller, plan, windowsOf(caller, at)),
  };
}

function giveBack(counter: Counted, amount: NanoCredits, charge: NanoCredits): void {
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

const eachShare = ({ account, day, month, total, workspaceMonth }: Windows, action: (share: Share) => void): void => {
  for (const { share } of [account, day, month, total, workspaceMonth]) if (share !== null) action(share);
};

/** Counts a charge as drawn on the leases; nothing where nothing is shared. */
export function drawOnLeases(windows: Windows, charge: NanoCredits): void {
  if (windows.account.share === null || charge === 0n) return;
  eachShare(windows, (share) => {
    share.spent += charge;
    share.unwritten += charge;
  });
}

/** The ledger has it. */
export function writtenToLeases(windows: Windows, charge: NanoCredits): void {
  if (windows.account.share === null || charge === 0n) return;
  eachShare(windows, (share) => (share.unwritten -= charge));
}

/** What is kept for a batch is the lease's no more. */
export const handOver = (windows: Windows, amount: NanoCredits): void =>
  eachShare(windows, (share) => (share.granted -= least(amount, share.granted - share.spent)));
