import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import type { Config } from '../config/config.ts';
import { GatewayError, type Surface } from '../errors/gateway-error.ts';
import type { ReplyHeaders } from '../shared/reply.ts';

/** The parts of a request that distinguish the two specs if both have its path. */
export interface RequestMarks {
  /** Without the query. */
  readonly path: string;
  /** Raw, without the question mark. */
  readonly search: string;
  readonly hasHeader: (name: string) => boolean;
}

/** Splits a request target into path and query. */
export function marksOf({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): RequestMarks {
  const mark = url.indexOf('?');
  return {
    path: mark === -1 ? url : url.slice(0, mark),
    search: mark === -1 ? '' : url.slice(mark + 1),
    hasHeader: (name) => headers[name] !== undefined,
  };
}

/** Query parameters that only Spec B has, by the path that both specs have. */
const specBParameters = [
  ['/v1/models', /(?:^|&)(?:after_id|before_id|limit|lifecycle(?:\[\]|%5B%5D)?)=/i],
  ['/v1/files', /(?:^|&)(?:after_id|before_id|page|scope_id|ids(?:\[\]|%5B%5D)?)=/i],
] as const;

/** Segments that only paths of Spec B have, except below resources of Spec A that have messages of their own. */
const specBPath = /\/(?:messages|complete)(?:\/|$)/;
const specAOwner = /\/(?:chat|threads|conversations|responses)\//;

const startsWith = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

/** True if a request has headers or parameters that only Spec B has. This decides if both specs have its path. */
export function speaksSpecB({ path, search, hasHeader }: RequestMarks): boolean {
  if (hasHeader('anthropic-version') || hasHeader('anthropic-beta')) return true;
  return specBParameters.some(([prefix, parameter]) => startsWith(path, prefix) && parameter.test(search));
}

/** Returns the surface whose error shape a request gets, whether or not its path exists. */
export function surfaceOf(marks: RequestMarks): Surface {
  const { path } = marks;
  if (startsWith(path, '/console')) return 'console';
  if (startsWith(path, '/anthropic') || speaksSpecB(marks)) return 'b';
  if (startsWith(path, '/openai')) return 'a';
  return specBPath.test(path) && !specAOwner.test(path) ? 'b' : 'a';
}

/** True if Spec B serves a request whose path both specs have. */
export const isForSpecB = ({ call }: Request): boolean => speaksSpecB(call.marks);

/** True if Spec A serves a request whose path both specs have. */
export const isForSpecA = ({ call }: Request): boolean => !speaksSpecB(call.marks);

/** Limits a router to some requests. It never gets OPTIONS, which no document has and Express's routers would answer themselves. */
export const serving =
  (router: RequestHandler, isFor: (request: Request) => boolean = () => true): RequestHandler =>
  (request, response, next) =>
    request.method === 'OPTIONS' || !isFor(request) ? next() : router(request, response, next);

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
 * Refuses what Node's parser accepts and a gateway must not: other versions of HTTP, repeated headers of which the upstream might use
 * the other value, transfer codings that are not decoded, absolute targets (RFC 9112, sections 2.3, 3.2 and 6.1).
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
  // Express would parse such a target with `url.parse`, which drops the fragment and turns backslashes into slashes.
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
  // Node merges headers of the same name, so equal counts mean that none was repeated.
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

/** Uses the caller's own request id, if one was sent. */
export const useSentRequestId: RequestHandler = ({ call, headers }, _response, next) => {
  call.requestId = readRequestId(headers['x-request-id']) ?? call.requestId;
  next();
};

export const refuseInvalidHead: RequestHandler = (request, _response, next) => {
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

/** The id of a request, under the two names that clients look for. */
export const idHeaders = (requestId: string): ReplyHeaders => ({ 'x-request-id': requestId, 'request-id': requestId });

const sentRequestId = /^[\x21-\x7e]{1,128}$/;

/** Whether this is a request id that a caller may send. */
export const isRequestId = (value: string | readonly string[] | undefined): value is string =>
  typeof value === 'string' && sentRequestId.test(value);

/**
 * Returns the caller's own request id.
 *
 * @returns null if none was sent
 * @throws {GatewayError} `invalid_header` if it is not 1 to 128 visible ASCII characters
 */
export function readRequestId(value: string | readonly string[] | undefined): string | null {
  if (typeof value !== 'string') return null;
  if (sentRequestId.test(value)) return value;
  const isShort = value.length > 0 && value.length <= 128;
  const sent = isShort ? `${value.length}, not all of them visible ASCII` : value.length || 'none';
  throw new GatewayError(
    'invalid_header',
    `X-Request-Id must be 1 to 128 visible ASCII characters; you sent ${sent}.`,
    { param: 'X-Request-Id' },
  );
}

/** Seconds for which a browser caches the answer to a preflight. */
const maxAge = 7_200;

/** Header names separated by commas, as a preflight sends them. */
const headerNames = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+(?:[ \t]*,[ \t]*[A-Za-z0-9!#$%&'*+.^_`|~-]+)*$/;

/**
 * Lets pages of the configured origins call the gateway (Fetch standard, section 3.2). Adds the CORS headers to every answer to them,
 * including errors, streams and preflights. Cookies are never allowed, so `*` is valid for the exposed headers. The control API is
 * excluded, because an administrator key must not be used in a page.
 */
export const allowOrigins =
  (settings: () => Pick<Config['server'], 'corsOrigins'>): RequestHandler =>
  (request, response, next) => {
    const { corsOrigins: origins } = settings();
    if (origins.length === 0) return next();
    const { path } = request.call.marks;
    if (path === '/console' || path.startsWith('/console/')) return next();
    // Also without an Origin header, so that a cache does not serve one origin's answer to another.
    response.setHeader('vary', 'Origin');
    const { origin, 'access-control-request-headers': wanted } = request.headers;
    if (origin === undefined || !origins.includes(origin)) return next();
    response.setHeader('access-control-allow-origin', origin);
    if (!isPreflight(request)) response.setHeader('access-control-expose-headers', '*');
    else {
      response.setHeader('access-control-allow-methods', 'GET, HEAD, POST, PATCH, DELETE');
      response.setHeader('access-control-max-age', String(maxAge));
      // Every header may be sent: unknown ones are ignored and not forwarded.
      if (wanted !== undefined && headerNames.test(wanted)) response.setHeader('access-control-allow-headers', wanted);
    }
    next();
  };

const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

/** Answers the preflight of a page that may call the gateway. */
export const answerPreflight: RequestHandler = (request, response, next) => {
  if (!isPreflight(request) || !response.hasHeader('access-control-allow-methods')) return next();
  response.writeHead(204, idHeaders(request.call.requestId)).end();
};
