import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorRequestHandler } from 'express';
import { errorCodes } from '../errors/codes.ts';
import { fromUnknown, GatewayError } from '../errors/gateway-error.ts';
import { errorShapes, type Surface } from '../errors/shapes.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { Log } from '../shared/log.ts';
import { idHeaders } from './http-reply.ts';

/** Bytes of an unwanted body that are still read, and for how many milliseconds, so that its sender can read the answer. */
const linger = { bytes: 96 * 1_048_576, milliseconds: 5_000 };

/** The request whose error is to be told. */
export interface Failed {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly surface: Surface;
  readonly requestId: string;
}

/** Answers a failure in the caller's own shape. Where the head has gone out already, the connection is cut instead. */
export function answerError(thrown: unknown, failed: Failed, { log, clock }: { log: Log; clock: Clock }): void {
  const { request, response, surface, requestId } = failed;
  const error = fromUnknown(thrown, requestId);
  if (error.status >= 500 && error.source === 'gateway') {
    // Nobody is left to be told of a call whose client went away, and it is no fault of ours.
    const tell = response.destroyed ? log.debug : log.error;
    tell('a call failed', { requestId, code: error.code }, error.cause ?? error);
  }
  if (response.headersSent) return void response.destroy();
  const { contentType, body } = errorShapes[surface](error, requestId);
  const bytes = Buffer.from(JSON.stringify(body));
  const isFinal = error.source === 'gateway' && !errorCodes[error.code].retry;
  response.writeHead(error.status, {
    ...idHeaders(requestId),
    ...error.headers,
    'content-type': contentType,
    'content-length': String(bytes.length),
    'x-diglot-error-source': error.source,
    ...(isFinal && { 'x-should-retry': 'false' }),
  });
  if (request.complete || !isSending(request)) response.end(bytes);
  else response.write(bytes);
  if (!request.complete) discardRest(request, clock, () => response.end());
}

/** The application's one error handler. */
export function reportError(deps: { log: Log; clock: Clock }): ErrorRequestHandler {
  // oxlint-disable-next-line max-params -- Express knows error handlers by the number of parameters
  return (thrown: unknown, request, response, _next) => {
    const { call, headers } = request;
    const { surface, requestId, params } = call;
    call.memory?.end();
    const validated = { params, headers, query: request.query, body: request.body as unknown };
    const error = isMalformedPath(thrown) ? malformedPath() : (call.contract?.explain(thrown, validated) ?? thrown);
    request.body = undefined;
    answerError(error, { request, response, surface, requestId }, deps);
  };
}

/** Express's error for a value in a path that cannot be decoded. */
const isMalformedPath = (thrown: unknown): boolean =>
  thrown instanceof URIError && 'status' in thrown && thrown.status === 400;

const malformedPath = (): GatewayError =>
  new GatewayError(
    'malformed_request',
    'The path has a `%` that begins no character of UTF-8. Write a plain one as `%25`.',
  );

/** False for a client that waits for leave to send its body, and was not given it. */
const isSending = ({ headers, readableFlowing }: IncomingMessage): boolean =>
  headers.expect === undefined || readableFlowing !== null;

/** How to go on with each request that is thrown away and has come to its turn. */
const waiting: (() => void)[] = [];

/**
 * What is thrown away is read a piece at a time, one request after another: a hundred refused uploads would otherwise be read
 * as fast as they come, two megabytes each, between any two steps of the calls that are served.
 */
function takeTurn(goOn: () => void): void {
  waiting.push(goOn);
  if (waiting.length === 1) setImmediate(nextTurn);
}

function nextTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(nextTurn);
}

/**
 * Reads on and throws away: closing at once would reset the connection under a client that still sends (RFC 9112 section 9.6).
 *
 * @param whole called when the body is whole. An answer is ended only then: where the connection is not kept, its end closes it
 */
export function discardRest(request: IncomingMessage, clock: Clock, whole = (): void => undefined): void {
  let size = 0;
  const cancel = clock.after(linger.milliseconds, () => request.destroy());
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > linger.bytes) return void request.destroy();
    request.pause();
    takeTurn(() => request.resume());
  });
  request.once('end', () => {
    cancel();
    whole();
  });
  request.once('close', cancel);
  request.on('error', () => undefined);
  request.resume();
}
