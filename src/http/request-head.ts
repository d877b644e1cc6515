import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { OperationContract } from '../contract/contract.ts';
import type { Query } from '../contract/query.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Surface } from '../errors/shapes.ts';
import type { Entered } from '../control-api/operations.ts';
import type { Caller } from '../identity/caller.ts';
import type { Owned } from '../objects/owned-object.ts';
import { clientLeft, type ReplyHeaders } from '../shared/reply.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { BodyRules, BodyShare } from './body-limits.ts';
import { emptyBody, type SentBody } from './read-body.ts';

/** The parts of a request that distinguish the two specs where both have its path. */
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

/** Query parameters of the model list that only Spec B has. */
const specBParameter = /(?:^|&)(?:after_id|before_id|limit)=/;

/** Segments that only paths of Spec B have, except below resources of Spec A that have messages of their own. */
const specBPath = /\/(?:messages|complete)(?:\/|$)/;
const specAOwner = /\/(?:chat|threads|conversations|responses)\//;

const startsWith = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

/** True if a request has headers or parameters that only Spec B has. Decides where both specs have its path. */
export function speaksSpecB({ path, search, hasHeader }: RequestMarks): boolean {
  if (hasHeader('anthropic-version') || hasHeader('anthropic-beta')) return true;
  return startsWith(path, '/v1/models') && specBParameter.test(search);
}

/** Returns the surface whose error shape a request gets, whether or not its path exists. */
export function surfaceOf(marks: RequestMarks): Surface {
  const { path } = marks;
  if (startsWith(path, '/console')) return 'console';
  if (startsWith(path, '/anthropic') || speaksSpecB(marks)) return 'b';
  if (startsWith(path, '/openai')) return 'a';
  return specBPath.test(path) && !specAOwner.test(path) ? 'b' : 'a';
}

/** What the middleware knows about a request. Each one adds its part, in the order of `app.ts`. */
export interface RequestState {
  readonly marks: RequestMarks;
  /** Epoch milliseconds at which the request arrived. */
  readonly startedAt: number;
  /** The same moment on the monotonic clock, in milliseconds. */
  readonly startedMonotonic: number;
  requestId: string;
  /** The surface whose error shape it gets. */
  surface: Surface;
  /** operationId; null until a route matches. */
  operation: string | null;
  /** True once it has become a WebSocket, which its response does not know. */
  hasSwitched: boolean;
  /** True for a public page: neither logged nor counted. */
  isPage: boolean;
  /** The contract of its operation. */
  contract: OperationContract | null;
  /** Path parameters, decoded. */
  params: Readonly<Record<string, string>>;
  /** The caller of Spec A or Spec B. */
  caller: Caller | null;
  /** The caller of the control API. */
  entered: Entered | null;
  /** Its share of the memory for bodies. */
  memory: BodyShare | null;
  /** The limits of its body. */
  bodyRules: BodyRules | null;
  /** `Content-Type` as sent; undefined if absent. The validator sees the media type alone. */
  contentType: string | undefined;
  /** True for a form. It is read as the pipeline needs it. */
  isForm: boolean;
  /** Query parameters with the types of the document. */
  query: Query;
  /** The stored object that the path names. */
  object: Owned | null;
}

declare module 'express-serve-static-core' {
  interface Request {
    call: RequestState;
    /** A JSON body as sent. Only its bytes go upstream. */
    rawBody: SentBody;
  }
}

/** A line of the request log. */
export interface FinishedCall {
  readonly requestId: string;
  /** From the caller's `traceparent`; null: none. */
  readonly traceId: string | null;
  readonly traceparent: string | null;
  readonly surface: Surface;
  /** operationId; null if no operation matched. */
  readonly operation: string | null;
  /** Method and path, if no operation matched. The path has no query and is safe for a log. */
  readonly unserved?: { readonly method: string; readonly path: string };
  /** 499 if the client left before it received one. */
  readonly status: number;
  readonly milliseconds: number;
}

export interface TrackingParts {
  readonly newRequestId: () => string;
  readonly clock: Clock;
  /** Receives every call when it has ended. */
  readonly observe: (call: FinishedCall) => void;
}

/** Makes a path safe for a log: at most 100 characters of visible ASCII, and anything that looks like a key is cut. */
const loggedPath = (path: string): string =>
  path
    .slice(0, 1_000)
    .replaceAll(/[^!-~]/g, '?')
    .replaceAll(/(sk-|ek_|dg-admin-)[\w.-]{4,}/g, '$1…')
    .slice(0, 100);

/** The id of a request under the two names that clients look for. */
export const idHeaders = (requestId: string): ReplyHeaders => ({ 'x-request-id': requestId, 'request-id': requestId });

/** Records the id and the start of a request, and reports the call when it has ended. */
export function trackRequest({ newRequestId, clock, observe }: TrackingParts): RequestHandler {
  return (request, response, next) => {
    const marks = marksOf(request);
    const call: RequestState = {
      ...{ marks, startedAt: clock.now(), startedMonotonic: clock.monotonic() },
      requestId: newRequestId(),
      surface: surfaceOf(marks),
      operation: null,
      ...{ hasSwitched: false, isPage: false },
      contract: null,
      params: {},
      caller: null,
      entered: null,
      memory: null,
      bodyRules: null,
      contentType: request.headers['content-type'],
      isForm: false,
      query: {},
      object: null,
    };
    request.call = call;
    request.rawBody = emptyBody;
    response.on('close', () => {
      if (call.isPage) return;
      const { requestId, surface, operation } = call;
      const milliseconds = clock.monotonic() - call.startedMonotonic;
      const status = response.headersSent || call.hasSwitched ? response.statusCode : clientLeft;
      const traceparent = request.headers['traceparent']?.toString() ?? null;
      const traceId = traceIdOf(traceparent);
      const unserved = operation === null && {
        unserved: { method: request.method, path: loggedPath(marks.path) },
      };
      observe({ requestId, traceId, traceparent, surface, operation, ...unserved, status, milliseconds });
    });
    next();
  };
}

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

/**
 * `traceparent` of W3C Trace Context: version, trace id, parent id, flags. Versions after 00 may append more fields. The version
 * is never ff, and the trace id is never all zeros.
 */
const traceparent = /^(?!ff|00-.{53})[\da-f]{2}-(?!0{32})([\da-f]{32})-[\da-f]{16}-[\da-f]{2}(?:-.*)?$/;

/** Returns the trace id of a `traceparent`, 32 hexadecimal digits; null if the header is absent or invalid. */
export const traceIdOf = (value: string | readonly string[] | null | undefined): string | null =>
  typeof value === 'string' ? (traceparent.exec(value)?.[1] ?? null) : null;
