import type { OperationFacts } from '../generated/operation-facts.ts';
import type { Limits } from './config/config.ts';
import type { Call } from './gateway/call.ts';
import type { CallLimits } from './gateway/write-request.ts';
import type { Clock } from './shared/clock.ts';

/** The configured limit of each kind of body, in bytes. */
const bytesOf: Readonly<Record<OperationFacts['limit'], (limits: Limits) => number>> = {
  json: (limits) => limits.jsonRequestBytes,
  voice: (limits) => limits.voiceRequestBytes,
  file: (limits) => limits.fileRequestBytes,
};

/** How many bytes an operation's body may have, by the limits in force. */
export const bodyLimits =
  (limits: () => Limits) =>
  ({ limit }: Pick<OperationFacts, 'limit'>): number =>
    bytesOf[limit](limits());

/** How long an operation's body may take, in milliseconds: on voice routes no longer than the whole call; null: no limit. */
export const bodyTimes =
  (limits: () => Limits) =>
  ({ voice }: Pick<OperationFacts, 'voice'>): number | null =>
    voice ? limits().voiceSeconds * 1000 : null;

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
