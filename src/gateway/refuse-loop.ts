import { GatewayError } from '../errors/gateway-error.ts';
import { hopsOf } from '../upstream/request-headers.ts';
import type { Call } from './call.ts';

/** Gateways that a call may pass: one in front of another is a set-up, more are a loop. */
const mostHops = 3;

/** @throws {GatewayError} `loop_detected` when the call has come through too many gateways of our kind */
export function refuseLoop({ headers }: Call): void {
  const hops = hopsOf(headers);
  if (hops < mostHops) return;
  throw new GatewayError(
    'loop_detected',
    `This call has passed ${hops} Diglot gateways: a provider's base address points back to a gateway. Correct it there.`,
  );
}
