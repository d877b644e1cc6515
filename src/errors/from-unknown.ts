import { GatewayError } from './gateway-error.ts';
import { UpstreamError } from './upstream-error.ts';

/** Whatever was thrown, as one of the two errors that may be shown. What was not meant for a client stays in `cause`. */
export function fromUnknown(thrown: unknown, requestId: string): GatewayError | UpstreamError {
  if (thrown instanceof GatewayError || thrown instanceof UpstreamError) return thrown;
  const message = `Internal error. Nothing was charged that was not delivered. Quote request id ${requestId}.`;
  return new GatewayError('internal', message, { cause: thrown });
}
