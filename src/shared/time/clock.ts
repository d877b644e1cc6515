/** The time, injected so that tests can hold it still. */
export interface Clock {
  /** Wall time in epoch milliseconds; may jump. For records and expiries. */
  readonly now: () => number;
  /** Milliseconds that never run backwards, from an arbitrary origin. For durations. */
  readonly monotonic: () => number;
  /** Calls `action` once after `milliseconds`; the returned function cancels it. Does not keep the process alive. */
  readonly after: (milliseconds: number, action: () => void) => () => void;
}

export const systemClock: Clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  after: (milliseconds, action) => {
    const timer = setTimeout(action, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** A time limit that is set far more often than it is met. */
export interface Deadline {
  /** Meets it after so many milliseconds from now, instead of what was set before. */
  readonly set: (milliseconds: number) => void;
  /** Meets it no more, until it is set again. */
  readonly rest: () => void;
  /** The same, for good. */
  readonly stop: () => void;
}

interface Parts {
  readonly clock: Clock;
  /** The shortest time that it will be set to, in milliseconds. */
  readonly shortest: number;
  readonly met: () => void;
}

/** One timer that looks how much is left, however often the deadline is put off: timers cost more than looks at a clock. */
export function makeDeadline({ clock, shortest, met }: Parts): Deadline {
  let due = Infinity;
  let cancel: (() => void) | null = null;

  const wait = (milliseconds: number): void => {
    cancel = clock.after(Math.min(milliseconds, shortest), look);
  };
  const look = (): void => {
    cancel = null;
    const left = due - clock.monotonic();
    if (left > 0 && left < Infinity) return wait(left);
    if (left <= 0) met();
  };

  return {
    set: (milliseconds) => {
      due = clock.monotonic() + milliseconds;
      if (cancel === null) wait(milliseconds);
    },
    rest: () => {
      due = Infinity;
    },
    stop: () => {
      due = Infinity;
      cancel?.();
    },
  };
}
