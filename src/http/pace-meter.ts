import type { GatewayError } from '../errors/gateway-error.ts';
import type { Clock } from '../shared/clock.ts';
import { slowest, tooSlow } from './read-body.ts';

/** Measures how fast a sender is while somebody waits for it; a reader that is slow itself is not the sender's fault. */
export interface PaceMeter {
  /** The waiting begins. */
  readonly wait: () => void;
  /** Bytes have come: it is over. */
  readonly came: (bytes: number) => void;
  readonly stop: () => void;
}

/** @param fail told when less than the slowest pace came in the time that was waited */
export function makePaceMeter(clock: Clock, fail: (error: GatewayError) => void): PaceMeter {
  let bytesCome = 0;
  let waited = 0;
  let since = 0;
  let cancel = (): void => undefined;
  return {
    wait: () => {
      since = clock.monotonic();
      cancel = clock.after(Math.max(1, slowest.milliseconds - waited), () => fail(tooSlow()));
    },
    came: (bytes) => {
      cancel();
      bytesCome += bytes;
      waited += clock.monotonic() - since;
      if (bytesCome < slowest.bytes) return;
      bytesCome = 0;
      waited = 0;
    },
    stop: () => cancel(),
  };
}
