import type { Catalog, Plan } from '../catalog/catalog.ts';
import { unbilled } from '../catalog/unbilled.ts';
import type { Caller } from '../identity/caller.ts';
import { makeCalendar, type Span } from '../shared/calendar.ts';
import type { NanoCredits } from '../shared/money.ts';
import { allows } from '../shared/name-pattern.ts';
import type { Account, AccountBook, Counter } from './account-book.ts';
import { estimateHold } from './estimate-hold.ts';
import type { CallDraft, Undertaking } from './hold.ts';
import type { LimitWindow } from './ledger-records.ts';
import { accountFrozen, creditsExhausted, limitReached, planUnknown, productNotInPlan } from './refusal.ts';

/** What an admitted call has set aside, and where. */
export interface Admitted {
  readonly draft: CallDraft;
  readonly amount: NanoCredits;
  readonly account: Account;
  /** The key's day, month and total, and the workspace's month. */
  readonly counters: readonly Counter[];
  readonly dayStart: number;
  readonly monthStart: number;
}

/** A limit as it stands for one caller. */
export interface CallerLimit {
  readonly subject: 'key' | 'plan';
  readonly window: LimitWindow;
  readonly limit: NanoCredits | null;
  readonly counter: Counter;
}

/** Everything a caller's spending is counted in, at one moment. */
export interface CallerLimits {
  readonly limits: readonly CallerLimit[];
  readonly day: Span;
  readonly month: Span;
}

export type LimitedCaller = Pick<Caller, 'keyId' | 'workspaceId' | 'timeZone' | 'limits'>;

const always: Span = { start: 0, end: Infinity };
const wholeHold = 1000;

export interface Admission {
  /** Checks and sets aside in one step, without waiting: two calls can never both take the last credit. */
  readonly admit: (draft: CallDraft) => Admitted;
  /** The same checks for the sum of many parts; sets nothing aside. */
  readonly assertCovered: (undertaking: Undertaking) => void;
  /** Takes a call in that has happened already: its whole estimate is set aside, whatever balance and limits say. */
  readonly take: (draft: CallDraft) => Admitted;
  readonly limitsOf: (caller: LimitedCaller, plan: Plan | null, at: number) => CallerLimits;
}

interface Wish {
  readonly caller: Caller;
  readonly plan: Plan | null;
  readonly amount: NanoCredits;
}

function checkLimit(met: CallerLimit, { caller, plan, amount }: Wish): void {
  const { limit, counter, window, subject } = met;
  if (limit === null) return;
  const left = limit - counter.posted - counter.held;
  if (left > 0n && amount <= left) return;
  throw limitReached({
    window,
    whose: subject === 'key' ? `key ${caller.keyName}` : `plan ${plan?.name ?? ''}`,
    limit,
    posted: counter.posted,
    held: counter.held,
    wanted: amount,
    resetsAt: counter.end,
    timeZone: caller.timeZone,
  });
}

function checkCredits({ workspaceId, granted, posted, held }: Account, amount: NanoCredits): void {
  const left = granted - posted - held;
  if (left <= 0n || amount > left) throw creditsExhausted({ workspaceId, left, wanted: amount, held });
}

function assertOpen({ workspaceId, frozenReason }: Account): void {
  if (frozenReason !== null) throw accountFrozen(workspaceId, frozenReason);
}

/** What a part may cost at most, on a Product that the plan includes. */
function holdOf({ route, estimate }: Undertaking['parts'][number], plan: Plan | null): NanoCredits {
  if (plan && route.product !== unbilled && !allows(plan.products, route.product.sku))
    throw productNotInPlan(route.product.sku, plan.name);
  return estimateHold(estimate, route.price, plan?.holdFactorPermille ?? wholeHold);
}

function reserve(
  wanted: Pick<Admitted, 'draft' | 'amount' | 'account'>,
  { limits, day, month }: CallerLimits,
): Admitted {
  const { account, amount } = wanted;
  const counters = limits.map(({ counter }) => counter);
  account.held += amount;
  for (const counter of counters) counter.held += amount;
  return { ...wanted, counters, dayStart: day.start, monthStart: month.start };
}

/** Who may spend what, decided in memory. */
export function makeAdmission(book: AccountBook, catalog: () => Catalog): Admission {
  const calendar = makeCalendar();

  const planOf = ({ workspaceId, planId }: Pick<Caller, 'workspaceId' | 'planId'>): Plan | null => {
    if (planId === null) return null;
    const plan = catalog().plans.get(planId);
    if (!plan) throw planUnknown(workspaceId, planId);
    return plan;
  };

  const limitsOf: Admission['limitsOf'] = ({ keyId, workspaceId, timeZone, limits }, plan, at) => {
    const day = calendar('day', timeZone, at);
    const month = calendar('month', timeZone, at);
    return {
      day,
      month,
      limits: [
        { subject: 'key', window: 'day', limit: limits.day, counter: book.counter(keyId, 'day', day) },
        { subject: 'key', window: 'month', limit: limits.month, counter: book.counter(keyId, 'month', month) },
        { subject: 'key', window: 'total', limit: limits.total, counter: book.counter(keyId, 'total', always) },
        {
          subject: 'plan',
          window: 'month',
          limit: plan?.monthlyCredits ?? null,
          counter: book.counter(workspaceId, 'month', month),
        },
      ],
    };
  };

  const setAside = (draft: CallDraft, amount: NanoCredits, known: CallerLimits): Admitted =>
    reserve({ draft, amount, account: book.account(draft.caller.workspaceId) }, known);

  const assertRoom = (wish: Wish, { limits }: CallerLimits): void => {
    for (const limit of limits) checkLimit(limit, wish);
    checkCredits(book.account(wish.caller.workspaceId), wish.amount);
  };

  const admit = (draft: CallDraft): Admitted => {
    const { caller, route, startedAt } = draft;
    assertOpen(book.account(caller.workspaceId));
    const plan = planOf(caller);
    const amount = holdOf(draft, plan);
    const known = limitsOf(caller, plan, startedAt);
    if (!route.product.free) assertRoom({ caller, plan, amount }, known);
    return setAside(draft, amount, known);
  };

  const assertCovered: Admission['assertCovered'] = ({ caller, startedAt, parts }) => {
    assertOpen(book.account(caller.workspaceId));
    const plan = planOf(caller);
    const amount = parts.reduce((sum, part) => sum + holdOf(part, plan), 0n);
    if (parts.length === 0 || parts.some(({ route }) => !route.product.free))
      assertRoom({ caller, plan, amount }, limitsOf(caller, plan, startedAt));
  };

  const take = (draft: CallDraft): Admitted =>
    setAside(
      draft,
      estimateHold(draft.estimate, draft.route.price, wholeHold),
      limitsOf(draft.caller, null, draft.startedAt),
    );

  return { admit, assertCovered, take, limitsOf };
}

/** Gives back what was set aside and counts what was charged instead. In memory, once a call. */
export function replaceHold({ account, counters, amount }: Admitted, charge: NanoCredits): void {
  account.held -= amount;
  account.posted += charge;
  for (const counter of counters) {
    counter.held -= amount;
    counter.posted += charge;
  }
}
