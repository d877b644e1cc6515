import type { Caller } from '../identity/caller.ts';
import { least, type NanoCredits } from '../shared/money.ts';
import { makeCalendar, type Span } from '../shared/time/calendar.ts';
import type { Account, AccountBook, Counter, Share } from './account-book.ts';
import type { CallDraft } from './hold.ts';
import type { LeaseAnswer } from './ledger-records.ts';

/** Whose spending is counted. */
export type CountedCaller = Pick<Caller, 'keyId' | 'workspaceId' | 'timeZone'>;

/** The account and counters for the calls of a key on one day. */
export interface Windows {
  readonly keyId: string;
  readonly account: Account;
  /** IANA zone in which the days and months begin. */
  readonly timeZone: string;
  /** The counters of the key, for the day, the month and in total. */
  readonly day: Counter;
  readonly month: Counter;
  readonly total: Counter;
  /** The month's counter of the whole workspace, for the plan's allocation. */
  readonly workspaceMonth: Counter;
  /** The account and the counters. */
  readonly all: readonly HeldCounter[];
}

/** What an account and a counter have in common. */
export type HeldCounter = Pick<Counter, 'share' | 'posted' | 'held'>;

const withAll = (windows: Omit<Windows, 'all'>): Windows => {
  const { account, day, month, total, workspaceMonth } = windows;
  return { ...windows, all: [account, day, month, total, workspaceMonth] };
};

/** Finds the counters of a call. */
export interface LimitWindows {
  /** @param at epoch milliseconds: a call counts in the windows in which it began */
  readonly of: (caller: CountedCaller, at: number) => Windows;
  /** Clears the cache after a recount. */
  readonly forget: () => void;
}

const always: Span = { start: 0, end: Infinity };

/** Caches the counters of each key for its day: nearly every call finds them with one lookup. */
export function makeLimitWindows(book: AccountBook): LimitWindows {
  const calendar = makeCalendar();
  const known = new Map<string, Windows>();

  const open = ({ keyId, workspaceId, timeZone: ofCaller }: CountedCaller, at: number): Windows => {
    const account = book.account(workspaceId);
    const timeZone = account.timeZone ?? ofCaller;
    const month = calendar('month', timeZone, at);
    return withAll({
      keyId,
      account,
      timeZone,
      day: book.counter(keyId, 'day', calendar('day', timeZone, at)),
      month: book.counter(keyId, 'month', month),
      total: book.counter(keyId, 'total', always),
      workspaceMonth: book.counter(workspaceId, 'month', month),
    });
  };

  /** A caller that was identified before its workspace moved still has the old zone. */
  const fits = ({ account, timeZone, day }: Windows, caller: CountedCaller, at: number): boolean =>
    account.workspaceId === caller.workspaceId &&
    timeZone === (account.timeZone ?? caller.timeZone) &&
    at >= day.start &&
    at < day.end;

  return {
    of: (caller, at) => {
      const last = known.get(caller.keyId);
      if (last !== undefined && fits(last, caller, at)) return last;
      const opened = open(caller, at);
      known.set(caller.keyId, opened);
      return opened;
    },
    forget: () => known.clear(),
  };
}

/** Credit that is set aside, and the windows in which it counts. */
export interface SetAside {
  readonly amount: NanoCredits;
  readonly windows: Windows;
}

/** What an admitted call has set aside. */
export interface Admitted extends SetAside {
  readonly draft: Omit<CallDraft, 'estimate'>;
}

/** What is left of a lease for new calls. A lease that is about to end is kept for running calls. */
export const leftOf = ({ granted, spent, until }: Share, held: NanoCredits, now: number): NanoCredits =>
  now < until ? granted - spent - held : 0n;

/** The credit that this instance has leased from balances and may still spend, and the number of those leases. */
export function leasedOf(book: AccountBook, now: number): { readonly leases: number; readonly credit: NanoCredits } {
  let [leases, credit] = [0, 0n];
  for (const { share, held } of book.accounts()) {
    const left = share === null ? 0n : leftOf(share, held, now);
    if (left <= 0n) continue;
    leases += 1;
    credit += left;
  }
  return { leases, credit };
}

/**
 * Whether a limit has been lowered since a part of it was leased: what others have leased and used may be all of it now, so that what is
 * left of the lease is exchanged before it is spent.
 */
export const isLowered = (share: Share, limit: NanoCredits | null): boolean =>
  limit !== null && share.limit !== null && limit < share.limit;

/** Counts an amount as set aside. */
export function setAside<Wanted extends SetAside>(wanted: Wanted): Wanted {
  for (const counter of wanted.windows.all) counter.held += wanted.amount;
  return wanted;
}

/** Releases a hold in memory and counts its charge instead. Call it once for each hold. */
export function replaceHold({ windows, amount }: SetAside, charge: NanoCredits): void {
  for (const counter of windows.all) {
    counter.held -= amount;
    counter.posted += charge;
  }
}

const eachShare = ({ all }: Windows, action: (share: Share) => void): void => {
  for (const { share } of all) if (share !== null) action(share);
};

/** Counts a charge as drawn on the leases; does nothing if nothing is shared. */
export const drawOnLeases = (windows: Windows, charge: NanoCredits): void =>
  eachShare(windows, (share) => (share.spent += charge));

/** Counts a charge as one that the ledger did not take. */
export const failedOnLeases = (windows: Windows, charge: NanoCredits): void =>
  eachShare(windows, (share) => {
    share.failed += charge;
    share.everFailed += charge;
  });

/** Counts such a charge as written after all. */
export const mendedOnLeases = (windows: Windows, charge: NanoCredits): void =>
  eachShare(windows, (share) => (share.failed -= charge));

/**
 * What a request for leases that begins now may find missing from the books: charges of before that are still sent again, and those
 * made since.
 *
 * @returns call it with the answer
 */
export function watchCharges(shares: readonly Share[]): () => ReadonlyMap<Share, NanoCredits> {
  const sumOf = ({ spent, everFailed }: Share): NanoCredits => spent + everFailed;
  const before = new Map(shares.map((share) => [share, sumOf(share) - share.failed]));
  return () => new Map([...before].map(([share, sum]) => [share, sumOf(share) - sum]));
}

/** The holder stops before the ledger closes the lease, because their clocks differ. */
const usedPermille = 800;
const renewedPermille = 500;

/**
 * Takes over what the ledger leased.
 *
 * @param late charges that the answer may lack
 * @param at monotonic milliseconds from before the request
 * @param limit the one that it was asked for with
 */
export function takeLease(
  share: Share,
  answer: LeaseAnswer,
  { late, at, limit }: { readonly late: NanoCredits; readonly at: number; readonly limit: NanoCredits | null },
): void {
  const { id, granted, consumed, available, lifetime } = answer;
  // A new lease: charges on the last one are complete.
  if (id !== share.leaseId) Object.assign(share, { leaseId: id, spent: consumed + late, spentBefore: consumed });
  // Only the ledger knows what was drawn on a batch's reservation, or beyond the lease.
  else if (late === 0n) share.spent = consumed;
  share.granted = granted;
  share.limit = limit;
  share.free = available;
  share.until = at + (lifetime * usedPermille) / 1000;
  share.renewAt = at + (lifetime * renewedPermille) / 1000;
}

/** Takes the credit that is kept for a batch out of the leases. */
export const handOver = (windows: Windows, amount: NanoCredits): void =>
  eachShare(windows, (share) => (share.granted -= least(amount, share.granted - share.spent)));

/** Removes the leases from the windows of a shared account, which then never show less credit than there is. */
export function wholeWindows(windows: Windows): Windows {
  const { account, day, month, total, workspaceMonth } = windows;
  if (account.share === null) return windows;
  const whole = <Each extends HeldCounter>(counter: Each): Each => ({ ...counter, share: null, held: 0n });
  return withAll({
    ...windows,
    account: whole(account),
    day: whole(day),
    month: whole(month),
    total: whole(total),
    workspaceMonth: whole(workspaceMonth),
  });
}
