import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import type { OperationContract } from '../contract/contract.ts';
import type { Query } from '../contract/parameters.ts';
import type { Entered } from '../control-api/operations.ts';
import type { Surface } from '../errors/gateway-error.ts';
import type { Caller } from '../identity/caller.ts';
import type { Owned } from '../objects/owned-object.ts';
import { clientLeft, type Reply } from '../shared/reply.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { BodyShare } from './body-budget.ts';
import type { BodyRules } from './body-limits.ts';
import { emptyBody, type SentBody } from './read-body.ts';
import { idHeaders, marksOf, surfaceOf, type RequestMarks } from './request-head.ts';

/** What the middleware knows about a request. Each one adds its part, in the order of `operation-router.ts`. */
export interface RequestState {
  readonly marks: RequestMarks;
  /** Epoch milliseconds at which the request arrived. */
  readonly startedAt: number;
  /** When the request arrived on the monotonic clock, in milliseconds. */
  readonly startedMonotonic: number;
  requestId: string;
  /** The surface whose error shape it gets. */
  surface: Surface;
  /** operationId; null until a route matches. */
  operation: string | null;
  /** True once it has become a WebSocket. Its response does not show that. */
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
  /** `Content-Type` as sent; undefined if absent. The validator sees the media type alone, and so do providers, apart from forms. */
  contentType: string | undefined;
  /** True for a form. It is read as the pipeline needs it. */
  isForm: boolean;
  /** `product_sku` of the query; null: not sent. */
  productSku: string | null;
  /** Query parameters with the types of the document. */
  query: Query;
  /** The stored object that the path names. */
  object: Owned | null;
}

/** A body may take minutes. After this time the caller is checked again: the key may have been revoked, or its scope changed. */
export const freshMilliseconds = 1_000;

/** Whether a request began so recently that the checks of its head still hold. */
export const isFresh = ({ startedMonotonic }: RequestState, clock: Clock): boolean =>
  clock.monotonic() - startedMonotonic < freshMilliseconds;

/** What one step sets and a later one needs. @throws if it is not set: the steps of the route are in a wrong order */
export function required<Name extends 'bodyRules' | 'caller' | 'contract' | 'entered' | 'memory'>(
  call: RequestState,
  name: Name,
): NonNullable<RequestState[Name]> {
  const value = call[name];
  if (value === null) throw new Error(`No step of the route has set \`${name}\` yet.`);
  return value;
}

/** The id of the object that a path names: its first parameter. Further parameters name parts of the object. */
export const objectIdOf = (params: RequestState['params']): string => Object.values(params)[0] ?? '';

declare module 'express-serve-static-core' {
  interface Request {
    call: RequestState;
    /** A JSON body as sent. Only its bytes go upstream. */
    rawBody: SentBody;
  }
}

/** A line of the request log. */
export interface FinishedCall {
  /** The request itself, by which tracing knows what it noted when it came. */
  readonly message: object;
  readonly requestId: string;
  /** The header `traceparent`, as sent or as tracing left it; null: none. */
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

/** Makes a path safe for a log: at most 100 characters of visible ASCII. Anything that looks like a key is cut. */
const loggedPath = (path: string): string =>
  path
    .slice(0, 1_000)
    .replaceAll(/[^!-~]/g, '?')
    .replaceAll(/(sk-|ek_|dg-admin-)[\w.-]{4,}/g, '$1…')
    .slice(0, 100);

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
      productSku: null,
      query: {},
      object: null,
    };
    request.call = call;
    request.rawBody = emptyBody;
    response.on('close', () => {
      // A connection refers to its last request until the next one. A call whose client has left may still need the body.
      if (response.writableFinished) dropSentBody(request);
      if (call.isPage) return;
      const { requestId, surface, operation } = call;
      const milliseconds = clock.monotonic() - call.startedMonotonic;
      const status = response.headersSent || call.hasSwitched ? response.statusCode : clientLeft;
      const traceparent = request.headers['traceparent']?.toString() ?? null;
      const unserved = operation === null && {
        unserved: { method: request.method, path: loggedPath(marks.path) },
      };
      observe({ message: request, requestId, traceparent, surface, operation, ...unserved, status, milliseconds });
    });
    next();
  };
}

/** Releases the body of a request, as sent and parsed. */
export function dropSentBody(request: { rawBody: SentBody; body?: unknown }): void {
  request.rawBody = emptyBody;
  request.body = undefined;
}

/** Milliseconds after which a client that reads nothing is disconnected. */
const stalledReader = 60_000;

/**
 * Disconnects clients that do not read the rest of an answer which has been written to its end. No code waits for that.
 *
 * @param hasNext whether another answer follows on the connection, which may take its time
 */
export function makeReaderWatch(hasNext: (response: ServerResponse) => boolean): (response: ServerResponse) => void {
  /** The answer that limits the time of its connection: the one behind it may have been written to its end before it is taken. */
  const limiting = new WeakMap<Socket, ServerResponse>();
  function written(this: ServerResponse): void {
    const { socket } = this;
    if (this.writableLength === 0 || socket === null) return;
    limiting.set(socket, this);
    this.setTimeout(stalledReader, () => cutAnswer(this));
    this.once('finish', () => limiting.get(socket) === this && hasNext(this) && socket.setTimeout(0));
  }
  // Emitted when everything has been written to the socket. Answers that wait for their turn on the connection come later.
  return (response) => void response.on('prefinish', written);
}

/**
 * Ends an answer in the middle, so that no client takes it for a complete one. In HTTP/1.0, which proxies still speak, closing the
 * connection would be a regular end of the body, so it is reset.
 */
export function cutAnswer(response: ServerResponse): void {
  const { req, socket } = response;
  if (req.httpVersion === '1.0' && response.headersSent) socket?.resetAndDestroy();
  response.destroy();
}

/** Makes a reply over Node's response. Every head gets the request id. */
export function makeReply(response: ServerResponse, requestId: string, clock: Clock): Reply {
  // The client may have left while the body was read.
  let gone = response.destroyed;
  // Nearly always one entry, because a call has one upstream at a time.
  let leaving: readonly (() => void)[] = [];
  const leave = (): void => {
    gone = !response.writableFinished;
    if (gone) for (const action of leaving) action();
    leaving = [];
  };
  response.on('close', leave);
  // Code that reads the body learns from the request that the client left. Whichever event comes first, `left` must then be true.
  if (!response.req.complete) response.req.on('aborted', leave);

  return {
    left: () => gone,
    onLeave: (action) => {
      if (gone) {
        action();
        return () => undefined;
      }
      leaving = leaving.concat(action);
      return () => {
        leaving = leaving.filter((each) => each !== action);
      };
    },
    started: () => response.headersSent,
    head: (status, headers) => {
      if (gone) return;
      response.writeHead(status, { ...idHeaders(requestId), ...headers });
      if (headers['content-length'] === undefined) response.flushHeaders();
    },
    write: (bytes) => gone || response.write(bytes),
    drained: () =>
      new Promise((resolve) => {
        if (gone || !response.writableNeedDrain) return resolve();
        const cancel = clock.after(stalledReader, () => cutAnswer(response));
        const done = (): void => {
          cancel();
          response.off('drain', done);
          response.off('close', done);
          resolve();
        };
        response.once('drain', done);
        response.once('close', done);
      }),
    end: (bytes) => {
      if (!gone) response.end(bytes);
    },
    cut: () => cutAnswer(response),
  };
}
