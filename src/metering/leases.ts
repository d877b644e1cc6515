import { runExclusive } from '../shared/time/turns.ts';
import { atLeastZero, type NanoCredits } from '../shared/money.ts';
import { type Clock, type IsEnding, neverEnding } from '../shared/time/clock.ts';
import type { Account, Counter, Share } from './account-book.ts';
import type { Needed } from './admission.ts';
import type { LeaseSubject, LeaseWish } from './ledger-records.ts';
import type { Ledger } from './ledger.ts';
import { isLowered, leftOf, takeLease, watchCharges } from './limit-windows.ts';

/** At an unchanged rate of calls a lease lasts five minutes: ten times the time between two renewals. */
const renewalsAhead = 10n;
/** The smallest lease worth taking, in calls. */
const callsAhead = 4n;
/** A call draws on the balance and on four limits. */
const countersPerCall = 5;
/** The most wishes in one request: calls of their workspace cannot be settled meanwhile. */
const mostTogether = 32;

/** A balance or a limit, and this instance's share of it. */
interface Leased {
  readonly subject: LeaseSubject;
  readonly limit: NanoCredits | null;
  readonly counter: Pick<Account | Counter, 'held'>;
  readonly share: Share;
}

interface Waiter {
  readonly needed: Needed;
  /** @param isMet whether the ledger leased what was lacking */
  readonly resolve: (isMet: boolean) => void;
  readonly reject: (cause: unknown) => void;
}

/** Returns the counter of a key or a workspace for the current day or month. */
type CounterOf = (subject: string, window: 'day' | 'month') => Counter;

/** A wish, with what it is for. */
interface LeasedWish {
  readonly leased: Leased;
  readonly wish: LeaseWish;
}

/** What is left of shares after the calls before, so that no credit is counted twice. */
type Left = Map<Share, NanoCredits>;

/** Something to ask for, in one request: what a waiting call lacks, or a change of one lease. */
interface WishGroup {
  /** Null: no call waits for it. */
  readonly waiter: Waiter | null;
  /** At most `countersPerCall`, found out when it is asked for. */
  readonly wishes: (left: Left) => readonly LeasedWish[];
}

interface Parts {
  readonly ledger: Pick<Ledger, 'lease' | 'recall'>;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** Everything that a call draws on, in the same order for every call, the balance first. */
function leasedBy({ windows, limits }: Needed): readonly Leased[] {
  const { account } = windows;
  const { workspaceId } = account;
  const balance = { workspaceId, subject: workspaceId, window: 'balance', start: 0, end: null } as const;
  const all: Leased[] = [];
  if (account.share !== null) all.push({ subject: balance, limit: null, counter: account, share: account.share });
  for (const { limit, counter, subject, window } of limits) {
    if (limit === null || counter.share === null) continue;
    const owner = subject === 'plan' ? workspaceId : windows.keyId;
    const end = Number.isFinite(counter.end) ? counter.end : null;
    const of = { workspaceId, subject: owner, window, start: counter.start, end };
    all.push({ subject: of, limit, counter, share: counter.share });
  }
  return all;
}

const nameOf = ({ subject, window, start }: LeaseSubject): string => `${subject} ${window} ${start}`;

const wishOf = ({ subject, limit, share }: Leased, need: NanoCredits, giveBack: NanoCredits): LeaseWish => ({
  ...subject,
  limit,
  need,
  giveBack,
  least: callsAhead * share.largest,
  most: atLeastZero(share.spent - share.spentBefore) * renewalsAhead,
});

const hasWindow = ({ window }: LeaseSubject): boolean => window === 'day' || window === 'month';

/** @returns empty if no open call counts in the new window */
function inNewWindow({ subject, limit }: Leased, counterOf: CounterOf): readonly Leased[] {
  const { window } = subject;
  const counter = window === 'balance' || window === 'total' ? null : counterOf(subject.subject, window);
  if (counter === null || counter.share === null || counter.held === 0n) return [];
  return [{ subject: { ...subject, start: counter.start, end: counter.end }, limit, counter, share: counter.share }];
}

/** What fails for one workspace keeps no other from its turn. @throws the first failure, at the end */
async function eachWorkspace(
  leased: readonly Leased[],
  action: (workspaceId: string, ofWorkspace: readonly Leased[]) => Promise<unknown>,
  isEnding = neverEnding,
): Promise<void> {
  const failures: unknown[] = [];
  for (const [workspaceId, ofWorkspace] of Map.groupBy(leased, ({ subject }) => subject.workspaceId))
    if (!isEnding()) await action(workspaceId, ofWorkspace).catch((cause: unknown) => failures.push(cause));
  if (failures.length > 0) throw failures[0];
}

/** The leases of this instance on balances and limits that it shares with others. */
export class Leases {
  readonly #ledger: Parts['ledger'];
  readonly #clock: Parts['clock'];
  /** What is leased, by name. */
  readonly #known = new Map<string, Leased>();
  /** The calls of each workspace that the next request is for. */
  readonly #waiting = new Map<string, Waiter[]>();
  /** Workspaces for whose calls a request is under way. */
  readonly #running = new Set<string>();

  constructor({ ledger, clock }: Parts) {
    this.#ledger = ledger;
    this.#clock = clock;
  }

  /**
   * Leases what a call lacks, and recalls it from other instances if too little is free. Calls that arrive during a request share the
   * next one.
   *
   * @returns whether enough was leased; another call may take it first
   */
  acquire(needed: Needed): Promise<boolean> {
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const { workspaceId } = needed.windows.account;
    const waiters = this.#waiting.get(workspaceId) ?? [];
    waiters.push({ needed, resolve, reject });
    this.#waiting.set(workspaceId, waiters);
    if (this.#running.has(workspaceId)) return promise;
    this.#running.add(workspaceId);
    // All calls that lack credit in this turn share one request.
    queueMicrotask(() => void this.#serveAll(workspaceId));
    return promise;
  }

  /**
   * Renews leases past half of their lifetime, and gives back what has not been used.
   *
   * @throws the first failure, after all workspaces had their turn
   */
  async renew(isEnding: IsEnding = neverEnding): Promise<void> {
    const now = this.#clock.monotonic();
    const due = [...this.#known.values()].filter(({ share }) => now >= share.renewAt);
    const renewOne = async (workspaceId: string, ofWorkspace: readonly Leased[]): Promise<void> => {
      await this.#ask(
        workspaceId,
        ofWorkspace.map((leased) => ({ waiter: null, wishes: () => (isEnding() ? [] : [this.#renewal(leased)]) })),
      );
      for (const leased of ofWorkspace) this.#forgetIdle(leased);
    };
    await eachWorkspace(due, renewOne, isEnding);
  }

  /**
   * Exchanges the leases on the days and months of a workspace whose time zone has changed for leases on the new ones, as large as the
   * holds of its open calls.
   */
  async moveWindows(workspaceId: string, counterOf: CounterOf): Promise<void> {
    const left = [...this.#known.values()].filter(
      ({ subject }) => subject.workspaceId === workspaceId && hasWindow(subject),
    );
    for (const { subject } of left) this.#known.delete(nameOf(subject));
    const moved = left.flatMap((leased) => inNewWindow(leased, counterOf));
    for (const leased of moved) this.#known.set(nameOf(leased.subject), leased);
    const held = (leased: Leased): LeasedWish => ({ leased, wish: wishOf(leased, leased.counter.held, 0n) });
    await this.#ask(workspaceId, [
      ...this.#yielded(left),
      ...moved.map((leased) => ({ waiter: null, wishes: () => [held(leased)] })),
    ]);
  }

  /** Gives back what is idle at this moment. */
  yieldIdle(subjects: readonly LeaseSubject[]): Promise<void> {
    const asked = subjects.flatMap((subject) => this.#known.get(nameOf(subject)) ?? []);
    return eachWorkspace(asked, (workspaceId, idle) => this.#ask(workspaceId, this.#yielded(idle)));
  }

  async #serveAll(workspaceId: string): Promise<void> {
    for (let next = this.#waiting.get(workspaceId); next !== undefined; next = this.#waiting.get(workspaceId)) {
      this.#waiting.delete(workspaceId);
      const waiters = next;
      await this.#serve(workspaceId, waiters).catch((cause: unknown) => waiters.forEach(({ reject }) => reject(cause)));
    }
    this.#running.delete(workspaceId);
  }

  async #serve(workspaceId: string, waiters: readonly Waiter[]): Promise<void> {
    const lackedBy = (waiter: Waiter): WishGroup => ({ waiter, wishes: (left) => this.#lackOf(waiter, left) });
    const unmet = await this.#ask(workspaceId, waiters.map(lackedBy));
    if (unmet.length === 0) return;
    const left: Left = new Map();
    const lacking = unmet.flatMap((waiter) => this.#lackOf(waiter, left));
    const subjects = new Map(lacking.map(({ leased: { subject } }) => [nameOf(subject), subject]));
    if (subjects.size > 0) await this.#ledger.recall([...subjects.values()]);
    for (const waiter of await this.#ask(workspaceId, unmet.map(lackedBy))) waiter.resolve(false);
  }

  /**
   * Asks in one request per workspace at a time: each answer contains everything granted so far. Waiting calls for which there is
   * enough are let through.
   *
   * @returns the others
   */
  async #ask(workspaceId: string, all: readonly WishGroup[]): Promise<readonly Waiter[]> {
    const unmet: Waiter[] = [];
    for (let next = all; next.length > 0;) {
      const { refused, rest } = await runExclusive({ owner: this, name: workspaceId }, () => this.#askSome(next));
      unmet.push(...refused);
      next = rest;
    }
    return unmet;
  }

  /** Asks for as much as fits into one request. @returns the calls for which there was not enough, and what is left to ask for */
  async #askSome(all: readonly WishGroup[]) {
    const asked: (LeasedWish & Pick<WishGroup, 'waiter'>)[] = [];
    const left: Left = new Map();
    let count = 0;
    for (const { waiter, wishes } of all) {
      if (asked.length + countersPerCall > mostTogether) break;
      count += 1;
      asked.push(...wishes(left).map((each) => ({ ...each, waiter })));
    }
    const refused = new Set<Waiter | null>();
    const at = this.#clock.monotonic();
    const lateCharges = watchCharges(asked.map(({ leased: { share } }) => share));
    const answers = asked.length === 0 ? [] : await this.#ledger.lease(asked.map(({ wish }) => wish));
    const late = lateCharges();
    asked.forEach(({ leased: { share }, wish, waiter }, index) => {
      const answer = answers[index];
      if (answer === undefined) return;
      takeLease(share, answer, { late: late.get(share) ?? 0n, at, limit: wish.limit });
      if (wish.need > 0n && answer.taken === 0n) refused.add(waiter);
    });
    // A waiting call sets its credit aside before another instance can recall it as idle.
    const waiters = all.slice(0, count).flatMap(({ waiter }) => waiter ?? []);
    for (const waiter of waiters) if (!refused.has(waiter)) waiter.resolve(true);
    if (waiters.length > 0) await new Promise(setImmediate);
    return { refused: waiters.filter((waiter) => refused.has(waiter)), rest: all.slice(count) };
  }

  /** What a call lacks. */
  #lackOf({ needed }: Waiter, left: Left): readonly LeasedWish[] {
    const now = this.#clock.monotonic();
    const { amount } = needed;
    return leasedBy(needed).flatMap((leased): readonly LeasedWish[] => {
      const { share, counter } = leased;
      this.#known.set(nameOf(leased.subject), leased);
      if (amount > share.largest) share.largest = amount;
      const back =
        !left.has(share) && isLowered(share, leased.limit) ? atLeastZero(leftOf(share, counter.held, now)) : 0n;
      share.granted -= back;
      const available = left.get(share) ?? (now < share.until ? leftOf(share, counter.held, now) : -counter.held);
      left.set(share, available >= amount ? available - amount : 0n);
      // A call that may cost nothing still requires some credit to be left.
      const wanted = amount > 0n ? amount : 1n;
      return available >= wanted ? [] : [{ leased, wish: wishOf(leased, wanted - available, back) }];
    });
  }

  /** Gives back what is idle, apart from an amount. */
  #giveUp(leased: Leased, keep: NanoCredits): LeasedWish {
    const { share, counter } = leased;
    const idle = atLeastZero(leftOf(share, counter.held, this.#clock.monotonic()) - keep);
    share.granted -= idle;
    return { leased, wish: wishOf(leased, 0n, idle) };
  }

  #yielded(all: readonly Leased[]): readonly WishGroup[] {
    return all.map((leased) => ({ waiter: null, wishes: () => [this.#giveUp(leased, 0n)] }));
  }

  #renewal(leased: Leased): LeasedWish {
    const { share } = leased;
    const used = atLeastZero(share.spent - share.spentBefore);
    const wanted = used === 0n ? 0n : used * renewalsAhead + callsAhead * share.largest;
    share.spentBefore = share.spent;
    share.largest = used === 0n ? 0n : share.largest;
    return this.#giveUp(leased, wanted);
  }

  /** Forgets a lease that was idle since the last renewal: it expires, and the next call takes a new one. */
  #forgetIdle({ subject, share, counter }: Leased): void {
    if (share.granted !== share.spent || counter.held !== 0n) return;
    share.renewAt = Infinity;
    this.#known.delete(nameOf(subject));
  }
}
