import type { UpstreamCode } from './upstream-codes.ts';

interface Details {
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

  constructor(status: number, message: string, { headers = {}, code = 'upstream_error', param = null }: Details) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
    this.headers = headers;
  }
}
