/**
 * An upstream's 4xx or 5xx. The status is kept as sent; of the body only the message survives, already tidied,
 * and the headers that tell a client when to come back.
 */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly source = 'upstream';
  readonly status: number;
  /** `retry-after`, `retry-after-ms`, `x-should-retry`, where the upstream sent them. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>>) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}
