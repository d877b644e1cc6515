import { errorCodes } from './codes.ts';
import type { GatewayError, UpstreamError } from './gateway-error.ts';

/** The API that returns the error: Spec A, Spec B, or the control API. */
export type Surface = 'a' | 'b' | 'console';

interface WireError {
  readonly contentType: string;
  readonly body: object;
}

type Shape = (error: GatewayError | UpstreamError, requestId: string) => WireError;

const json = 'application/json';

/** The body of an error, by API. No other code writes one. */
export const errorShapes: Readonly<Record<Surface, Shape>> = {
  a: (error) => ({ contentType: json, body: { error: openaiError(error) } }),
  b: (error, requestId) => ({
    contentType: json,
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
