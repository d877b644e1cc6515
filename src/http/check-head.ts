import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { GatewayError } from '../errors/gateway-error.ts';

/** Longest request target, in bytes. */
const longestTarget = 8_192;

/** Most header fields of a request. */
const mostHeaders = 100;

/** Headers that affect how a request is handled. They may be sent only once. */
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
 * Refuses what Node's parser accepts and a gateway must not: other versions of HTTP, repeated headers of which another server
 * might use the other value, transfer codings that are not decoded, absolute targets (RFC 9112, sections 2.3, 3.2 and 6.1).
 *
 * @throws {GatewayError} with the status of the first problem
 */
export function checkHead({ rawHeaders, url = '', httpVersion, headers }: IncomingMessage): void {
  // Node parses "HTTP/0.9" and "HTTP/2.0" in a request line as if they were 1.1.
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    throw new GatewayError('malformed_request', `HTTP/${httpVersion} is not supported. Send the request as HTTP/1.1.`);
  }
  if (url.length > longestTarget) {
    throw new GatewayError(
      'url_too_long',
      `The URL has ${url.length} bytes; at most ${longestTarget} are allowed. Send less in the query.`,
    );
  }
  if (!url.startsWith('/')) {
    throw new GatewayError(
      'malformed_request',
      'The request target must be a path, not a whole address. Send `/v1/…` with a Host header.',
    );
  }
  // Express would parse such a path with `url.parse`, which drops the fragment and changes backslashes to slashes.
  if (/[#\s]/.test(url))
    throw new GatewayError(
      'malformed_request',
      'The request target must have no fragment and no spaces. Write `%23` for `#`.',
    );
  if (rawHeaders.length > 2 * mostHeaders) {
    throw new GatewayError(
      'headers_too_large',
      `The request has ${rawHeaders.length / 2} headers; at most ${mostHeaders} are allowed.`,
    );
  }
  if (headers.host === undefined && httpVersion !== '1.0')
    throw new GatewayError('malformed_request', 'The Host header is missing. Send `Host: <name>`.');
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    throw new GatewayError(
      'expectation_failed',
      'The only supported expectation is `100-continue`. Send no Expect header.',
    );
  // Node combines headers of the same name, so equal counts mean that none was repeated.
  if (Object.keys(headers).length * 2 < rawHeaders.length) refuseRepeated(rawHeaders);
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return;
  if (httpVersion === '1.0')
    throw new GatewayError('malformed_request', 'Transfer-Encoding does not exist in HTTP/1.0. Send a Content-Length.');
  if (coding.toLowerCase() !== 'chunked') {
    throw new GatewayError(
      'not_implemented',
      'The only supported transfer coding is `chunked`. Send the body without another one.',
    );
  }
}

/** Uses the caller's own request id, and refuses an invalid head. */
export const refuseUnsoundHead: RequestHandler = (request, _response, next) => {
  const { call, headers } = request;
  call.requestId = readRequestId(headers['x-request-id']) ?? call.requestId;
  checkHead(request);
  next();
};

/** @throws {GatewayError} `invalid_header` if one of the `singular` headers was sent more than once */
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
 * Returns the caller's own request id.
 *
 * @returns null if none was sent
 * @throws {GatewayError} `invalid_header` if it is not 1 to 128 visible ASCII characters
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
