import type { IncomingMessage, ServerResponse } from 'node:http';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Clock } from '../shared/time/clock.ts';
import { makeTurns } from '../shared/time/turns.ts';

/** A body must bring this many bytes in each such span of milliseconds, or the sender is too slow. */
export const slowest = { bytes: 30_720, milliseconds: 30_000 };

/**
 * A body of so many chunks is in no hurry: from there on a chunk of fewer bytes is copied to the one before it, so that what a
 * client sends byte by byte takes no more than its bytes.
 */
const fewChunks = 8;
const shortChunk = 16_384;
const pieceBytes = 65_536;

/** How large a body may be, and the clock that times it. */
export interface BodyRules {
  readonly limit: number;
  /** Bytes a second that a body which is held must have brought on average, after its first 30 s; absent: no such rule. */
  readonly bytesPerSecond?: number;
  /** Milliseconds that it may take; absent or null: as long as it keeps its pace. */
  readonly milliseconds?: number | null;
  readonly clock: Clock;
}

export const tooLarge = (limit: number): GatewayError =>
  new GatewayError('request_too_large', `The request is larger than ${formatBytes(limit)}. Split it.`);

export const tooSlow = (): GatewayError =>
  new GatewayError('timeout', 'The request body came too slowly: less than 1 KiB/s for 30 s. Send it again.');

const tooSlowOnAverage = (bytesPerSecond: number): GatewayError =>
  new GatewayError(
    'timeout',
    `The request body came too slowly: less than ${formatBytes(bytesPerSecond)} a second on average. Send it faster, or send less.`,
  );

/**
 * Chunks that a body may come in: so many, and one more for each so many bytes. Each costs as much work as a kilobyte, whatever
 * is in it, and those of one packet cannot be put off.
 */
const chunksAllowed = { atFirst: 10_000, bytesEach: 64 };

const tooManyChunks = (): GatewayError =>
  new GatewayError(
    'malformed_request',
    `The request body comes in chunks of less than ${chunksAllowed.bytesEach} bytes on average. Send it in larger ones.`,
  );

const tooLong = (milliseconds: number): GatewayError =>
  new GatewayError(
    'timeout',
    `The request was not whole within ${milliseconds / 1_000} s. Send it faster, or send less.`,
  );

/** Calls back with the refusal when a body has taken as long as it may; the returned function forgets it. */
export const watchTime = (
  { milliseconds = null, clock }: BodyRules,
  fail: (error: GatewayError) => void,
): (() => void) =>
  milliseconds === null ? () => undefined : clock.after(milliseconds, () => fail(tooLong(milliseconds)));

export const stopped = (): GatewayError =>
  new GatewayError('malformed_request', 'The request body stopped in the middle.');

/** @throws {GatewayError} `request_too_large` when the announced length is over the limit; the body is not read */
export function checkLength(request: IncomingMessage, limit: number): void {
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > limit) throw tooLarge(limit);
}

/** Lets a client that waits for leave (`Expect: 100-continue`) send its body. HTTP/1.0 has no such answer: RFC 9110 10.1.1. */
export function allowBody({ headers, httpVersion }: IncomingMessage, response: ServerResponse): void {
  if (headers.expect !== undefined && httpVersion !== '1.0') response.writeContinue();
}

/** An error of a request that is over is told as its end; without a listener it would be the process's. */
const ignored = (): void => undefined;

const nothing = Buffer.alloc(0);

/** The bytes of a body so far, in few pieces whatever the chunks that it comes in. */
function gather() {
  const pieces: Buffer[] = [];
  let size = 0;
  /** What is left of the last piece, where that is one of our own. */
  let room = nothing;
  const closeLast = (): void => {
    const last = pieces.at(-1);
    if (last && room.length > 0) pieces[pieces.length - 1] = last.subarray(0, last.length - room.length);
    room = nothing;
  };
  const copy = (chunk: Buffer): void => {
    if (room.length < chunk.length) {
      closeLast();
      room = Buffer.allocUnsafeSlow(pieceBytes);
      pieces.push(room);
    }
    chunk.copy(room);
    room = room.subarray(chunk.length);
  };
  return {
    add: (chunk: Buffer): void => {
      size += chunk.length;
      if (pieces.length >= fewChunks && chunk.length < shortChunk) return copy(chunk);
      closeLast();
      pieces.push(chunk);
    },
    whole: (): Buffer => (pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces, size)),
  };
}

/** Bytes from which on a body takes so long to parse and to check that others would feel it: tens of milliseconds. */
const longBody = 2_097_152;

/** In the process there is one loop that they hold up. */
const longBodies = makeTurns();

/**
 * The whole body, up to its limit. A long one is given when it is its turn, so that calls with short ones go on between them.
 *
 * @param count told of bytes as they come; what it throws is the body's failure
 * @throws {GatewayError} `request_too_large`; `timeout` when it comes too slowly; `malformed_request` when it stops in
 *   the middle, or comes in tiny chunks
 */
export function readBody(
  request: IncomingMessage,
  rules: BodyRules,
  count: (bytes: number) => void = ignored,
): Promise<Buffer> {
  const { limit, clock, bytesPerSecond = 0 } = rules;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const gathered = gather();
  let size = 0;
  let chunks = 0;
  let sizeBefore = 0;
  let enough = 0;

  const watchPace = (): void => {
    if (size - sizeBefore < slowest.bytes) return fail(tooSlow());
    if (size < enough) return fail(tooSlowOnAverage(bytesPerSecond));
    sizeBefore = size;
    enough += (bytesPerSecond * slowest.milliseconds) / 1_000;
    cancel = clock.after(slowest.milliseconds, watchPace);
  };
  let cancel = clock.after(slowest.milliseconds, watchPace);

  const take = (chunk: Buffer): void => {
    size += chunk.length;
    chunks += 1;
    if (size > limit) return fail(tooLarge(limit));
    if (chunks > chunksAllowed.atFirst + size / chunksAllowed.bytesEach) {
      fail(tooManyChunks());
      // Once it has been answered: throwing the rest away would cost as much as reading it.
      return void setImmediate(() => request.destroy());
    }
    try {
      count(chunk.length);
    } catch (error) {
      return fail(error);
    }
    gathered.add(chunk);
  };
  const done = (): void => {
    stop();
    const whole = gathered.whole();
    if (size < longBody) resolve(whole);
    else void longBodies.wait(size).then(() => resolve(whole));
  };
  const cutOff = (): void => fail(stopped());
  const fail = (error: unknown): void => {
    stop();
    reject(error);
  };
  // What stays on the request keeps the chunks in memory, beside the whole made of them, for as long as the call lasts.
  const stop = (): void => {
    cancel();
    cancelTime();
    request.off('data', take);
    request.off('end', done);
    request.off('aborted', cutOff);
  };

  const cancelTime = watchTime(rules, fail);
  request.on('data', take);
  request.on('end', done);
  request.on('aborted', cutOff);
  request.on('error', ignored);
  return promise;
}

const mebibyte = 1_048_576;

/** Bytes as people write limits: whole mebibytes as `28 MiB`, anything else to the byte. */
export const formatBytes = (bytes: number): string =>
  bytes % mebibyte === 0 ? `${bytes / mebibyte} MiB` : `${bytes.toLocaleString('en-US')} bytes`;
