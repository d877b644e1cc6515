import { errorCodes } from './codes.ts';
import type { GatewayError } from './gateway-error.ts';
import { openaiTypeOf, anthropicTypeOf } from './status-types.ts';
import type { UpstreamError } from './upstream-error.ts';

/** Who is spoken to: Spec A, Spec B, or the control API. */
export type Surface = 'a' | 'b' | 'console';

interface WireError {
  readonly contentType: string;
  readonly body: object;
}

type Shape = (error: GatewayError | UpstreamError, requestId: string) => WireError;

const json = 'application/json';

/** The only place that knows what an error looks like on the wire. */
export const errorShapes: Readonly<Record<Surface, Shape>> = {
  a: (error) => ({ contentType: json, body: { error: openaiError(error) } }),
  b: (error, requestId) => ({
    contentType: json,
    body: {
      type: 'error',
      error: { type: anthropicTypeOf(error.status), message: error.message },
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
