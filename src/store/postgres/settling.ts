import { type Clock, onceIn, pause, within } from '../../shared/time/clock.ts';
import { readCalls, type Settlement, type SettlementText } from '../shared/settle-row.ts';
import { causeMessage } from '../../shared/log.ts';
import {
  isFailure,
  isLockedOut,
  isUnsettled,
  settleApart,
  type Outcome,
  type Settled,
} from './operations/operations.ts';
import { failureKind, failureOf } from './session.ts';
import { makeSpooling, type SettleSpool, type Spooling } from './spool.ts';

/** Milliseconds for which a settlement waits for the database before it goes to the spool. */
const spoolAfter = 250;
/** Milliseconds for which it waits if there is no spool, or the spool is full. */
const giveUpAfter = 10_000;
const pauseMilliseconds = 100;
const reportMilliseconds = 60_000;
/** The most calls in one statement. */
const mostCalls = 512;
/** Milliseconds for which a statement waits for a locked account, and with it the calls of all workspaces. */
const lockedAtFirst = 2_000;
/** Milliseconds for an account found locked before, doubled each time up to `most`. It is left alone for `rest` times that. */
const lockedAgain = { first: 100, most: 1_000, rest: 10 } as const;

export interface SettlingParts {
  readonly instanceId: string;
  readonly clock: Clock;
  /**
   * Settles in the database, in one statement.
   *
   * @param locked milliseconds to wait for an account that another transaction has locked
   * @throws what the driver does
   */
  readonly send: (calls: readonly Settlement[], locked: number) => Promise<readonly (bigint | null)[]>;
  /** Whether the database answered the last time. */
  readonly isThere: () => boolean;
  /** Null: there is none, and answers wait for the database. */
  readonly spool: SettleSpool | null;
  /** Called if the spool cannot be written, and with null once it can again. */
  readonly onSpool: (trouble: string | null) => void;
  /** Called for acknowledged calls that the database refuses. Their file is kept. A row that passed `fits` should never get here. */
  readonly onRefused: (callIds: readonly string[], reason: string) => void;
  /** Called if a failure keeps calls from the database, at most once a minute. They are sent again until the database takes them. */
  readonly onDelayed: (batches: number, reason: string) => void;
}

/** Calls of one workspace that are settled together. */
interface Entry {
  readonly workspaceId: string;
  readonly calls: readonly Settlement[];
  /** Ends when the database has answered, or when the account is known to be locked. */
  readonly answered: PromiseWithResolvers<void>;
  /** The answer of the database; null: none yet. */
  answer: readonly Settled[] | null;
  /** Whether it is in the spool, and has been acknowledged. */
  isSpooled: boolean;
  /** No one waits for it any more: its calls are in neither the database nor the spool, and its sender knows. */
  isGivenUp: boolean;
  /** Ends when it no longer waits: its calls are in the database, or it was given up. */
  readonly left: PromiseWithResolvers<void>;
}

/** The settlements of one instance on their way into the database, in order. */
export interface Settling {
  /**
   * Durable when resolved, in the database or in the spool. Answered with a failure otherwise.
   *
   * @param awaitsLocks whether calls of locked accounts that are not in the spool have as much time as others; else they fail as soon
   *   as that is known, so that they delay no call that came with them
   */
  readonly settle: (written: SettlementText, awaitsLocks: boolean) => Promise<readonly Settled[]>;
  /**
   * Resolves when what is waiting now is in the database; with false if the database does not answer, or after this time.
   *
   * @param concerns which calls to wait for: if their account is known to be locked, it resolves at once; absent: all
   */
  readonly caughtUp: (milliseconds: number, concerns?: (call: Settlement) => boolean) => Promise<boolean>;
  /** Whether another transaction had the account of a workspace locked the last time. */
  readonly isLocked: (workspaceId: string) => boolean;
  /** The number of calls that are in the spool but not in the database. */
  readonly spooled: () => number;
  /** Sends nothing more. What is in the spool stays there. */
  readonly end: () => void;
}

/** The state of the settlements on their way, and of the database. */
interface Queue {
  waiting: readonly Entry[];
  /**
   * Workspaces whose accounts other transactions have locked: their calls wait, while those of others are settled. `at`: monotonic
   * milliseconds when it is tried again; `wait`: milliseconds to wait for it then.
   */
  readonly locked: Map<string, { readonly at: number; readonly wait: number }>;
  /** A statement takes longer than an answer may wait: until it has ended, calls go to the spool at once. */
  isSlow: boolean;
  hasEnded: boolean;
  /** Called when more waits. */
  wake: () => void;
}

const isBusy = ({ waiting, hasEnded }: Queue): boolean => waiting.length > 0 && !hasEnded;

function remove(queue: Queue, isOver: (entry: Entry) => boolean): void {
  const over = queue.waiting.filter(isOver);
  queue.waiting = queue.waiting.filter((entry) => !over.includes(entry));
  for (const { left } of over) left.resolve();
}

/** What the next statement settles: what waits for no lock, or, in turn with it, one workspace whose account may be free again. */
function nextOf({ waiting, locked }: Queue, isTurn: boolean, now: number): readonly Entry[] {
  const free = waiting.filter(({ workspaceId }) => !locked.has(workspaceId));
  const due = waiting.find(({ workspaceId }) => (locked.get(workspaceId)?.at ?? Infinity) <= now);
  if (due === undefined || (free.length > 0 && !isTurn)) return firstOf(free);
  return firstOf(waiting.filter(({ workspaceId }) => workspaceId === due.workspaceId));
}

/** Remembers which of these accounts are locked, and which no longer. */
function noteLocks({ locked }: Queue, tried: Tried, now: number): void {
  const found = outcomesOf(tried).filter(([, own]) => own.some(isLockedOut));
  for (const [{ answered }] of found) answered.resolve();
  const still = new Set(found.map(([{ workspaceId }]) => workspaceId));
  for (const workspaceId of new Set(tried.part.map((entry) => entry.workspaceId))) {
    const { first, most, rest } = lockedAgain;
    const wait = locked.get(workspaceId)?.wait;
    if (!still.has(workspaceId)) locked.delete(workspaceId);
    else locked.set(workspaceId, { at: now + rest * (wait ?? first), wait: wait ? Math.min(2 * wait, most) : first });
  }
}

/** Posts everything that waits, part by part. */
async function postAll(queue: Queue, parts: SettlingParts, spooling: Spooling): Promise<void> {
  const { clock, send, onRefused, onDelayed } = parts;
  for (let isTurn = false; isBusy(queue); isTurn = !isTurn) {
    remove(queue, (entry) => entry.isGivenUp);
    const part = nextOf(queue, isTurn, clock.monotonic());
    const [first] = part;
    if (first === undefined) {
      const arrived = new Promise<void>((resolve) => (queue.wake = resolve));
      await Promise.race([pause(clock, pauseMilliseconds), arrived]);
      continue;
    }
    const wait = queue.locked.get(first.workspaceId)?.wait ?? lockedAtFirst;
    const calls = part.flatMap((entry) => entry.calls);
    const outcomes = await settleApart(
      calls,
      (some) => send(some, wait),
      (some) => send(some, lockedAgain.first),
    );
    const tried = { part, outcomes };
    const done = finish(tried, (callIds, reason) => {
      spooling.keepFile();
      onRefused(callIds, reason);
    });
    noteLocks(queue, tried, clock.monotonic());
    remove(queue, (entry) => done.has(entry));
    if (done.size > 0) await spooling.clear();
    const failures = outcomes.filter(isUnsettled);
    const failed = failures.find((outcome) => !isLockedOut(outcome));
    const delayed = failed ?? failures[0];
    if (failed === undefined) queue.isSlow = false;
    if (delayed !== undefined && failureKind(delayed.cause) !== 'again')
      onDelayed(queue.waiting.length, causeMessage(delayed.cause));
    if (failed !== undefined && failureKind(failed.cause) !== 'again') await pause(clock, pauseMilliseconds);
  }
}

const newEntry = (queue: Queue, workspaceId: string, calls: readonly Settlement[]): Entry => {
  const entry: Entry = {
    ...{ workspaceId, calls, answer: null, isSpooled: false, isGivenUp: false },
    answered: Promise.withResolvers(),
    left: Promise.withResolvers(),
  };
  if (queue.locked.has(workspaceId)) entry.answered.resolve();
  return entry;
};

const isAnswered = ({ answer }: Entry): boolean => answer !== null;
const tooLate = failureOf(new Error('The database did not answer.'));

/** One for each of the calls; null for one that is in the spool. */
function answersTo(calls: readonly Settlement[], entries: readonly Entry[]): readonly Settled[] {
  const known = new Map(
    entries.flatMap(({ calls: own, answer, isSpooled }) =>
      own.map((call, index) => [call, answer?.[index] ?? (answer || isSpooled ? null : tooLate)]),
    ),
  );
  return calls.map((call) => known.get(call) ?? null);
}

export function makeSettling(parts: SettlingParts): Settling {
  const { instanceId, clock, isThere, spool, onSpool } = parts;
  const queue: Queue = { waiting: [], locked: new Map(), isSlow: false, hasEnded: false, wake: () => undefined };
  const needed = (): readonly Settlement[] => queue.waiting.flatMap(({ isSpooled, calls }) => (isSpooled ? calls : []));
  const spooling = makeSpooling({ spool, onSpool, needed });
  const reported = { ...parts, onDelayed: onceIn(reportMilliseconds, clock, parts.onDelayed) };
  let running: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    // Checked and set in the same turn: what is added later starts a new one.
    while (isBusy(queue)) await postAll(queue, reported, spooling);
    running = null;
  };
  /** @returns whether all of them were answered in time */
  const areAnswered = async (entries: readonly Entry[], milliseconds: number): Promise<boolean> =>
    (await within(clock, milliseconds, Promise.all(entries.map(({ answered }) => answered.promise)))) !== null;
  const spoolAll = (entries: readonly Entry[]): Promise<boolean> =>
    spooling.write(
      entries.flatMap(({ calls }) => calls),
      () => {
        for (const entry of entries) entry.isSpooled = true;
      },
    );

  return {
    settle: async ({ text, fit }, awaitsLocks) => {
      const calls = readCalls(text, instanceId);
      const entries = [...Map.groupBy(calls, ({ workspaceId }) => workspaceId)].map((own) => newEntry(queue, ...own));
      queue.waiting = [...queue.waiting, ...entries];
      queue.wake();
      running ??= run();
      if (spool !== null && isThere() && !queue.isSlow) {
        if (!(await areAnswered(entries, spoolAfter))) queue.isSlow = true;
        if (entries.every(isAnswered)) return answersTo(calls, entries);
      }
      const late = entries.filter((entry) => !isAnswered(entry));
      // A call that the database would refuse must not be acknowledged.
      if (fit && (await spoolAll(late))) return answersTo(calls, entries);
      const ends = late.map(({ answered, left }) => (awaitsLocks ? left.promise : answered.promise));
      await within(clock, giveUpAfter, Promise.all(ends));
      for (const entry of late) entry.isGivenUp = !isAnswered(entry);
      return answersTo(calls, entries);
    },
    caughtUp: async (milliseconds, concerns) => {
      if (!isThere()) return false;
      const before = queue.waiting.filter(({ calls }) => concerns === undefined || calls.some(concerns));
      if (before.length === 0) return true;
      if (concerns !== undefined && before.some(({ workspaceId }) => queue.locked.has(workspaceId))) return false;
      const done = Promise.all(before.map(({ left }) => left.promise)).then(() => true);
      return (await within(clock, milliseconds, done)) ?? false;
    },
    isLocked: (workspaceId) => queue.locked.has(workspaceId),
    spooled: () => queue.waiting.reduce((sum, { calls, isSpooled }) => (isSpooled ? sum + calls.length : sum), 0),
    end: () => {
      queue.hasEnded = true;
    },
  };
}

/** As many as fit into one statement; at least one. */
function firstOf(waiting: readonly Entry[]): readonly Entry[] {
  let sum = 0;
  const end = waiting.findIndex(({ calls }) => (sum += calls.length) > mostCalls);
  return end === -1 ? [...waiting] : waiting.slice(0, Math.max(1, end));
}

/** What was sent, with one outcome for each call. */
interface Tried {
  readonly part: readonly Entry[];
  readonly outcomes: readonly Outcome[];
}

/** One list for each entry. */
function outcomesOf({ part, outcomes }: Tried): readonly (readonly [Entry, readonly Outcome[]])[] {
  let at = 0;
  return part.map((entry) => [entry, outcomes.slice(at, (at += entry.calls.length))]);
}

/** Answers the entries that are in the database or refused. @returns those */
function finish(tried: Tried, onRefused: SettlingParts['onRefused']): ReadonlySet<Entry> {
  const done = new Set<Entry>();
  for (const [entry, own] of outcomesOf(tried)) {
    const settled = own.filter((outcome): outcome is Settled => !isUnsettled(outcome));
    if (settled.length < own.length) continue;
    done.add(entry);
    entry.answer = settled;
    entry.answered.resolve();
    const refusals = settled.filter(isFailure);
    const [reason] = refusals;
    if (!entry.isSpooled || reason === undefined) continue;
    const ids = entry.calls.filter((_, index) => isFailure(settled[index] ?? null)).map(({ id }) => id);
    onRefused(ids, reason.detail ?? reason.message);
  }
  return done;
}
