import type { Clock } from '../shared/clock.ts';
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

const nothing = (): void => undefined;

/** Watches a call's time limits; the first one that is met is told to `onTimeout`. */
export function watchLimits(
  limits: UpstreamLimits,
  clock: Clock,
  onTimeout: (error: BrokenUpstream) => void,
): LimitWatch {
  const arm = (milliseconds: number | null, what: string): (() => void) =>
    milliseconds === null
      ? nothing
      : clock.after(milliseconds, () =>
          onTimeout(new BrokenUpstream('timed_out', what, { seconds: milliseconds / 1000 })),
        );
  let hasHead = false;
  let cancelHead = arm(limits.firstByte, 'no head in time');
  const headCame = (): void => {
    hasHead = true;
    cancelHead();
  };
  const cancelTotal = arm(limits.total, 'call took too long');
  let cancelIdle = nothing;
  return {
    sent: () => {
      if (hasHead) return;
      cancelHead();
      cancelHead = arm(limits.firstByte, 'no head in time');
    },
    headCame,
    waiting: (waits) => {
      cancelIdle();
      cancelIdle = waits ? arm(limits.idle, 'the body fell silent') : nothing;
    },
    stop: () => {
      headCame();
      cancelTotal();
      cancelIdle();
    },
  };
}
