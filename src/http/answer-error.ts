import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Control } from '../control-api/operations.ts';
import { errorCodes } from '../errors/codes.ts';
import { withConsoleLink } from '../errors/console-links.ts';
import { fromUnknown, GatewayError, isRecorded, keyRefused } from '../errors/gateway-error.ts';
import { errorShapes, type Surface } from '../errors/shapes.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { Log } from '../shared/log.ts';
import { cutAnswer } from './request.ts';
import { idHeaders } from './request-head.ts';
import { discardRest } from './unread-body.ts';

/** Seconds after which a client should retry if the error names none: about as long as a database takes to restart. */
const retryAfter = '2';

/** The request that failed. */
export interface Failed {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly surface: Surface;
  readonly requestId: string;
}

interface AnswerParts {
  readonly log: Log;
  readonly clock: Clock;
  /** The address under which callers know this server; null if none is configured. */
  readonly publicUrl?: () => string | null;
}

interface FailParts extends AnswerParts {
  readonly control: Pick<Control, 'countRefusal'>;
}

/** Answers an error in the shape of the caller's spec. If the head has been sent already, closes the connection instead. */
export function answerError(thrown: unknown, failed: Failed, { log, clock, publicUrl }: AnswerParts): void {
  const { response, surface, requestId } = failed;
  const found = fromUnknown(thrown, requestId);
  const error = surface === 'console' ? found : withConsoleLink(found, publicUrl?.() ?? null);
  if (error.status >= 500 && error.source === 'gateway') {
    const fields = { requestId, code: error.code };
    // Refusals under overload are not faults and may come a thousand times a second, so they are logged without a stack.
    if (error.code === 'overloaded' && error.cause === undefined) log.warn('a call was refused', fields);
    // If the client has left, the error is merely a consequence.
    else (response.destroyed ? log.debug : log.error)('a call failed', fields, error.cause ?? error);
  }
  if (response.headersSent) return cutAnswer(response);
  writeError(error, failed, clock);
}

/** Writes an error as the answer, and reads the rest of the request. */
export function writeError(error: ReturnType<typeof fromUnknown>, failed: Failed, clock: Clock): void {
  const { request, response, surface, requestId } = failed;
  const { contentType, body } = errorShapes[surface](error, requestId);
  const bytes = Buffer.from(JSON.stringify(body));
  const isFinal = error.source === 'gateway' && !errorCodes[error.code].retry;
  response.writeHead(error.status, {
    ...idHeaders(requestId),
    ...(error.code === 'overloaded' && { 'retry-after': retryAfter }),
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

/** Answers a request with the error of its call. */
export type FailCall = (thrown: unknown, request: Request, response: Response) => void;

/** The error handler of the application. */
export function reportError(deps: FailParts): ErrorRequestHandler {
  const fail = failCall(deps);
  // oxlint-disable-next-line max-params -- Express recognises error handlers by the number of parameters
  return (thrown: unknown, request, response, _next) => fail(thrown, request, response);
}

/** The same for a call that Express no longer handles. */
export function failCall(deps: FailParts): FailCall {
  return (thrown, request, response) => {
    const { call, headers } = request;
    const { surface, requestId, params } = call;
    call.memory?.end();
    const validated = { params, headers, query: request.query, body: request.body as unknown };
    const error = isMalformedPath(thrown) ? malformedPath() : (call.contract?.explain(thrown, validated) ?? thrown);
    request.body = undefined;
    const key = call.caller ?? keyRefused(thrown);
    if (key !== null && !isRecorded(thrown) && isUnanswered(request, response)) {
      const { source, code } = fromUnknown(error, requestId);
      if (source === 'gateway') deps.control.countRefusal(key, code);
    }
    answerError(error, { request, response, surface, requestId }, deps);
  };
}

/** Whether the client is connected and has received nothing yet: only then can it learn that it was refused. */
const isUnanswered = ({ call }: Request, { headersSent, destroyed }: Response): boolean =>
  !headersSent && !destroyed && !call.hasSwitched;

/** Express's error for a path parameter that cannot be decoded. */
const isMalformedPath = (thrown: unknown): boolean =>
  thrown instanceof URIError && 'status' in thrown && thrown.status === 400;

const malformedPath = (): GatewayError =>
  new GatewayError(
    'malformed_request',
    'The path has a `%` that does not begin a UTF-8 character. Write a literal one as `%25`.',
  );

/** False for a client that waits for `100 Continue` and has not received it. */
const isSending = ({ headers, readableFlowing }: IncomingMessage): boolean =>
  headers.expect === undefined || readableFlowing !== null;
