import { errorCodes, type ErrorCode } from './codes.ts';
import type { UpstreamCode } from './upstream-codes.ts';

interface Details {
  /** Not public: only written to the log. */
  readonly cause?: unknown;
  /** The field that the caller must change, in the notation of its spec: `messages[0].role`, `limit`. */
  readonly param?: string;
  /** Extra response headers, for example `allow`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error of the gateway. `message` is public and says what happened, why, and what to do. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly source = 'gateway';
  readonly code: ErrorCode;
  readonly status: number;
  readonly param: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.status = errorCodes[code].status;
    this.param = details.param ?? null;
    this.headers = details.headers ?? {};
  }
}

/** Converts anything thrown to an error that a client may see. Any other error becomes `internal`, with the original as `cause`. */
export function fromUnknown(thrown: unknown, requestId: string): GatewayError | UpstreamError {
  if (thrown instanceof GatewayError || thrown instanceof UpstreamError) return thrown;
  const message = `Internal error. Undelivered output was not charged. Report it with the request id ${requestId}.`;
  return new GatewayError('internal', message, { cause: thrown });
}

interface UpstreamErrorDetails {
  /** `retry-after`, `retry-after-ms`, `x-should-retry`, and rate limits if they are forwarded. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Derived from what the upstream sent. Default: `upstream_error`. */
  readonly code?: UpstreamCode;
  /** The field of the caller's body that the error names. */
  readonly param?: string | null;
}

/**
 * An upstream's 4xx or 5xx with its status. Of the body it keeps the sanitised message and a code from `upstreamCodes`; of the
 * headers, those that say when to retry.
 */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly source = 'upstream';
  readonly status: number;
  readonly code: UpstreamCode;
  readonly param: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    { headers = {}, code = 'upstream_error', param = null }: UpstreamErrorDetails,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
    this.headers = headers;
  }
}
