import { systemClock, type Clock } from '../../src/shared/time/clock.ts';

/** The real clock, whose wall time a test sets forward, on a machine that it suspends. */
export function makeShiftedClock(): Clock & {
  readonly shift: (milliseconds: number) => void;
  /** As if so much time had passed, by both clocks. */
  readonly pass: (milliseconds: number) => void;
  /** As if the machine had slept so long until now: its monotonic clock stood still meanwhile. */
  readonly suspend: (milliseconds: number) => void;
} {
  let offset = 0;
  let slept = 0;
  return {
    ...systemClock,
    now: () => systemClock.now() + offset,
    monotonic: () => systemClock.monotonic() - slept,
    suspend: (milliseconds) => {
      slept += milliseconds;
    },
    shift: (milliseconds) => {
      offset += milliseconds;
    },
    pass: (milliseconds) => {
      offset += milliseconds;
      slept -= milliseconds;
    },
  };
}
