/** The time, injected so that tests can control it. */
export interface Clock {
  /** Wall-clock time in epoch milliseconds; may jump. For records and expiries. */
  readonly now: () => number;
  /** Monotonic milliseconds from an arbitrary origin. For durations. */
  readonly monotonic: () => number;
  /** Milliseconds of processor time that this thread has used. Absent: `monotonic` stands in for it. */
  readonly spent?: () => number;
  /** Calls `action` once after `milliseconds`; the returned function cancels it. Does not keep the process alive. */
  readonly after: (milliseconds: number, action: () => void) => () => void;
}

export const systemClock: Clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  spent: () => {
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

interface Parts {
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
  readonly #parts: Parts;
  #due = Infinity;
  #cancel: (() => void) | null = null;

  constructor(parts: Parts) {
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

export const makeDeadline = (parts: Parts): Deadline => new LazyDeadline(parts);
