import { errorCodes, type ErrorCode } from './codes.ts';

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
