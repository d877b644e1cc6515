import type { FormRules } from './form-rules.ts';

/** A body that is not held: whoever wants more of it asks, and nothing is read ahead. */
export interface Upload {
  /** The request's `Content-Type`, with the boundary. */
  readonly contentType: string;
  /** Bytes as announced; null where the client sends chunks without a length. */
  readonly length: number | null;
  /** Bytes that it may have at most. */
  readonly limit: number;
  /** What the document says of the form's fields. */
  readonly rules: FormRules;
  /**
   * The next bytes; null at the end. One reader at a time.
   *
   * @throws {GatewayError} `request_too_large` with the first byte over the limit; `timeout` when they come too slowly;
   *   `malformed_request` when the client stops in the middle
   */
  readonly read: () => Promise<Buffer | null>;
}
