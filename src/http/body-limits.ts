import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OperationFacts } from '../../generated/operation-facts.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { charsetOf } from '../shared/text/media-type.ts';
import { echo } from '../shared/text/names.ts';
import type { Clock } from '../shared/time/clock.ts';
import { type BodyShare, formatBytes } from './body-budget.ts';

/** Limits of one request body, and the clock that measures its time. */
export interface BodyRules {
  /** Bytes. */
  readonly limit: number;
  /** Average bytes per second that a buffered body must reach after its first 30 s; absent: no minimum. */
  readonly bytesPerSecond?: number;
  /** Milliseconds that the body may take; absent or null: no limit while it keeps its pace. */
  readonly milliseconds?: number | null;
  readonly clock: Clock;
  /** True if long strings are cut out of the body; absent: it is parsed as a whole. */
  readonly skims?: boolean;
  /** True if the body is a whole batch of requests, which may have more members; absent: it is one request. */
  readonly isBatch?: boolean;
}

/** The slowest pace: a body with fewer bytes in any such period is refused. */
export const slowest = { bytes: 30_720, milliseconds: 30_000 };

const tooLarge = (limit: number): GatewayError =>
  new GatewayError('request_too_large', `The request is larger than ${formatBytes(limit)}. Split it.`);

/** A smaller chunk is as much work as one of this many bytes. */
const leastChunk = 1_024;

/** The work to process a chunk of a body, in bytes. */
export const workOf = (chunk: Buffer): number => Math.max(chunk.length, leastChunk);

/** The least average size of chunks after the first ones, in bytes. */
const leastAverage = 64;

/** The most chunks of a body of this many bytes. */
export const mostChunks = (bytes: number): number => 10_000 + bytes / leastAverage;

const tooManyChunks = (): GatewayError =>
  new GatewayError(
    'malformed_request',
    `The request body comes in chunks of less than ${leastAverage} bytes on average. Send it in larger ones.`,
  );

/** Counts the bytes and chunks of a body as they arrive. @param limit bytes */
export function countBody(limit: number) {
  const count = {
    bytes: 0,
    chunks: 0,
    /** Counts a chunk. @returns why the body must be refused; null if it may go on */
    add: (bytes: number): GatewayError | null => {
      count.bytes += bytes;
      count.chunks += 1;
      if (count.bytes > limit) return tooLarge(limit);
      return count.chunks > mostChunks(count.bytes) ? tooManyChunks() : null;
    },
  };
  return count;
}

/** @throws {GatewayError} `request_too_large` if `Content-Length` exceeds the limit; the body is not read */
export function checkLength(request: IncomingMessage, limit: number): void {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
}

export const tooSlow = (): GatewayError =>
  new GatewayError('timeout', 'The request body came too slowly: less than 1 KiB/s for 30 s. Send it again.');

export const tooSlowOnAverage = (bytesPerSecond: number): GatewayError =>
  new GatewayError(
    'timeout',
    `The request body came too slowly: less than ${formatBytes(bytesPerSecond)} a second on average. Send it faster, or send less.`,
  );

export const stopped = (): GatewayError =>
  new GatewayError('malformed_request', 'The request body stopped in the middle.');

const tooLong = (milliseconds: number): GatewayError =>
  new GatewayError(
    'timeout',
    `The request was not complete within ${milliseconds / 1_000} s. Send it faster, or send less.`,
  );

/** Calls `fail` when the body has taken longer than it may. The returned function cancels that. */
export const watchTime = (
  { milliseconds = null, clock }: BodyRules,
  fail: (error: GatewayError) => void,
): (() => void) =>
  milliseconds === null ? () => undefined : clock.after(milliseconds, () => fail(tooLong(milliseconds)));

/** Stops reading a body and its connection too, because one more packet may hold 10,000 tiny chunks. */
function pauseBody(request: IncomingMessage): void {
  request.pause();
  request.socket.pause();
}

function resumeBody(request: IncomingMessage): void {
  request.socket.resume();
  request.resume();
}

/** A body and its connection, to be paused and resumed together. */
export const bodySource = (request: IncomingMessage) => ({
  pause: () => pauseBody(request),
  resume: () => resumeBody(request),
});

/** How much of an unwanted body is read, in bytes and milliseconds, so that the client can read the answer. */
const linger = { bytes: 96 * 1_048_576, milliseconds: 10_000 };

/**
 * Milliseconds between two turns to read discarded bodies, for all requests together: about 16 MiB a second. Each chunk is a separate
 * buffer, and every 20 to 60 MiB of them cause a garbage collection, which stops all calls.
 */
const betweenChunks = 4;
/** Bytes after which a turn of a request ends: one chunk of a fast client, or some small ones. Shorter bodies do not wait for a turn. */
const turnBytes = 65_536;

/** Requests that wait for their next turn, in order. */
const waitingRequests = new Set<IncomingMessage>();
let isReading = false;

/** Queues a request for its turn. Discarded bodies are read one turn at a time, one request after another. */
function takeTurn(request: IncomingMessage): void {
  waitingRequests.add(request);
  if (isReading) return;
  isReading = true;
  setImmediate(nextTurn);
}

function nextTurn(): void {
  const [next] = waitingRequests;
  isReading = next !== undefined;
  if (next === undefined) return;
  waitingRequests.delete(next);
  resumeBody(next);
  setTimeout(nextTurn, betweenChunks).unref();
}

/**
 * Reads and discards the rest of a body. Closing at once would reset the connection while the client still sends (RFC 9112,
 * section 9.6).
 *
 * @param onEnd called at the end of the body. The answer must not end before that, because its end may close the connection
 */
export function discardRest(request: IncomingMessage, clock: Clock, onEnd = (): void => undefined): void {
  let size = 0;
  let workOfTurn = 0;
  const waitForTurn = (): void => {
    workOfTurn = 0;
    pauseBody(request);
    takeTurn(request);
  };
  const cancel = clock.after(linger.milliseconds, () => request.destroy());
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > linger.bytes) return void request.destroy();
    workOfTurn += workOf(chunk);
    if (workOfTurn >= turnBytes) waitForTurn();
  });
  request.once('end', () => {
    cancel();
    onEnd();
  });
  request.once('close', () => {
    cancel();
    // The connection may have another request, which is not read while the connection is paused.
    if (waitingRequests.delete(request)) request.socket.resume();
  });
  request.on('error', () => undefined);
  if (mayBeLong(request)) waitForTurn();
  else request.resume();
}

const mayBeLong = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) >= turnBytes;

interface BodyAdmission extends Pick<BodyRules, 'limit'> {
  readonly body: Exclude<OperationFacts['body'], 'none'>;
  /** The call's share of the memory for bodies. */
  readonly memory: BodyShare | null;
}

/**
 * Checks what the head says about the body: length, media type, content coding. Then lets a client that sent
 * `Expect: 100-continue` send it. The parameters of the media type are removed from the request, because the validator caches what it
 * compiles for each distinct `Content-Type`.
 *
 * @returns true for a form, which is not read here
 * @throws {GatewayError} `request_too_large`, `unsupported_media_type`, `overloaded`
 */
export function checkBodyHead(
  request: IncomingMessage,
  response: ServerResponse,
  { body, limit, memory }: BodyAdmission,
): boolean {
  checkLength(request, limit);
  const mediaType = mediaTypeOf(request);
  const isForm = mediaType === formType;
  if (isForm ? body === 'json' : body === 'multipart' || mediaType !== 'application/json')
    throw wrongMediaType(request, body);
  refuseEncoding(request);
  if (!isForm) memory?.check(Number(request.headers['content-length'] ?? 0));
  // HTTP/1.0 has no interim responses: RFC 9110, section 10.1.1.
  if (request.headers.expect !== undefined && request.httpVersion !== '1.0') response.writeContinue();
  request.headers['content-type'] = mediaType;
  return isForm;
}

const formType = 'multipart/form-data';

/** Whether the head says that the body is a form. */
export const announcesForm = (request: IncomingMessage): boolean => typeOf(request) === formType;

/** The media type in lower case, without parameters; empty if there is none. */
function typeOf({ headers }: IncomingMessage): string {
  const sent = headers['content-type'] ?? '';
  if (sent === 'application/json') return sent;
  const [type = ''] = sent.split(';');
  return type.trim().toLowerCase();
}

/**
 * The media type of a body in UTF-8, in lower case. Forms with parameters that cannot be read are refused where their boundary is looked for.
 *
 * @throws {GatewayError} `unsupported_media_type` for another charset, or one that providers could read differently
 */
function mediaTypeOf(request: IncomingMessage): string {
  const sent = request.headers['content-type'] ?? '';
  if (sent === 'application/json') return sent;
  const type = typeOf(request);
  const charset = charsetOf(sent);
  if (charset === null && type === 'application/json') throw ambiguousType(sent);
  if (typeof charset === 'string' && !/^utf-?8$/.test(charset))
    throw new GatewayError('unsupported_media_type', 'Only UTF-8 is supported. Send the body in UTF-8.');
  return type;
}

const ambiguousType = (sent: string): GatewayError =>
  new GatewayError(
    'unsupported_media_type',
    `The Content-Type ${echo(sent)} cannot be read in one way only. Send application/json.`,
  );

function wrongMediaType(request: IncomingMessage, body: BodyAdmission['body']): GatewayError {
  const sent = request.headers['content-type'];
  const expected = {
    json: 'application/json',
    multipart: 'multipart/form-data',
    'json-or-multipart': 'application/json or multipart/form-data',
  }[body];
  return new GatewayError(
    'unsupported_media_type',
    `This operation takes ${expected}; ${sent ? `you sent ${echo(sent)}` : 'the request has no Content-Type'}.${body === 'json' ? ' Send `Content-Type: application/json`.' : ''}`,
  );
}

function refuseEncoding(request: IncomingMessage): void {
  const encoding = request.headers['content-encoding'];
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw new GatewayError(
    'unsupported_media_type',
    `The content coding ${echo(encoding)} is not supported. Send the body uncompressed.`,
  );
}
