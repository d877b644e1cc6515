import type { Caller } from '../identity/caller.ts';
import { makeCalendar, type Span } from '../shared/time/calendar.ts';
import type { Account, AccountBook, Counter } from './account-book.ts';

/** Whose spending is counted. */
export type CountedCaller = Pick<Caller, 'keyId' | 'workspaceId' | 'timeZone'>;

/** What the calls that a key makes on one day count in. */
export interface Windows {
  readonly keyId: string;
  readonly account: Account;
  /** IANA zone in which its day and months begin. */
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
  /** @param at epoch milliseconds: a call counts in the windows that it began in */
  readonly of: (caller: CountedCaller, at: number) => Windows;
  /** After counters were counted anew. */
  readonly forget: () => void;
}

const always: Span = { start: 0, end: Infinity };

/** The counters of each key, remembered for its day: nearly every call finds them with one look. */
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

  /** Somebody who was let in before the workspace moved still brings its old zone. */
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
