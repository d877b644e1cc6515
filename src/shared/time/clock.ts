/** The time, injected so that tests can control it. */
export interface Clock {
  /** Wall-clock time in epoch milliseconds; may jump. For records and expiries. */
  readonly now: () => number;
  /** Monotonic milliseconds from an arbitrary origin. For durations. */
  readonly monotonic: () => number;
  /** Milliseconds of processor time that this thread has used. Absent: `monotonic` stands in for it. */
  readonly cpuTime?: () => number;
  /** Calls `action` once after `milliseconds`; the returned function cancels it. Does not keep the process alive. */
  readonly after: (milliseconds: number, action: () => void) => () => void;
}

export const systemClock: Clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  cpuTime: () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  },
  after: (milliseconds, action) => {
    const timer = setTimeout(action, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** A timeout that is reset far more often than it fires. */
export interface Deadline {
  /** Fires after this many milliseconds, replacing the previous setting. */
  readonly set: (milliseconds: number) => void;
  /** Does not fire until it is set again. */
  readonly rest: () => void;
  /** Stops for good. */
  readonly stop: () => void;
}

interface DeadlineParts {
  readonly clock: Clock;
  /** The shortest timeout that `set` receives, in milliseconds. */
  readonly shortest: number;
  readonly met: () => void;
}

/**
 * A deadline with one timer that checks the remaining time, because resetting a timer costs more than reading a clock. An open
 * stream has two of them: a class takes less memory than closures.
 */
class LazyDeadline implements Deadline {
  readonly #parts: DeadlineParts;
  #due = Infinity;
  #cancel: (() => void) | null = null;

  constructor(parts: DeadlineParts) {
    this.#parts = parts;
  }

  set(milliseconds: number): void {
    this.#due = this.#parts.clock.monotonic() + milliseconds;
    if (this.#cancel === null) this.#wait(milliseconds);
  }

  rest(): void {
    this.#due = Infinity;
  }

  stop(): void {
    this.#due = Infinity;
    this.#cancel?.();
  }

  #wait(milliseconds: number): void {
    const { clock, shortest } = this.#parts;
    this.#cancel = clock.after(Math.min(milliseconds, shortest), () => this.#look());
  }

  #look(): void {
    this.#cancel = null;
    const left = this.#due - this.#parts.clock.monotonic();
    if (left > 0 && left < Infinity) return this.#wait(left);
    if (left <= 0) this.#parts.met();
  }
}

export const makeDeadline = (parts: DeadlineParts): Deadline => new LazyDeadline(parts);

/** Whether a shutdown waits for the action. An action of many steps checks it before each step. */
export type IsEnding = () => boolean;

/** For an action that runs outside `repeat`. */
export const neverEnding: IsEnding = () => false;

interface Repetition {
  readonly clock: Clock;
  /** Milliseconds from one end to the next start. */
  readonly every: number;
  readonly action: (isEnding: IsEnding) => Promise<unknown>;
  readonly failed: (cause: unknown) => void;
  /** Milliseconds after which an action that still runs is reported to `failed`, once; absent: it may take any time. */
  readonly longest?: number;
}

/** Milliseconds that a stop waits for a running action. One that never ends must not keep the process alive. */
const stopMilliseconds = 30_000;

/**
 * Runs `action` repeatedly, never twice at once. The returned function stops it, and waits for a running action, but no longer
 * than 30 seconds.
 */
export function repeat({ clock, every, action, failed, longest }: Repetition): () => Promise<void> {
  let ended = false;
  let running: Promise<void> = Promise.resolve();
  let cancel = (): void => undefined;

  const watched = async (): Promise<void> => {
    const late = (): void => failed(new Error(`It has been running for ${Math.round(Number(longest) / 1_000)} s.`));
    const forget = longest === undefined ? () => undefined : clock.after(longest, late);
    try {
      await action(() => ended);
    } finally {
      forget();
    }
  };
  const run = async (): Promise<void> => {
    await watched().catch(failed);
    if (!ended) schedule();
  };
  const schedule = (): void => {
    cancel = clock.after(every, () => {
      running = run();
    });
  };

  schedule();
  return async () => {
    ended = true;
    cancel();
    await within(clock, stopMilliseconds, running);
  };
}

type Timer = Pick<Clock, 'after'>;

/** What work resolves with; null if it takes longer than so many milliseconds. */
export function within<Value>({ after }: Timer, milliseconds: number, work: Promise<Value>): Promise<Value | null> {
  const late = Promise.withResolvers<null>();
  const cancel = after(milliseconds, () => late.resolve(null));
  return Promise.race([work, late.promise]).finally(cancel);
}

/** Resolves after so many milliseconds. */
export const pause = ({ after }: Timer, milliseconds: number): Promise<void> =>
  new Promise((resolve) => void after(milliseconds, resolve));

/** Repeats several actions, each by itself: one that hangs or fails holds up no other. Returns what stops all of them. */
export function repeatEach({
  actions,
  ...same
}: Omit<Repetition, 'action'> & { readonly actions: readonly Repetition['action'][] }): () => Promise<void> {
  const ends = actions.map((action) => repeat({ ...same, action }));
  return async () => {
    await Promise.all(ends.map((end) => end()));
  };
}

/** Calls `action` at most once in so many milliseconds. */
export function onceIn<Values extends readonly unknown[]>(
  milliseconds: number,
  { monotonic }: Pick<Clock, 'monotonic'>,
  action: (...values: Values) => void,
) {
  let last = -Infinity;
  return (...values: Values): void => {
    if (monotonic() - last < milliseconds) return;
    last = monotonic();
    action(...values);
  };
}
