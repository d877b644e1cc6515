import type { Clock } from '../shared/clock.ts';
import { makeDeadline } from '../shared/deadline.ts';
import { BrokenUpstream } from './broken-upstream.ts';
import type { UpstreamLimits } from './upstream.ts';

/** The time limits of one call while it runs. */
export interface LimitWatch {
  /** A part of the request has gone out: the wait for the head begins anew. */
  readonly sent: () => void;
  /** The head of the answer has come. */
  readonly headCame: () => void;
  /** A reader has begun (true) or stopped (false) to wait for bytes. */
  readonly waiting: (waits: boolean) => void;
  readonly stop: () => void;
}

const timedOut = (milliseconds: number, what: string): BrokenUpstream =>
  new BrokenUpstream('timed_out', what, { seconds: milliseconds / 1000 });

/** Watches a call's time limits; the first one that is met is told to `onTimeout`. */
export function watchLimits(
  { firstByte, idle, total }: UpstreamLimits,
  clock: Clock,
  onTimeout: (error: BrokenUpstream) => void,
): LimitWatch {
  let hasHead = false;
  const silence = makeDeadline({
    clock,
    shortest: Math.min(firstByte, idle),
    met: () => onTimeout(hasHead ? timedOut(idle, 'the body fell silent') : timedOut(firstByte, 'no head in time')),
  });
  silence.set(firstByte);
  const cancelTotal =
    total === null ? null : clock.after(total, () => onTimeout(timedOut(total, 'call took too long')));
  return {
    sent: () => {
      if (!hasHead) silence.set(firstByte);
    },
    headCame: () => {
      hasHead = true;
      silence.rest();
    },
    waiting: (waits) => {
      if (waits) silence.set(idle);
      else silence.rest();
    },
    stop: () => {
      silence.stop();
      cancelTotal?.();
    },
  };
}
