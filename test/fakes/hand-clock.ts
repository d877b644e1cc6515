import type { Clock } from '../../src/shared/time/clock.ts';

interface Timer {
  readonly at: number;
  readonly action: () => void;
}

/** A clock whose hands a test moves; timers that come due on the way fire, in order. */
export interface HandClock extends Clock {
  readonly move: (milliseconds: number) => void;
  /** Sets the wall time alone, as an administrator or a time server would. */
  readonly jump: (milliseconds: number) => void;
}

/** @param start epoch milliseconds; 20 November 2026, noon UTC, unless a test says otherwise */
export function makeHandClock(start = Date.UTC(2026, 10, 20, 12)): HandClock {
  let elapsed = 0;
  let offset = start;
  const timers = new Set<Timer>();

  const fireNext = (until: number): boolean => {
    const [next] = [...timers].filter(({ at }) => at <= until).toSorted((one, other) => one.at - other.at);
    if (!next) return false;
    timers.delete(next);
    elapsed = Math.max(elapsed, next.at);
    next.action();
    return true;
  };

  return {
    now: () => offset + elapsed,
    monotonic: () => elapsed,
    after: (milliseconds, action) => {
      const timer = { at: elapsed + milliseconds, action };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    move: (milliseconds) => {
      const until = elapsed + milliseconds;
      while (fireNext(until));
      elapsed = until;
    },
    jump: (milliseconds) => {
      offset += milliseconds;
    },
  };
}
