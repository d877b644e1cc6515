import type { RequestHandler } from 'express';
import type { Surface } from '../errors/shapes.ts';
import type { Caller } from '../identity/caller.ts';
import { clientLeft, type ReplyHeaders } from '../shared/reply.ts';
import type { Clock } from '../shared/time/clock.ts';
import { marksOf, surfaceOf } from './choose-spec.ts';
import { emptyBody } from './read-body.ts';
import type { RequestState } from './request-state.ts';

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
      marks,
      startedAt: clock.now(),
      startedMonotonic: clock.monotonic(),
      requestId: newRequestId(),
      surface: surfaceOf(marks),
      operation: null,
      hasSwitched: false,
      isPage: false,
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

/**
 * `traceparent` of W3C Trace Context: version, trace id, parent id, flags. Versions after 00 may append more fields. The version
 * is never ff, and the trace id is never all zeros.
 */
const traceparent = /^(?!ff|00-.{53})[\da-f]{2}-(?!0{32})([\da-f]{32})-[\da-f]{16}-[\da-f]{2}(?:-.*)?$/;

/** Returns the trace id of a `traceparent`, 32 hexadecimal digits; null if the header is absent or invalid. */
export const traceIdOf = (value: string | readonly string[] | null | undefined): string | null =>
  typeof value === 'string' ? (traceparent.exec(value)?.[1] ?? null) : null;

/** A body may take minutes. After this time its caller is looked at again: the key may have been revoked, or its scope changed. */
export const freshMilliseconds = 1_000;

/** Whether a request began so lately that what its head allowed still holds. */
export const isFresh = ({ startedMonotonic }: RequestState, clock: Clock): boolean =>
  clock.monotonic() - startedMonotonic < freshMilliseconds;

export function callerOf({ caller }: RequestState): Caller {
  if (caller === null) throw new Error('The caller is not known yet.');
  return caller;
}

/** The id of the object that a path names: its first parameter. Items of the object come after it. */
export const objectIdOf = (params: RequestState['params']): string => Object.values(params)[0] ?? '';
