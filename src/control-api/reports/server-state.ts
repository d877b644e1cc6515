import type { Clock } from '../../shared/time/clock.ts';

/** A call that ended with an error of the server or of an upstream, as the log knows it. */
export interface FailedCall {
  readonly requestId: string;
  /** operationId; null for what is none. */
  readonly operation: string | null;
  readonly status: number;
}

interface RecentError extends FailedCall {
  readonly at: number;
}

/** What this instance knows about itself. */
export interface ServerState {
  readonly startedAt: number;
  readonly errors: () => readonly RecentError[];
  readonly noteFailure: (call: FailedCall) => void;
}

const mostErrors = 50;

/** Keeps the last errors of this instance in memory. */
export function makeServerState(clock: Pick<Clock, 'now'>): ServerState {
  const errors: RecentError[] = [];
  return {
    startedAt: clock.now(),
    errors: () => errors.toReversed(),
    noteFailure: ({ requestId, operation, status }) => {
      errors.push({ at: clock.now(), requestId, operation, status });
      if (errors.length > mostErrors) errors.shift();
    },
  };
}
