import type { Caller } from '../identity/caller.ts';
import type { Log } from '../shared/log.ts';
import { least, type NanoCredits } from '../shared/money.ts';
import { makeCalendar, type Span, spanOf } from '../shared/time/calendar.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { Account, AccountBook, Counter, Share } from './account-book.ts';
import type { Leases } from './leases.ts';
import type { LeaseAnswer, LimitUse } from './ledger-records.ts';
import type { Ledger } from './ledger.ts';
import type { OpenHolds } from './open-holds.ts';
import type { Reservations } from './reservations.ts';

/** Whose spending is counted. */
export type CountedCaller = Pick<Caller, 'keyId' | 'workspaceId' | 'timeZone'>;

/** The account and counters for the calls of a key on one day. */
export interface Windows {
  readonly keyId: string;
  readonly account: Account;
  /** IANA zone in which the days and months begin. */
  readonly timeZone: string;
  /** Of the key. */
  readonly day: Counter;
  readonly month: Counter;
  readonly total: Counter;
  /** Of the whole workspace, for the plan's allocation. */
  readonly workspaceMonth: Counter;
}

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
    return {
      keyId,
      account,
      timeZone,
      day: book.counter(keyId, 'day', calendar('day', timeZone, at)),
      month: book.counter(keyId, 'month', month),
      total: book.counter(keyId, 'total', always),
      workspaceMonth: book.counter(workspaceId, 'month', month),
    };
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

/** What is left of a lease for new calls. A lease that is about to end is kept for running calls. */
export const leftOf = ({ granted, spent, until }: Share, held: NanoCredits, now: number): NanoCredits =>
  now < until ? granted - spent - held : 0n;

export type Counted = Pick<Counter, 'share' | 'posted' | 'held'>;

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

function giveBack(counter: Counted, amount: NanoCredits, charge: NanoCredits): void {
  counter.held -= amount;
  counter.posted += charge;
}

/** Releases a hold in memory and counts its charge instead. Call it once for each hold. */
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
 */
export function takeLease(
  share: Share,
  answer: LeaseAnswer,
  { late, at }: { readonly late: NanoCredits; readonly at: number },
): void {
  const { id, granted, consumed, available, lifetime } = answer;
  // A new lease: charges on the last one are complete.
  if (id !== share.leaseId) Object.assign(share, { leaseId: id, spent: consumed + late, spentBefore: consumed });
  // Only the ledger knows what was drawn on a batch's reservation, or beyond the lease.
  else if (late === 0n) share.spent = consumed;
  share.granted = granted;
  share.free = available;
  share.until = at + (lifetime * usedPermille) / 1000;
  share.renewAt = at + (lifetime * renewedPermille) / 1000;
}

/** Takes the credit that is kept for a batch out of the leases. */
export const handOver = (windows: Windows, amount: NanoCredits): void =>
  eachShare(windows, (share) => (share.granted -= least(amount, share.granted - share.spent)));

/** A workspace whose time zone has changed. */
export interface ZoneMove {
  readonly workspaceId: string;
  /** All keys of the workspace. */
  readonly keyIds: readonly string[];
  /** IANA name of the new zone. */
  readonly timeZone: string;
}

interface ZoneMoveDeps {
  readonly ledger: Pick<Ledger, 'windows'>;
  readonly book: AccountBook;
  readonly windows: LimitWindows;
  readonly holds: Pick<OpenHolds, 'rebind'>;
  readonly reservations: Pick<Reservations, 'rebind'>;
  readonly leases: Pick<Leases, 'moveWindows'>;
  readonly clock: Clock;
}

/**
 * Recounts the days and months of a workspace in its new time zone. Charges on their way to the ledger are the difference between a
 * key's total in memory and in the ledger. They belong to current calls, so they are added to the current windows.
 */
export function makeZoneMove(deps: ZoneMoveDeps): (move: ZoneMove) => Promise<void> {
  const { ledger, book, windows, holds, reservations, leases, clock } = deps;
  const recount = ({ workspaceId, keyIds, timeZone }: ZoneMove, uses: readonly LimitUse[]): void => {
    const now = clock.now();
    const day = spanOf('day', timeZone, now).start;
    const month = spanOf('month', timeZone, now).start;
    const bySubject = Map.groupBy(uses, ({ subject }) => subject);
    let allLate = 0n;
    for (const keyId of new Set([...keyIds, ...bySubject.keys()])) {
      if (keyId === workspaceId) continue;
      const recorded = bySubject.get(keyId) ?? [];
      const known = book.counter(keyId, 'total', { start: 0, end: Infinity }).posted;
      const written = recorded.find(({ window }) => window === 'total')?.posted ?? 0n;
      const late = known > written ? known - written : 0n;
      book.recount(keyId, [
        ...recorded,
        { subject: keyId, window: 'day', windowStart: day, posted: late },
        { subject: keyId, window: 'month', windowStart: month, posted: late },
      ]);
      allLate += late;
    }
    const whole: LimitUse = { subject: workspaceId, window: 'month', windowStart: month, posted: allLate };
    book.recount(workspaceId, [...(bySubject.get(workspaceId) ?? []), whole]);
  };

  return async (move) => {
    const uses = await ledger.windows(move.workspaceId, move.timeZone, clock.now());
    // Synchronous from here on: no call is admitted or settled in between.
    book.account(move.workspaceId).timeZone = move.timeZone;
    recount(move, uses);
    windows.forget();
    holds.rebind(move.workspaceId, windows.of);
    reservations.rebind(move.workspaceId);
    const now = clock.now();
    await leases.moveWindows(move.workspaceId, (subject, window) =>
      book.counter(subject, window, spanOf(window, move.timeZone, now)),
    );
  };
}

/** Keys and workspaces, and changes of them, as in `store/store.ts`. */
interface KnownWorkspaces {
  readonly changes: {
    readonly subscribe: (
      listener: (news: { readonly workspaces: readonly { readonly id: string; readonly timeZone: string }[] }) => void,
    ) => unknown;
  };
  readonly keys: { readonly listKeys: (workspaceId: string) => readonly { readonly id: string }[] };
}

/** Recounts the days and months of a workspace here too when another instance changes its time zone. */
export function followMoves(
  { changes, keys }: KnownWorkspaces,
  moveZone: (move: ZoneMove) => Promise<void>,
  log: Log,
): void {
  changes.subscribe(({ workspaces }) => {
    for (const { id: workspaceId, timeZone } of workspaces) {
      const keyIds = keys.listKeys(workspaceId).map(({ id }) => id);
      moveZone({ workspaceId, keyIds, timeZone }).catch((cause: unknown) =>
        log.error('the windows of a workspace could not be counted again', { workspaceId }, cause),
      );
    }
  });
}
