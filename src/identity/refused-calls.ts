import type { ErrorCode } from '../errors/codes.ts';
import type { RefusedKey } from '../errors/gateway-error.ts';
import type { UsageQuery, UsageRow } from '../metering/ledger.ts';
import type { Log } from '../shared/log.ts';
import { oneDay, quarterHour } from '../shared/time/calendar.ts';
import type { Clock } from '../shared/time/clock.ts';

/** How often a key was refused for one reason within a quarter of an hour. */
export interface RefusedCalls extends RefusedKey {
  readonly code: ErrorCode;
  /** Epoch milliseconds at which the quarter of an hour began. */
  readonly bucketStart: number;
  readonly calls: number;
  /** When it was last, in epoch milliseconds. */
  readonly lastAt: number;
}

/** What refused calls can be grouped by. */
export type RefusalDimension = 'workspace' | 'key' | 'code';

/** The range, its buckets and its zone are those of usage. */
export interface RefusalQuery extends Pick<
  UsageQuery,
  'workspaceId' | 'keyId' | 'from' | 'to' | 'bucket' | 'timeZone'
> {
  readonly groupBy: readonly RefusalDimension[];
}

export interface RefusalRow extends Pick<UsageRow, 'bucketStart' | 'calls'> {
  /** Values of the dimensions asked for. */
  readonly group: Readonly<Partial<Record<RefusalDimension, string>>>;
  /** Epoch milliseconds of the last of them. */
  readonly lastAt: number;
}

/** Where refused calls are counted, for all instances. */
export interface RefusedCallStore {
  /** Adds to what others counted: all of it or, if it is rejected, nothing. */
  readonly add: (refused: readonly RefusedCalls[]) => Promise<void>;
  /** Totals, ascending by time. */
  readonly query: (query: RefusalQuery) => AsyncIterable<RefusalRow>;
  /** Removes the counts of the oldest quarter of an hour, if it began before (epoch milliseconds). */
  readonly sweep: (before: number) => Promise<void>;
}

/** Counts the calls of valid keys that are refused before they have a record in the ledger. */
export interface RefusalCounter {
  /** Cheap: a key may be refused thousands of times a second. */
  readonly count: (key: RefusedKey, code: ErrorCode) => void;
  /** What was counted, on this instance up to now. */
  readonly query: RefusedCallStore['query'];
  readonly sweep: () => Promise<void>;
  /** Writes what is left, as far as that is possible. */
  readonly stop: () => Promise<void>;
}

/** For so long (milliseconds) a count may wait in memory until it is written. */
const writeAfterMilliseconds = 5_000;

/** For so long (milliseconds) counts are kept. */
export const refusalMemory = 90 * oneDay;

/** Most counts between two times of writing: as many as a few hundred keys can cause, each refused for every reason. */
const mostCounts = 10_000;

/** Most counts in one transaction: settlements wait for it. */
const mostAtOnce = 500;

interface Counted extends RefusedCalls {
  calls: number;
  lastAt: number;
}

/** By key, quarter of an hour and code. The memory is bounded, and so is what a key can cause to be written. */
function makePending() {
  let counts = new Map<string, Counted>();
  let lost = 0;
  return {
    add: ({ calls, lastAt, ...of }: RefusedCalls): void => {
      const name = `${of.keyId} ${of.code} ${of.bucketStart}`;
      const known = counts.get(name);
      if (known !== undefined) {
        known.calls += calls;
        known.lastAt = Math.max(known.lastAt, lastAt);
      } else if (counts.size < mostCounts) counts.set(name, { ...of, calls, lastAt });
      else lost += calls;
    },
    take: () => {
      const taken = { counts: [...counts.values()], lost };
      counts = new Map();
      lost = 0;
      return taken;
    },
  };
}

/**
 * Counts in memory, and writes five seconds after the first of what is not written yet. It is no money: what a process counted in
 * its last seconds is lost if it is killed, and a count whose acknowledgement is lost with the connection to the database counts
 * twice.
 */
export function makeRefusalCounter(store: RefusedCallStore, clock: Clock, log: Log): RefusalCounter {
  const pending = makePending();
  let writing: Promise<void> = Promise.resolve();
  let cancel: (() => unknown) | null = null;
  /** Whether the last counts could not be written, which is logged once. */
  let isLate = false;

  const add = (refused: RefusedCalls): void => {
    pending.add(refused);
    cancel ??= clock.after(writeAfterMilliseconds, () => void flush());
  };
  const write = async (): Promise<void> => {
    cancel?.();
    cancel = null;
    const { counts, lost } = pending.take();
    if (lost > 0) log.warn('Too many kinds of refused calls at once: some were not counted.', { calls: lost });
    for (let at = 0; at < counts.length; at += mostAtOnce) {
      try {
        await store.add(counts.slice(at, at + mostAtOnce));
        isLate = false;
      } catch (error) {
        const rest = counts.slice(at);
        rest.forEach(add);
        if (!isLate)
          log.warn('Counts of refused calls could not be written yet.', { counts: rest.length, reason: String(error) });
        isLate = true;
        return;
      }
    }
  };
  const flush = (): Promise<void> => (writing = writing.then(write));

  return {
    count: ({ keyId, workspaceId }, code) => {
      const now = clock.now();
      add({ keyId, workspaceId, code, bucketStart: now - (now % quarterHour), calls: 1, lastAt: now });
    },
    query: async function* (query) {
      await flush();
      yield* store.query(query);
    },
    sweep: () => store.sweep(clock.now() - refusalMemory),
    stop: async () => {
      await flush();
      cancel?.();
    },
  };
}
