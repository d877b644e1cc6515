import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Config } from '../config/config.ts';
import type { Control } from '../control-api/operations.ts';
import { errorCodes } from '../errors/codes.ts';
import { withConsoleLink } from '../errors/next-steps.ts';
import {
  errorShapes,
  fromUnknown,
  GatewayError,
  isRecorded,
  keyRefused,
  type Surface,
} from '../errors/gateway-error.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { Log } from '../shared/log.ts';
import { cutAnswer } from './request.ts';
import { idHeaders, isRequestId, surfaceOf } from './request-head.ts';
import { discardRest } from './body-limits.ts';

/** Seconds after which a client should retry if the error names none: about as long as a database takes to restart. */
const retryAfter = '2';

/** The request that failed. */
interface Failed {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly surface: Surface;
  readonly requestId: string;
}

interface AnswerParts {
  readonly log: Log;
  readonly clock: Clock;
  /** The settings in force: the address under which callers know this server, if one is configured. */
  readonly server: () => Pick<Config['server'], 'publicUrl'>;
}

interface FailParts extends AnswerParts {
  readonly control: Pick<Control, 'countRefusal'>;
}

/** Answers an error in the shape of the caller's spec. If the head has been sent already, closes the connection instead. */
export function answerError(thrown: unknown, failed: Failed, { log, clock, server }: AnswerParts): void {
  const { response, surface, requestId } = failed;
  const found = fromUnknown(thrown, requestId);
  const error = surface === 'console' ? found : withConsoleLink(found, server().publicUrl);
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

/** Answers errors of calls that Express no longer handles. */
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

/** An error of Node's parser. */
interface ParserError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

/** Errors of the parser by code. All others are malformed requests. */
const refusals: Readonly<Record<string, () => GatewayError>> = {
  HPE_HEADER_OVERFLOW: () =>
    new GatewayError('headers_too_large', 'The headers are larger than 16 KiB. Send fewer or shorter ones.'),
  ERR_HTTP_REQUEST_TIMEOUT: () =>
    new GatewayError('timeout', 'The request head did not arrive within 10 s. Send it again.'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () =>
    new GatewayError('request_too_large', 'The chunk extensions are larger than 16 KiB. Leave them out.'),
};

const malformed = (): GatewayError =>
  new GatewayError(
    'malformed_request',
    'This is not a valid HTTP/1.1 request. Check the request line, the headers and the length of the body.',
  );

/** Reads as much as it can of the first line and the headers of a packet. */
function marksOfPacket(packet: Buffer | undefined): Parameters<typeof surfaceOf>[0] {
  const head = packet?.subarray(0, 4_096).toString('latin1') ?? '';
  const target = /^[A-Z]+ (\S+)/.exec(head)?.[1] ?? '/';
  const [path = '/', search = ''] = target.split('?');
  return { path, search, hasHeader: (name) => new RegExp(`^${name}:`, 'im').test(head) };
}

/** The id that belongs to a request which could not be read: that of its call, if its head could, or the one that was sent. */
function idOfUnparsed({ rawPacket }: ParserError, before: ServerResponse | undefined): string | null {
  if (before !== undefined) {
    const { complete, call }: IncomingMessage & { call?: { readonly requestId: string } } = before.req;
    return complete ? null : (call?.requestId ?? null);
  }
  // The first request of the connection, so a head in this packet can only be its own.
  const head = rawPacket?.subarray(0, 4_096).toString('latin1').split('\r\n\r\n')[0] ?? '';
  const sent = /^x-request-id:[ \t]*(\S*)[ \t]*\r?$/im.exec(head)?.[1];
  return isRequestId(sent) ? sent : null;
}

/** The answer to bytes that never became a request, in the error shape of the spec that they seem to use. */
export function refusalOf(error: ParserError, requestId: string): string {
  const refusal = (refusals[error.code ?? ''] ?? malformed)();
  const { contentType, body } = errorShapes[surfaceOf(marksOfPacket(error.rawPacket))](refusal, requestId);
  const text = JSON.stringify(body);
  return [
    `HTTP/1.1 ${refusal.status} ${statusText(refusal.status)}`,
    `content-type: ${contentType}`,
    `content-length: ${Buffer.byteLength(text)}`,
    `x-request-id: ${requestId}`,
    `request-id: ${requestId}`,
    'x-diglot-error-source: gateway',
    ...(errorCodes[refusal.code].retry ? [] : ['x-should-retry: false']),
    'connection: close',
    '',
    text,
  ].join('\r\n');
}

const statusText = (status: number): string =>
  ({ 400: 'Bad Request', 408: 'Request Timeout', 413: 'Content Too Large', 431: 'Request Header Fields Too Large' })[
    status
  ] ?? 'Error';

/** Milliseconds in which a client can read its refusal. Then the connection is closed, although it may keep its own side open. */
const linger = 2_000;

function refuse(socket: Socket, text: string): void {
  if (!socket.writable) return void socket.destroy();
  socket.end(text);
  const timer = setTimeout(() => socket.destroy(), linger).unref();
  socket.once('close', () => clearTimeout(timer));
}

/**
 * Takes the errors of the parser of a server: answers the first one of each connection, and closes the connection.
 *
 * @param newest the newest response of a connection
 */
export function takeParserErrors(
  newest: (socket: Socket) => ServerResponse | undefined,
  newRequestId: () => string,
): (error: ParserError, socket: Socket) => void {
  // Node reads on, and reports an error for each packet that follows.
  const taken = new WeakSet<Socket>();
  return (error, socket) => {
    if (taken.has(socket)) return;
    taken.add(socket);
    if (error.code === 'ECONNRESET') return void socket.destroy();
    const before = newest(socket);
    // Once the answer has begun, a refusal would land in the middle of it. Bytes written in this turn still go out.
    if (before?.headersSent && !before.req.complete) return void setImmediate(() => socket.destroy());
    // The packet may be long, and the answer before it may take minutes: only the refusal is kept.
    const text = refusalOf(error, idOfUnparsed(error, before) ?? newRequestId());
    if (!before?.req.complete || before.writableFinished) return refuse(socket, text);
    // Complete requests are answered first: pipelined answers keep their order.
    before.once('finish', () => refuse(socket, text));
    // Node, which can no longer read the connection, would not end it for a client that leaves.
    socket.once('end', () => socket.destroy());
  };
}
