/** The time, injected so that tests can control it. */
export interface Clock {
  /** Wall-clock time in epoch milliseconds; may jump. For records and expiries. */
  readonly now: () => number;
  /** Monotonic milliseconds from an arbitrary origin. For durations. */
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
