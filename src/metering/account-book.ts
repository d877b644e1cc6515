import type { NanoCredits } from '../shared/money.ts';
import type { Span } from '../shared/time/calendar.ts';
import type { AccountRecord, LimitUse, LimitWindow } from './ledger-records.ts';

/**
 * What this instance may spend of a balance or a limit that several instances share: `granted − spent`, holds included, until the
 * lease ends.
 */
export interface Share {
  /** Null: nothing is leased. */
  leaseId: string | null;
  granted: NanoCredits;
  /** The limit when it was last leased; null for a balance. */
  limit: NanoCredits | null;
  /** Charges that draw on the lease, including those that are not in the ledger yet. */
  spent: NanoCredits;
  /** Charges that the ledger did not take, and that are sent again. */
  failed: NanoCredits;
  /** The sum of all charges that it did not take at first. */
  everFailed: NanoCredits;
  /** What no instance had leased when this one last leased. */
  free: NanoCredits;
  /** Monotonic milliseconds after which nothing more is admitted on the lease, shortly before the ledger closes it. */
  until: number;
  /** Monotonic milliseconds after which the lease is renewed. */
  renewAt: number;
  /** The largest amount that a recent call needed from the lease. */
  largest: NanoCredits;
  /** What had been spent at the last renewal. */
  spentBefore: NanoCredits;
}

/** A workspace's credits in memory, on which admission is based. */
export interface Account {
  readonly workspaceId: string;
  /** Null: this instance owns the whole balance. */
  readonly share: Share | null;
  granted: NanoCredits;
  posted: NanoCredits;
  /** Set aside for calls under way and batches. */
  held: NanoCredits;
  frozenReason: string | null;
  /** The zone that the workspace has moved to since this process began; null if it has not moved. */
  timeZone: string | null;
  /** Settles on their way to the ledger. */
  pending: number;
  /** Counts changes, so that a comparison can detect a change while it runs. */
  version: number;
}

/** What a subject has spent in one window. A hold keeps the counters that it was admitted under, also past their end. */
export interface Counter {
  /** Null: this instance owns the whole limit. */
  readonly share: Share | null;
  readonly start: number;
  readonly end: number;
  posted: NanoCredits;
  held: NanoCredits;
}

/** How many windows of a kind are kept, so that a clock that jumps back still finds its counters. */
const countersKept = 4;

/** Accounts and counters in memory. Besides the open holds this is the only mutable state of metering. */
export interface AccountBook {
  readonly account: (workspaceId: string) => Account;
  readonly accounts: () => Iterable<Account>;
  /** Copies grants and freezing from the ledger. Charges are counted by this process. */
  readonly update: (record: AccountRecord) => void;
  readonly counter: (subject: string, window: LimitWindow, span: Span) => Counter;
  /** Fills the book at the start. The records may be older than what `update` was given while they were read. */
  readonly load: (accounts: readonly AccountRecord[], uses: readonly LimitUse[]) => void;
  /** Replaces a subject's days and months by these, with nothing held. */
  readonly recount: (subject: string, uses: readonly LimitUse[]) => void;
}

interface Counters {
  day: Counter[];
  month: Counter[];
  readonly total: Counter[];
}

const newShare = (): Share => ({
  leaseId: null,
  granted: 0n,
  limit: null,
  spent: 0n,
  failed: 0n,
  everFailed: 0n,
  free: 0n,
  until: -Infinity,
  renewAt: Infinity,
  largest: 0n,
  spentBefore: 0n,
});

const newCounters = (): Counters => ({ day: [], month: [], total: [] });

/**
 * Forgets the window that was opened first, but never the latest one: charges of batches open windows of earlier days, and the use of
 * the current one must not be lost.
 */
function forgetOne(list: Counter[]): void {
  const latest = Math.max(...list.map(({ start }) => start));
  list.splice(
    list.findIndex(({ start }) => start < latest),
    1,
  );
}

/**
 * Opens a window. It starts at zero, unless it overlaps an older one because its workspace has moved to another time zone. Then it
 * starts with everything spent there: too much rather than too little, until the ledger has recounted it.
 */
function openCounter(list: Counter[], span: Span, share: Share | null): Counter {
  const overlapping = list.filter(({ start, end }) => start < span.end && span.start < end);
  const posted = overlapping.reduce((most, counter) => (counter.posted > most ? counter.posted : most), 0n);
  const counter = { share, start: span.start, end: span.end, posted, held: 0n };
  if (list.length >= countersKept) forgetOne(list);
  list.push(counter);
  return counter;
}

/** @param isShared whether other instances may spend the same credits */
export function makeAccountBook(isShared = false): AccountBook {
  const accounts = new Map<string, Account>();
  const subjects = new Map<string, Counters>();
  /** The last report of the ledger, for windows that no call has used yet. */
  let loaded = new Map<string, readonly LimitUse[]>();

  const account = (workspaceId: string): Account => {
    let found = accounts.get(workspaceId);
    if (!found) {
      const nothing = { granted: 0n, posted: 0n, held: 0n, frozenReason: null, timeZone: null };
      found = { workspaceId, share: isShared ? newShare() : null, ...nothing, pending: 0, version: 0 };
      accounts.set(workspaceId, found);
    }
    return found;
  };

  const countersOf = (subject: string): Counters => {
    const known = subjects.get(subject);
    if (known) return known;
    const counters = newCounters();
    subjects.set(subject, counters);
    return counters;
  };

  const counter: AccountBook['counter'] = (subject, window, span) => {
    const list = countersOf(subject)[window];
    const known = list.find(({ start }) => start === span.start);
    if (known) return known;
    const opened = openCounter(list, span, isShared ? newShare() : null);
    const uses = loaded.get(subject)?.filter((use) => use.window === window && use.windowStart === span.start) ?? [];
    if (uses.length > 0) opened.posted = uses.reduce((sum, { posted }) => sum + posted, 0n);
    return opened;
  };

  return {
    account,
    accounts: () => accounts.values(),
    update: (record) => {
      const known = account(record.workspaceId);
      known.granted = record.granted;
      known.frozenReason = record.frozenReason;
      known.version += 1;
    },
    counter,
    load: (records, uses) => {
      for (const { workspaceId, granted, posted, frozenReason } of records) {
        const known = account(workspaceId);
        known.posted = posted;
        // What was announced meanwhile is as new as the records, or what has changed since will be announced too.
        if (known.version === 0) Object.assign(known, { granted, frozenReason });
      }
      loaded = Map.groupBy(uses, ({ subject }) => subject);
    },
    recount: (subject, uses) => {
      const counters = countersOf(subject);
      counters.day = [];
      counters.month = [];
      loaded.set(subject, uses);
    },
  };
}
