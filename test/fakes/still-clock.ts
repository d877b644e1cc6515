import type { Clock } from '../../src/shared/time/clock.ts';

/** A clock that stands at 20 November 2026, noon UTC, until a test moves it. Timers never fire. */
export function makeStillClock(
  start = Date.UTC(2026, 10, 20, 12),
): Clock & { readonly move: (milliseconds: number) => void } {
  let now = start;
  return {
    now: () => now,
    monotonic: () => now,
    after: () => () => undefined,
    move: (milliseconds) => {
      now += milliseconds;
    },
  };
}
