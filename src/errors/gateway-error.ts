import { errorCodes, type ErrorCode } from './codes.ts';
import type { UpstreamCode } from './upstream-codes.ts';

interface Details {
  /** Not public: goes to the log and nowhere else. */
  readonly cause?: unknown;
  /** The field the caller must change, in the notation of its spec: `messages[0].role`, `limit`. */
  readonly param?: string;
  /** Extra response headers, for example `allow`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A failure we chose. `message` is public: what happened, why, what to do. */
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

/** Whatever was thrown, as one of the two errors that may be shown. What was not meant for a client stays in `cause`. */
export function fromUnknown(thrown: unknown, requestId: string): GatewayError | UpstreamError {
  if (thrown instanceof GatewayError || thrown instanceof UpstreamError) return thrown;
  const message = `Internal error. Nothing was charged that was not delivered. Quote request id ${requestId}.`;
  return new GatewayError('internal', message, { cause: thrown });
}

interface UpstreamErrorDetails {
  /** `retry-after`, `retry-after-ms`, `x-should-retry`, where the upstream sent them; its rate limits, where they pass. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Chosen from what the upstream sent; absent: `upstream_error`. */
  readonly code?: UpstreamCode;
  /** The field of the caller's own body that it names. */
  readonly param?: string | null;
}

/**
 * An upstream's 4xx or 5xx. The status is kept as sent; of the body only the message survives, already tidied, and a code of a
 * closed list (`upstreamCodes`); of the head what tells a client when to come back.
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
