import type { ErrorFigures } from './classify-upstream-error.ts';
import { type ErrorCode, errorCodes } from './codes.ts';
import type { UpstreamCode } from './upstream-codes.ts';

interface Details {
  /** Not public: only written to the log. */
  readonly cause?: unknown;
  /** The field that the caller must change, in the notation of its spec: `messages[0].role`, `limit`. */
  readonly param?: string | null;
  /** Extra response headers, for example `allow` or `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface UpstreamDetails extends Omit<Details, 'cause'> {
  readonly code?: UpstreamCode;
  readonly figures?: ErrorFigures;
}

/** An error that a client may see. `message` is public and says what happened, why, and what to do. */
class PublicError extends Error {
  readonly status: number;
  readonly param: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, { cause, param = null, headers = {} }: Details) {
    super(message, { cause });
    this.status = status;
    this.param = param;
    this.headers = headers;
  }
}

/** An error of the gateway. */
export class GatewayError extends PublicError {
  override readonly name = 'GatewayError';
  readonly source = 'gateway';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(errorCodes[code].status, message, details);
    this.code = code;
  }
}

/** 400 `invalid_value`. @param param the field that the caller must change */
export const invalidValue = (param: string, message: string): GatewayError =>
  new GatewayError('invalid_value', message, { param });

/**
 * An upstream's 4xx or 5xx with its status. Of the body it keeps the sanitised message and a code from `upstreamCodes`; of the
 * headers, those that say when to retry, and rate limits if they are forwarded.
 */
export class UpstreamError extends PublicError {
  override readonly name = 'UpstreamError';
  readonly source = 'upstream';
  readonly code: UpstreamCode;
  /** What Spec B adds to the code. */
  readonly figures: ErrorFigures;

  constructor(status: number, message: string, details: UpstreamDetails) {
    super(status, message, details);
    this.code = details.code ?? 'upstream_error';
    this.figures = details.figures ?? {};
  }
}

/** The same error with more response headers. */
export function withHeaders(error: GatewayError | UpstreamError, more: Readonly<Record<string, string>>): typeof error {
  const { message, cause, param } = error;
  const headers = { ...error.headers, ...more };
  if (error instanceof GatewayError) return new GatewayError(error.code, message, { cause, param, headers });
  return new UpstreamError(error.status, message, { code: error.code, figures: error.figures, param, headers });
}

/** Converts anything thrown to an error that a client may see. Any other error becomes `internal`, with the original as `cause`. */
export function fromUnknown(thrown: unknown, requestId: string): GatewayError | UpstreamError {
  if (thrown instanceof GatewayError || thrown instanceof UpstreamError) return thrown;
  const message = `Internal error. Undelivered output was not charged. Report it with the request id ${requestId}.`;
  return new GatewayError('internal', message, { cause: thrown });
}

const isObject = (thrown: unknown): thrown is object => typeof thrown === 'object' && thrown !== null;

/** Errors of calls that have a record in the ledger. */
const recorded = new WeakSet<object>();

/** Marks the error of a call that has a record in the ledger, where it counts as failed. @returns the same error */
export function asRecorded<Thrown>(thrown: Thrown): Thrown {
  if (isObject(thrown)) recorded.add(thrown);
  return thrown;
}

/** Whether an error, or what caused it, is that of a call with a record in the ledger. */
export const isRecorded = (thrown: unknown): boolean =>
  isObject(thrown) && (recorded.has(thrown) || ('cause' in thrown && isRecorded(thrown.cause)));

/** A key and its workspace, by their ids. */
export interface RefusedKey {
  readonly keyId: string;
  readonly workspaceId: string;
}

const keysRefused = new WeakMap<object, RefusedKey>();

/** Notes whose key is refused, where the call has no caller yet. The client does not learn it. @returns the same error */
export function asRefusalOf<Thrown>(key: RefusedKey, thrown: Thrown): Thrown {
  if (isObject(thrown)) keysRefused.set(thrown, key);
  return thrown;
}

export const keyRefused = (thrown: unknown): RefusedKey | null =>
  (isObject(thrown) ? keysRefused.get(thrown) : undefined) ?? null;

/** The API that returns the error: Spec A, Spec B, or the control API. */
export type Surface = 'a' | 'b' | 'console';

interface WireError {
  readonly contentType: string;
  readonly body: object;
}

type WriteError = (error: GatewayError | UpstreamError, requestId: string) => WireError;

const jsonType = 'application/json';

/** The body of an error, by API. No other code writes one. */
export const errorShapes: Readonly<Record<Surface, WriteError>> = {
  a: (error) => ({ contentType: jsonType, body: { error: openaiError(error) } }),
  b: (error, requestId) => ({
    contentType: jsonType,
    body: {
      type: 'error',
      error: anthropicError(error),
      request_id: requestId,
    },
  }),
  // RFC 9457
  console: (error, requestId) => ({
    contentType: 'application/problem+json',
    body: {
      type: `/errors/${error.code}`,
      title: error.source === 'gateway' ? errorCodes[error.code].title : 'Upstream error',
      status: error.status,
      detail: error.message,
      instance: requestId,
      code: error.code,
      ...(error.param !== null && { param: error.param }),
    },
  }),
};

const openaiError = (error: GatewayError | UpstreamError): object => ({
  message: error.message,
  type: error.source === 'gateway' ? errorCodes[error.code].openai : openaiTypeOf(error.status),
  param: error.param,
  code: error.code,
});

const anthropicError = (error: GatewayError | UpstreamError): object => ({
  type: anthropicTypeOf(error.status),
  message: error.message,
  details: { ...(error.source === 'upstream' && error.figures), error_code: error.code },
});

/** Spec B's `error.type` by status. */
const anthropicTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

/** Spec A's `error.type` of an upstream's error, by status. */
const openaiTypes: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  408: 'timeout_error',
  429: 'rate_limit_error',
};

export const anthropicTypeOf = (status: number): string => anthropicTypes[status] ?? 'api_error';

export const openaiTypeOf = (status: number): string =>
  openaiTypes[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error');
