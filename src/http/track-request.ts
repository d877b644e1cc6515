import type { RequestHandler } from 'express';
import type { OperationContract } from '../contract/contract.ts';
import type { Query } from '../contract/query.ts';
import type { Surface } from '../errors/shapes.ts';
import type { Caller } from '../identity/caller.ts';
import type { Owned } from '../objects/owned-object.ts';
import { clientLeft } from '../shared/reply.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { BodyShare } from './body-budget.ts';
import { traceIdOf } from './check-head.ts';
import type { BodyRules } from './read-body.ts';
import { marksOf, surfaceOf, type RequestMarks } from './spec-of-request.ts';

/** What the middleware found out about a request. Each adds its own part, in the order of `app.ts`. */
export interface RequestState {
  readonly marks: RequestMarks;
  /** Epoch milliseconds at which the request arrived. */
  readonly startedAt: number;
  /** The same moment on the clock that never runs backwards, in milliseconds. */
  readonly startedMonotonic: number;
  requestId: string;
  /** Whose error shape it gets. */
  surface: Surface;
  /** operationId; null while there is none. */
  operation: string | null;
  /** True for a public page: it is not observed. */
  isPage: boolean;
  /** The contract of its operation. */
  contract: OperationContract | null;
  /** Values in the path, decoded. */
  params: Readonly<Record<string, string>>;
  /** Who calls Spec A or Spec B. */
  caller: Caller | null;
  /** Who calls the control API. */
  actor: string | null;
  /** What its body counts of the memory for bodies. */
  memory: BodyShare | null;
  /** What its body is held to. */
  bodyRules: BodyRules | null;
  /** `Content-Type` as sent; undefined where there is none. The validator sees the media type alone. */
  contentType: string | undefined;
  /** True for a form: it is read by whoever wants it. */
  isForm: boolean;
  /** As the document types it. */
  query: Query;
  /** The stored object that the path names. */
  object: Owned | null;
}

declare module 'express-serve-static-core' {
  interface Request {
    call: RequestState;
    /** A JSON body's very bytes. Only these go upstream. */
    rawBody: Buffer;
  }
}

/** A line of the request log. */
export interface FinishedCall {
  readonly requestId: string;
  /** Of the caller's `traceparent`. */
  readonly traceId: string | null;
  readonly surface: Surface;
  /** operationId, or null for what has none. */
  readonly operation: string | null;
  /** What was asked for, where it has no operation: the path without its query, fit for a log. */
  readonly unserved?: { readonly method: string; readonly path: string };
  /** 499 where the client left before it got one. */
  readonly status: number;
  readonly milliseconds: number;
}

export interface TrackingParts {
  readonly newRequestId: () => string;
  readonly clock: Clock;
  /** Receives every call when it is over. */
  readonly observe: (call: FinishedCall) => void;
}

/** A path that fits into a line of a log: visible ASCII, without what looks like a key, at most 100 characters. */
const loggedPath = (path: string): string =>
  path
    .slice(0, 1_000)
    .replaceAll(/[^!-~]/g, '?')
    .replaceAll(/(sk-|dg-admin-)[\w-]{4,}/g, '$1…')
    .slice(0, 100);

const nothing = Buffer.alloc(0);

/** Gives a request its id and its start, and reports the call when it is over. */
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
      actor: null,
      memory: null,
      bodyRules: null,
      contentType: request.headers['content-type'],
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
