import type { Limits } from './config/config.ts';
import type { Call } from './gateway/call.ts';
import type { CallLimits } from './gateway/write-request.ts';
import type { Clock } from './shared/clock.ts';

/** How long a call may take, in milliseconds: voice routes as a whole, from the first byte of the request (requirement D7). */
export const callLimits =
  (limits: () => Limits, clock: Clock) =>
  ({ operation, startedMonotonic }: Call): CallLimits => {
    const { firstByteSeconds, streamIdleSeconds, keepaliveSeconds, voiceSeconds } = limits();
    const elapsed = clock.monotonic() - startedMonotonic;
    return {
      firstByte: firstByteSeconds * 1000,
      idle: streamIdleSeconds * 1000,
      total: operation.voice ? Math.max(0, voiceSeconds * 1000 - elapsed) : null,
      keepalive: keepaliveSeconds * 1000,
    };
  };
