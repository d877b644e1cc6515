import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { OperationContract } from '../contract/contract.ts';
import type { Query } from '../contract/query.ts';
import type { Surface } from '../errors/shapes.ts';
import type { Entered } from '../control-api/operations.ts';
import type { Caller } from '../identity/caller.ts';
import type { Owned } from '../objects/owned-object.ts';
import { noCuts, type Cuts } from '../shared/json/skim.ts';
import { clientLeft, type ReplyHeaders } from '../shared/reply.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { BodyRules, BodyShare } from './body-limits.ts';
import { traceIdOf } from './check-head.ts';

/** The parts of a request that distinguish the two specs where both have its path. */
export interface RequestMarks {
  /** Without the query. */
  readonly path: string;
  /** Raw, without the question mark. */
  readonly search: string;
  readonly hasHeader: (name: string) => boolean;
}

/** Splits a request target into path and query. */
function marksOf({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): RequestMarks {
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
  /** True for a public page. Those are neither logged nor counted. */
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
  /** What was cut out of its body. */
  cuts: Cuts;
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
    /** The bytes of a JSON body as sent, or its outline. Only these go upstream, with what was cut out of them. */
    rawBody: Buffer;
  }
}

/** A line of the request log. */
export interface FinishedCall {
  readonly requestId: string;
  /** From the caller's `traceparent`; null: none. */
  readonly traceId: string | null;
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
    .replaceAll(/(sk-|dg-admin-)[\w-]{4,}/g, '$1…')
    .slice(0, 100);

const nothing = Buffer.alloc(0);

/** The id of a request under the two names that clients look for. */
export const idHeaders = (requestId: string): ReplyHeaders => ({ 'x-request-id': requestId, 'request-id': requestId });

/** Records the id and the start of a request, and reports the call when it has ended. */
export function trackRequest({ newRequestId, clock, observe }: TrackingParts): RequestHandler {
  return (request, response, next) => {
    const marks = marksOf(request);
    const call: RequestState = {
      marks,
      startedAt: clock.now(),
      startedMonotonic: clock.monotonic(),
      requestId: newRequestId(),
      surface: surfaceOf(marks),
      operation: null,
      isPage: false,
      contract: null,
      params: {},
      caller: null,
      entered: null,
      memory: null,
      bodyRules: null,
      contentType: request.headers['content-type'],
      cuts: noCuts,
      isForm: false,
      query: {},
      object: null,
    };
    request.call = call;
    request.rawBody = nothing;
    response.on('close', () => {
      if (call.isPage) return;
      const { requestId, surface, operation } = call;
      const milliseconds = clock.monotonic() - call.startedMonotonic;
      const status = response.headersSent ? response.statusCode : clientLeft;
      const traceId = traceIdOf(request.headers['traceparent']);
      const unserved = operation === null && {
        unserved: { method: request.method, path: loggedPath(marks.path) },
      };
      observe({ requestId, traceId, surface, operation, ...unserved, status, milliseconds });
    });
    next();
  };
}
