import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../../shared/time/clock.ts';
import type { BatchAnswer, Failure } from '../shared/batch-queue.ts';
import { readCalls, type Settlement, type SettlementText } from '../shared/settle-row.ts';
import { causeMessage } from '../../shared/log.ts';
import { failureKind, failureOf, isRefusal } from './session.ts';
import type { Spool } from './spool.ts';

/** Milliseconds for which a settlement waits for the database before it goes to the spool. */
const spoolAfter = 250;
/** Milliseconds for which it waits if there is no spool, or the spool is full. */
const patience = 10_000;
const pauseMilliseconds = 100;
const reportMilliseconds = 60_000;
/** The most calls in one statement. */
const mostCalls = 512;

type Settled = BatchAnswer['settled'][number];

export interface SettlingParts {
  readonly instanceId: string;
  readonly clock: Clock;
  /** Settles in the database, in one statement. @throws what the driver does */
  readonly send: (calls: readonly Settlement[]) => Promise<readonly (bigint | null)[]>;
  /** Whether the database answered the last time. */
  readonly isThere: () => boolean;
  /** Null: there is none, and answers wait for the database. */
  readonly spool: Spool | null;
  /** Called if the spool cannot be written, and with null once it can again. */
  readonly onSpool: (trouble: string | null) => void;
  /** Called for acknowledged calls that the database refuses. Their file is kept. A row that passed `fits` should never get here. */
  readonly onRefused: (callIds: readonly string[], reason: string) => void;
  /** Called if a failure keeps calls from the database, at most once a minute. They are sent again until the database takes them. */
  readonly onDelayed: (batches: number, reason: string) => void;
}

/** Calls that are settled together. */
interface Entry {
  readonly calls: readonly Settlement[];
  readonly settled: PromiseWithResolvers<readonly Settled[]>;
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
  /** Durable when resolved, in the database or in the spool. */
  readonly settle: (written: SettlementText) => Promise<readonly Settled[]>;
  /** Resolves when what is waiting now is in the database; with false if the database does not answer, or after this time. */
  readonly caughtUp: (milliseconds: number) => Promise<boolean>;
  /** The number of calls that are in the spool but not in the database. */
  readonly spooled: () => number;
  /** Sends nothing more. What is in the spool stays there. */
  readonly end: () => void;
}

/** The state of the settlements on their way, and of the database. */
interface Queue {
  waiting: readonly Entry[];
  /** A statement takes longer than an answer may wait: until it has ended, calls go to the spool at once. */
  isSlow: boolean;
  hasEnded: boolean;
}

type Within = <Value>(promise: Promise<Value>, milliseconds: number) => Promise<Value | null>;

const makeWithin =
  ({ after }: Clock): Within =>
  (promise, milliseconds) => {
    const late = Promise.withResolvers<null>();
    const cancel = after(milliseconds, () => late.resolve(null));
    return Promise.race([promise, late.promise]).finally(cancel);
  };

/** Writes to the spool and clears it, one after the other. What is written while it is being cleared goes into the next file. */
type Spooling = ReturnType<typeof makeSpooling>;

function makeSpooling({ spool, onSpool }: Pick<SettlingParts, 'spool' | 'onSpool'>, queue: Queue) {
  let work: Promise<unknown> = Promise.resolve();
  let isUsed = false;
  let keepsFile = false;
  const next = <Result>(action: () => Promise<Result>): Promise<Result> => {
    const result = work.then(action, action);
    work = result.catch(() => undefined);
    return result;
  };
  /** Does nothing while the spool has calls that the database lacks. A file that stays is posted again, which changes nothing. */
  const clear = (): Promise<void> =>
    next(async () => {
      if (!isUsed || spool === null || queue.waiting.some(({ isSpooled }) => isSpooled)) return;
      if (keepsFile) await spool.setAside();
      else await spool.clear();
      isUsed = false;
      keepsFile = false;
      onSpool(null);
    }).catch(() => undefined);
  return {
    clear,
    /** A call in the file was refused: the file is not removed. */
    keepFile: (): void => {
      keepsFile = true;
    },
    /** @returns whether it is durable in the spool */
    write: async (entry: Entry, text: string): Promise<boolean> => {
      if (spool === null) return false;
      try {
        await next(async () => {
          isUsed = true;
          await spool.write(text);
          entry.isSpooled = true;
        });
        onSpool(null);
      } catch (cause) {
        onSpool(causeMessage(cause));
        return false;
      }
      if (!queue.waiting.includes(entry)) await clear();
      return true;
    },
  };
}

const isBusy = ({ waiting, hasEnded }: Queue): boolean => waiting.length > 0 && !hasEnded;

function remove(queue: Queue, isOver: (entry: Entry) => boolean): void {
  const over = queue.waiting.filter(isOver);
  queue.waiting = queue.waiting.filter((entry) => !over.includes(entry));
  for (const { left } of over) left.resolve();
}

/** Posts everything that waits, part by part. */
async function postAll(queue: Queue, parts: SettlingParts, spooling: Spooling): Promise<void> {
  while (isBusy(queue)) {
    const part = firstOf(queue.waiting);
    const outcomes = await settleApart(
      parts.send,
      part.flatMap(({ calls }) => calls),
    );
    const done = finish({ part, outcomes }, (callIds, reason) => {
      spooling.keepFile();
      parts.onRefused(callIds, reason);
    });
    remove(queue, (entry) => done.has(entry));
    if (done.size > 0) await spooling.clear();
    const failed = outcomes.find(isUnsettled);
    if (failed === undefined) queue.isSlow = false;
    else if (failureKind(failed.cause) !== 'again') {
      parts.onDelayed(queue.waiting.length, causeMessage(failed.cause));
      await setTimeout(pauseMilliseconds, undefined, { ref: false });
    }
    remove(queue, ({ isGivenUp }) => isGivenUp);
  }
}

export function makeSettling(parts: SettlingParts): Settling {
  const { instanceId, clock, isThere, spool } = parts;
  const queue: Queue = { waiting: [], isSlow: false, hasEnded: false };
  const within = makeWithin(clock);
  const spooling = makeSpooling(parts, queue);
  const reported = { ...parts, onDelayed: onceIn(reportMilliseconds, clock, parts.onDelayed) };
  let running: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    // Checked and set in the same turn: what is added later starts a new one.
    while (isBusy(queue)) await postAll(queue, reported, spooling);
    running = null;
  };

  return {
    settle: async ({ text, fit }) => {
      const calls = readCalls(text, instanceId);
      const settled = Promise.withResolvers<readonly Settled[]>();
      const left = Promise.withResolvers<void>();
      const entry: Entry = { calls, settled, answer: null, isSpooled: false, isGivenUp: false, left };
      queue.waiting = [...queue.waiting, entry];
      running ??= run();
      if (isThere() && !queue.isSlow) {
        const answer = await within(settled.promise, spool === null ? patience : spoolAfter);
        if (answer !== null) return answer;
        queue.isSlow = true;
      }
      // A call that the database would refuse must not be acknowledged.
      if (fit && (await spooling.write(entry, text))) return entry.answer ?? calls.map(() => null);
      const answer = await within(settled.promise, patience);
      if (answer !== null) return answer;
      entry.isGivenUp = true;
      return calls.map(() => failureOf(new Error('The database did not answer.')));
    },
    caughtUp: async (milliseconds) => {
      if (!isThere()) return false;
      if (queue.waiting.length === 0) return true;
      const done = Promise.all(queue.waiting.map(({ left }) => left.promise)).then(() => true);
      return (await within(done, milliseconds)) ?? false;
    },
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

/** Calls `action` at most once in this period. */
function onceIn<Values extends readonly unknown[]>(
  milliseconds: number,
  { monotonic }: Clock,
  action: (...values: Values) => void,
) {
  let last = -Infinity;
  return (...values: Values): void => {
    if (monotonic() - last < milliseconds) return;
    last = monotonic();
    action(...values);
  };
}

/** A call that must be sent again, and why. */
interface Unsettled {
  readonly cause: unknown;
}

type Outcome = Settled | Unsettled;

export const isUnsettled = (outcome: Outcome): outcome is Unsettled =>
  typeof outcome === 'object' && outcome !== null && 'cause' in outcome;
export const isFailure = (outcome: Outcome): outcome is Failure =>
  typeof outcome === 'object' && outcome !== null && 'message' in outcome;

/** Whether the failure lies with the database, so that any call would have met it. */
const concernsDatabase = (cause: unknown): boolean => ['away', 'full', 'again', 'locked'].includes(failureKind(cause));

/**
 * Settles calls together. If the database fails on one of them, each is sent alone, so that it does not delay the others.
 *
 * @returns one entry for each call. A `Failure`: the database refuses it, and would refuse it again.
 */
export async function settleApart(
  send: SettlingParts['send'],
  calls: readonly Settlement[],
): Promise<readonly Outcome[]> {
  try {
    return await send(calls);
  } catch (cause) {
    if (concernsDatabase(cause)) return calls.map(() => ({ cause }));
    if (calls.length === 1) return [isRefusal(cause) ? failureOf(cause) : { cause }];
  }
  const outcomes: Outcome[] = [];
  let last: Outcome = null;
  for (const call of calls) {
    // If the database has stopped in the meantime, it is not asked for each of the others.
    if (!isUnsettled(last) || !concernsDatabase(last.cause)) [last = null] = await settleApart(send, [call]);
    outcomes.push(last);
  }
  return outcomes;
}

/** Answers the entries that are in the database or refused. @returns those */
function finish(
  { part, outcomes }: { readonly part: readonly Entry[]; readonly outcomes: readonly Outcome[] },
  onRefused: SettlingParts['onRefused'],
): ReadonlySet<Entry> {
  const done = new Set<Entry>();
  let at = 0;
  for (const entry of part) {
    const own = outcomes.slice(at, (at += entry.calls.length));
    const settled = own.filter((outcome): outcome is Settled => !isUnsettled(outcome));
    if (settled.length < own.length) continue;
    done.add(entry);
    entry.answer = settled;
    entry.settled.resolve(settled);
    const refusals = settled.filter(isFailure);
    const [reason] = refusals;
    if (!entry.isSpooled || reason === undefined) continue;
    const ids = entry.calls.filter((_, index) => isFailure(settled[index] ?? null)).map(({ id }) => id);
    onRefused(ids, reason.detail ?? reason.message);
  }
  return done;
}
