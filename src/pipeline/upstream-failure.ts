import { classifyUpstreamError } from '../errors/classify-upstream-error.ts';
import type { ErrorCode } from '../errors/codes.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { isUpstreamCode } from '../errors/upstream-codes.ts';
import { BrokenUpstream, type Break } from '../providers/upstream.ts';
import { isObject, objectOf, type JsonObject } from '../shared/json/json.ts';

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
export function reportFailure(error: unknown): unknown {
  if (!(error instanceof BrokenUpstream)) return error;
  if (error.cause instanceof GatewayError) return error.cause;
  const { code, message } = words[error.reason];
  return new GatewayError(code, message(error), { cause: error });
}

/** An error with a code of the list in the place of one that is not on it; null where nothing changes. */
function withOwnCode(error: JsonObject): JsonObject | null {
  const { code } = error;
  // A figure holds no words, and clients of such upstreams read it.
  if (code === undefined || typeof code === 'number' || isUpstreamCode(code)) return null;
  const own = classifyUpstreamError({ error }, null);
  return code === null && own === 'upstream_error' ? null : { ...error, code: own };
}

/**
 * What changes in an upstream's report of a failure that goes out as it came: codes come from the closed list there, too. Values
 * for its top-level members; none where nothing changes.
 *
 * @param report an event's data, or a response that failed
 */
export function ownCodes(report: JsonObject): JsonObject {
  const { error, response } = report;
  const flat = withOwnCode(report);
  const inner = isObject(error) ? withOwnCode(error) : null;
  const nested = withOwnCode(objectOf(objectOf(response)['error']));
  return {
    ...(flat && { code: flat['code'] }),
    ...(inner && { error: inner }),
    ...(nested && { response: { ...objectOf(response), error: nested } }),
  };
}
