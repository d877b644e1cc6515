import type { Clock } from '../../shared/time/clock.ts';

/** A call that is over, as the log knows it. */
export interface ObservedCall {
  readonly requestId: string;
  /** operationId; null for what is none. */
  readonly operation: string | null;
  readonly status: number;
}

interface RecentError extends ObservedCall {
  readonly at: number;
}

/** What this instance knows of itself. */
export interface ServerState {
  readonly startedAt: number;
  readonly errors: () => readonly RecentError[];
  readonly observe: (call: ObservedCall) => void;
}

const mostErrors = 50;

/** Keeps the last errors of this instance in memory. */
export function makeServerState(clock: Pick<Clock, 'now'>): ServerState {
  const errors: RecentError[] = [];
  return {
    startedAt: clock.now(),
    errors: () => errors.toReversed(),
    observe: ({ requestId, operation, status }) => {
      if (status < 500) return;
      errors.push({ at: clock.now(), requestId, operation, status });
      if (errors.length > mostErrors) errors.shift();
    },
  };
}
