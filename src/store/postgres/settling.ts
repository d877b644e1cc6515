import type { Clock } from '../../shared/time/clock.ts';
import type { BatchAnswer } from '../shared/batch-queue.ts';
import { readCalls, type Settlement, type WrittenCalls } from '../shared/settle-row.ts';
import { failureKind, failureOf } from './session.ts';
import type { Spool } from './spool.ts';

/** For so long (milliseconds) the end of a call waits for a database that usually answers, before the call goes to the spool. */
const spoolAfter = 250;
/** For so long where there is no spool, or it is full. */
const patience = 10_000;
const pauseMilliseconds = 100;
/** One statement settles at most so many calls. */
const mostCalls = 512;

type Settled = BatchAnswer['settled'][number];

interface Parts {
  readonly instanceId: string;
  readonly clock: Clock;
  /** Settles in the database, in one statement. @throws what the driver does */
  readonly send: (calls: readonly Settlement[]) => Promise<readonly (bigint | null)[]>;
  /** Whether the database answered when it was last asked. */
  readonly isThere: () => boolean;
  /** Null: there is none, and an answer waits for the database. */
  readonly spool: Spool | null;
  /** Called when the spool cannot be written, and with null when it can again. */
  readonly onSpool: (trouble: string | null) => void;
  /** Called for calls that were acknowledged and that the database refuses for what they are: which never happens. */
  readonly onRefused: (callIds: readonly string[], reason: string) => void;
}

/** Calls that are settled together. */
interface Entry {
  readonly calls: readonly Settlement[];
  readonly settled: PromiseWithResolvers<readonly Settled[]>;
  /** Whether it is in the spool, and was acknowledged. */
  isSpooled: boolean;
  /** Its calls are neither in the database nor in the spool, and their senders know. */
  isGivenUp: boolean;
}

/** The settlements of one instance on their way into the database, in order. */
export interface Settling {
  /** Durable when resolved, in the database or in the spool. */
  readonly settle: (written: WrittenCalls) => Promise<readonly Settled[]>;
  /** Resolves when everything that was settled before is in the database; false if that does not answer, or after this time. */
  readonly caughtUp: (milliseconds: number) => Promise<boolean>;
  /** Nothing more is sent. What is in the spool stays there. */
  readonly end: () => void;
}

/** What is on its way, and how the database does with it. */
interface Queue {
  waiting: readonly Entry[];
  /** A statement takes longer than an answer may wait: until it ends, calls go to the spool at once. */
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

/** Writes to the spool and clears it, one after the other: what is written while it is cleared is in its next file. */
function makeSpooling({ spool, onSpool }: Pick<Parts, 'spool' | 'onSpool'>, queue: Queue) {
  let work: Promise<unknown> = Promise.resolve();
  let isUsed = false;
  const next = <Result>(action: () => Promise<Result>): Promise<Result> => {
    const result = work.then(action, action);
    work = result.catch(() => undefined);
    return result;
  };
  /** Does nothing while it has calls that the database has not. A file that stays is posted again, and changes nothing. */
  const clear = (): Promise<void> =>
    next(async () => {
      if (!isUsed || spool === null || queue.waiting.some(({ isSpooled }) => isSpooled)) return;
      await spool.clear();
      isUsed = false;
    }).catch(() => undefined);
  return {
    clear,
    /** @returns whether it is durable there */
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
        onSpool(cause instanceof Error ? cause.message : String(cause));
        return false;
      }
      if (!queue.waiting.includes(entry)) await clear();
      return true;
    },
  };
}

const isBusy = ({ waiting, hasEnded }: Queue): boolean => waiting.length > 0 && !hasEnded;

/** Posts what waits, part by part, until nothing does. */
async function postAll(queue: Queue, parts: Parts, cleared: () => Promise<void>): Promise<void> {
  const post = makePosting(parts);
  const pause = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, pauseMilliseconds).unref());
  while (isBusy(queue)) {
    const part = firstOf(queue.waiting);
    try {
      await post(part);
      queue.isSlow = false;
      queue.waiting = queue.waiting.filter((entry) => !part.includes(entry));
      await cleared();
    } catch (cause) {
      if (failureKind(cause) !== 'again') await pause();
    }
    queue.waiting = queue.waiting.filter(({ isGivenUp }) => !isGivenUp);
  }
}

export function makeSettling(parts: Parts): Settling {
  const { instanceId, clock, isThere, spool } = parts;
  const queue: Queue = { waiting: [], isSlow: false, hasEnded: false };
  const within = makeWithin(clock);
  const spooling = makeSpooling(parts, queue);
  let running: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    // Looked at and set without a turn in between: what is added later begins anew.
    while (isBusy(queue)) await postAll(queue, parts, spooling.clear);
    running = null;
  };

  return {
    settle: async ({ text, fit }) => {
      const calls = readCalls(text, instanceId);
      const entry = { calls, settled: Promise.withResolvers<readonly Settled[]>(), isSpooled: false, isGivenUp: false };
      queue.waiting = [...queue.waiting, entry];
      running ??= run();
      if (isThere() && !queue.isSlow) {
        const settled = await within(entry.settled.promise, spool === null ? patience : spoolAfter);
        if (settled !== null) return settled;
        queue.isSlow = true;
      }
      // What the database would refuse must not be acknowledged.
      if (fit && (await spooling.write(entry, text))) return calls.map(() => null);
      const settled = await within(entry.settled.promise, patience);
      if (settled !== null) return settled;
      entry.isGivenUp = true;
      return calls.map(() => failureOf(new Error('The database did not answer.')));
    },
    caughtUp: async (milliseconds) => {
      if (running === null) return true;
      if (!isThere()) return false;
      const done = running.then(() => true);
      return (await within(done, milliseconds)) ?? false;
    },
    end: () => {
      queue.hasEnded = true;
    },
  };
}

/** As many as one statement may have; at least one. */
function firstOf(waiting: readonly Entry[]): readonly Entry[] {
  let sum = 0;
  const end = waiting.findIndex(({ calls }) => (sum += calls.length) > mostCalls);
  return end === -1 ? [...waiting] : waiting.slice(0, Math.max(1, end));
}

/** Posts entries together. @throws if the database does not answer: then all are posted again, which changes nothing */
function makePosting({ send, onRefused }: Pick<Parts, 'send' | 'onRefused'>) {
  const settle = async (calls: readonly Settlement[]): Promise<readonly Settled[]> => {
    try {
      return await send(calls);
    } catch (cause) {
      const failure = failureOf(cause);
      if (failure.code === 'overloaded') throw cause;
      if (calls.length === 1) return [failure];
      // One row is at fault, and must not take the others with it.
      const alone: Settled[] = [];
      for (const call of calls) alone.push(...(await settle([call])));
      return alone;
    }
  };
  return async (entries: readonly Entry[]): Promise<void> => {
    const settled = await settle(entries.flatMap(({ calls }) => calls));
    let at = 0;
    for (const { calls, settled: answer, isSpooled } of entries) {
      const own = settled.slice(at, (at += calls.length));
      answer.resolve(own);
      if (!isSpooled) continue;
      const refused = calls.filter((_, index) => typeof own[index] === 'object' && own[index] !== null);
      const [reason] = own.filter((each) => typeof each === 'object' && each !== null);
      if (refused.length > 0 && reason)
        onRefused(
          refused.map(({ id }) => id),
          reason.detail ?? reason.message,
        );
    }
  };
}
