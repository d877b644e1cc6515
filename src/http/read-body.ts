import type { IncomingMessage, ServerResponse } from 'node:http';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Clock } from '../shared/clock.ts';
import { formatBytes } from './format-bytes.ts';

/** A body must bring this many bytes in each such span of milliseconds, or the sender is too slow. */
export const slowest = { bytes: 30_720, milliseconds: 30_000 };

/** How large a body may be, and the clock that times it. */
export interface BodyRules {
  readonly limit: number;
  /** Milliseconds that it may take; absent or null: as long as it keeps its pace. */
  readonly milliseconds?: number | null;
  readonly clock: Clock;
}

export const tooLarge = (limit: number): GatewayError =>
  new GatewayError('request_too_large', `The request is larger than ${formatBytes(limit)}. Split it.`);

export const tooSlow = (): GatewayError =>
  new GatewayError('timeout', 'The request body came too slowly: less than 1 KiB/s for 30 s. Send it again.');

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

/**
 * The whole body, up to its limit.
 *
 * @throws {GatewayError} `request_too_large`; `timeout` when it comes too slowly; `malformed_request` when it stops in the middle
 */
export function readBody(request: IncomingMessage, rules: BodyRules): Promise<Buffer> {
  const { limit, clock } = rules;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let size = 0;
  let sizeBefore = 0;

  const watchPace = (): void => {
    if (size - sizeBefore < slowest.bytes) return fail(tooSlow());
    sizeBefore = size;
    cancel = clock.after(slowest.milliseconds, watchPace);
  };
  let cancel = clock.after(slowest.milliseconds, watchPace);

  const take = (chunk: Buffer): void => {
    size += chunk.length;
    if (size > limit) return fail(tooLarge(limit));
    chunks.push(chunk);
  };
  const done = (): void => {
    stop();
    resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size));
  };
  const cutOff = (): void => fail(stopped());
  const fail = (error: GatewayError): void => {
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
