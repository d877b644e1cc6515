import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { GatewayError } from '../errors/gateway-error.ts';

/** Longest request target, in bytes. */
const longestTarget = 8_192;

/** Most header fields of a request. */
const mostHeaders = 100;

/** Headers that decide something and therefore may stand only once. */
const singular = new Set([
  'authorization',
  'x-api-key',
  'host',
  'content-type',
  'content-length',
  'x-request-id',
  'idempotency-key',
  'x-product-sku',
  'x-region-code',
]);

/**
 * What Node's parser lets through and a gateway must not: versions of HTTP that have no request line, repeated headers of
 * which another server might believe the other one, transfer codings that nobody undoes, absolute targets. RFC 9112
 * sections 2.3, 3.2 and 6.1.
 *
 * @throws {GatewayError} with the status that says what is wrong
 */
export function checkHead({ rawHeaders, url = '', httpVersion, headers }: IncomingMessage): void {
  // Node reads "HTTP/0.9" and "HTTP/2.0" on a request line as if they were 1.1; no such version is written that way.
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    throw new GatewayError(
      'malformed_request',
      `HTTP/${httpVersion} is not spoken here. Send the request as HTTP/1.1.`,
    );
  }
  if (url.length > longestTarget) {
    throw new GatewayError(
      'url_too_long',
      `The URL has ${url.length} bytes; at most ${longestTarget} are read. Send less in the query.`,
    );
  }
  if (!url.startsWith('/')) {
    throw new GatewayError(
      'malformed_request',
      'The request target must be a path, not a whole address. Send `/v1/…` with a Host header.',
    );
  }
  // Express would read such a path by `url.parse`, which drops the fragment and turns backslashes around.
  if (/[#\s]/.test(url))
    throw new GatewayError(
      'malformed_request',
      'The request target must have no fragment and no spaces. Write `%23` for `#`.',
    );
  if (rawHeaders.length > 2 * mostHeaders) {
    throw new GatewayError(
      'headers_too_large',
      `The request has ${rawHeaders.length / 2} headers; at most ${mostHeaders} are read.`,
    );
  }
  if (headers.host === undefined && httpVersion !== '1.0')
    throw new GatewayError('malformed_request', 'The Host header is missing. Send `Host: <name>`.');
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    throw new GatewayError(
      'expectation_failed',
      'Of expectations only `100-continue` can be met. Send no Expect header.',
    );
  // Node folds headers of one name into one: as many names as lines means that nothing came twice.
  if (Object.keys(headers).length * 2 < rawHeaders.length) refuseRepeated(rawHeaders);
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return;
  if (httpVersion === '1.0')
    throw new GatewayError('malformed_request', 'Transfer-Encoding does not exist in HTTP/1.0. Send a Content-Length.');
  if (coding.toLowerCase() !== 'chunked') {
    throw new GatewayError(
      'not_implemented',
      'Of transfer codings only `chunked` is understood. Send the body as it is.',
    );
  }
}

/** Takes the caller's own request id, and refuses a head that is not to be trusted. */
export const refuseUnsoundHead: RequestHandler = (request, _response, next) => {
  const { call, headers } = request;
  call.requestId = readRequestId(headers['x-request-id']) ?? call.requestId;
  checkHead(request);
  next();
};

/** @throws {GatewayError} `invalid_header` for a header that decides something and came more than once */
function refuseRepeated(rawHeaders: readonly string[]): void {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    if (!singular.has(name)) continue;
    if (seen.has(name))
      throw new GatewayError('invalid_header', `The header ${name} was sent more than once. Send it once.`, {
        param: name,
      });
    seen.add(name);
  }
}

const allowed = /^[\x21-\x7e]{1,128}$/;

/**
 * The caller's own request id, if it sent one.
 *
 * @returns null when none was sent
 * @throws {GatewayError} `invalid_header` when it is not 1 to 128 visible ASCII characters
 */
export function readRequestId(value: string | readonly string[] | undefined): string | null {
  if (typeof value !== 'string') return null;
  if (allowed.test(value)) return value;
  throw new GatewayError(
    'invalid_header',
    `X-Request-Id must be 1 to 128 visible ASCII characters; you sent ${value.length}${value.length <= 128 ? ', not all of them visible ASCII' : ''}.`,
    { param: 'X-Request-Id' },
  );
}

/**
 * `traceparent` of W3C Trace Context: version, trace, span, flags. A later version than 00 may have more behind them, which is
 * not ours to read; no version is ff, and no trace is all zeros.
 */
const traceparent = /^(?!ff|00-.{53})[\da-f]{2}-(?!0{32})([\da-f]{32})-[\da-f]{16}-[\da-f]{2}(?:-.*)?$/;

/** The trace that a request says it is part of: 32 hexadecimal digits. Null where it says none, or nothing that can be read. */
export const traceIdOf = (value: string | readonly string[] | undefined): string | null =>
  typeof value === 'string' ? (traceparent.exec(value)?.[1] ?? null) : null;
