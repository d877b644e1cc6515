import type { ErrorCode } from '../errors/codes.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { BrokenUpstream, type Break } from '../upstream/broken-upstream.ts';

interface Words {
  readonly code: ErrorCode;
  readonly message: (error: BrokenUpstream) => string;
}

/** What is left of a call's time is no round figure; people are told one. */
const wholeSeconds = (seconds: number | null): number => Math.max(1, Math.round(seconds ?? 0));

/** What a client is told of each way in which an upstream call breaks. */
const words: Readonly<Record<Break, Words>> = {
  client_left: { code: 'internal', message: () => 'The client left before the answer.' },
  upstream_cut: {
    code: 'upstream_invalid',
    message: () => 'The upstream ended its answer in the middle. Send the request again.',
  },
  timed_out: {
    code: 'timeout',
    message: ({ seconds }) =>
      `The upstream did not finish within ${wholeSeconds(seconds)} s. Send the request again, or ask for less.`,
  },
  unreachable: {
    code: 'upstream_unreachable',
    message: () => 'The upstream cannot be reached. Nothing was charged. Send the request again later.',
  },
};

/** The same failure where the upstream has answered: SDKs do not send the request again, so that its work is done once. */
export const asFinal = (error: unknown): unknown =>
  error instanceof GatewayError && error.status >= 500
    ? new GatewayError(error.code, error.message, {
        cause: error.cause,
        headers: { ...error.headers, 'x-should-retry': 'false' },
      })
    : error;

/**
 * The error that a client gets for a call that broke; errors of our own stay as they are, also where they broke the call:
 * a request body that failed on its way.
 */
export function tellFailure(error: unknown): unknown {
  if (!(error instanceof BrokenUpstream)) return error;
  if (error.cause instanceof GatewayError) return error.cause;
  const { code, message } = words[error.reason];
  return new GatewayError(code, message(error), { cause: error });
}
