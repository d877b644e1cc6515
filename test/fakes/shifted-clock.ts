import { systemClock, type Clock } from '../../src/shared/time/clock.ts';

/** The real clock, whose wall time a test sets forward. */
export function makeShiftedClock(): Clock & { readonly shift: (milliseconds: number) => void } {
  let offset = 0;
  return {
    ...systemClock,
    now: () => systemClock.now() + offset,
    shift: (milliseconds) => {
      offset += milliseconds;
    },
  };
}
