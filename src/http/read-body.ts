import type { IncomingMessage } from 'node:http';
import { GatewayError } from '../errors/gateway-error.ts';
import { longestUncounted, scanStructure, type Excess, type Structure } from '../shared/json/structure.ts';
import { makeTurns } from '../shared/time/turns.ts';
import { slowest, stopped, tooLarge, tooSlow, tooSlowOnAverage, watchTime, type BodyRules } from './body-limits.ts';
import { bodyBounds, restLength, tooComplex, type ReceivedBody } from './parse-body.ts';

/** After this many chunks, short chunks are copied together, so that a body sent byte by byte takes no more memory than its bytes. */
const fewChunks = 8;
const shortChunk = 16_384;
const pieceBytes = 65_536;

/**
 * The chunks that a body may have: this many, and one more for each so many bytes. Each chunk costs as much work as a kilobyte,
 * and the chunks of one packet are all handled at once.
 */
const chunksAllowed = { atFirst: 10_000, bytesEach: 64 };

const tooManyChunks = (): GatewayError =>
  new GatewayError(
    'malformed_request',
    `The request body comes in chunks of less than ${chunksAllowed.bytesEach} bytes on average. Send it in larger ones.`,
  );

/** Errors of a request that has ended are ignored: without a listener they would end the process. */
const ignored = (): void => undefined;

const nothing = Buffer.alloc(0);

/** Collects the bytes of a body in few pieces, however small its chunks are. The structure of a long body is counted as it comes. */
function gather(skims: boolean) {
  let structure: Structure | null = null;
  const pieces: Buffer[] = [];
  let size = 0;
  /** The unused end of the last piece, if that was allocated here. */
  let unused = nothing;
  const closeLast = (): void => {
    const last = pieces.at(-1);
    if (last && unused.length > 0) pieces[pieces.length - 1] = last.subarray(0, last.length - unused.length);
    unused = nothing;
  };
  const copy = (chunk: Buffer): void => {
    if (unused.length < chunk.length) {
      closeLast();
      unused = Buffer.allocUnsafeSlow(pieceBytes);
      pieces.push(unused);
    }
    chunk.copy(unused);
    unused = unused.subarray(chunk.length);
  };
  return {
    /** @returns the bound that the structure of the bytes so far exceeds */
    add: (chunk: Buffer): Excess => {
      size += chunk.length;
      if (pieces.length >= fewChunks && chunk.length < shortChunk) copy(chunk);
      else {
        closeLast();
        pieces.push(chunk);
      }
      if (size <= longestUncounted) return null;
      if (structure !== null) return structure.push(chunk);
      structure = scanStructure(bodyBounds);
      closeLast();
      for (const piece of pieces) {
        const excess = structure.push(piece);
        if (excess !== null) return excess;
      }
      return null;
    },
    received: (): ReceivedBody => {
      closeLast();
      return { pieces, length: size, strings: skims && structure !== null ? structure.plain : [] };
    },
  };
}

/** Bodies with this many bytes outside of the strings that are cut take tens of milliseconds to parse and validate. */
const longBody = 2_097_152;

/** One queue for the process, because it has one event loop. */
const longBodies = makeTurns();

function inTurn(received: ReceivedBody): ReceivedBody | Promise<ReceivedBody> {
  const rest = restLength(received);
  return rest < longBody ? received : longBodies.wait(rest).then(() => received);
}

/**
 * Reads the whole body, up to its limit. Long bodies resolve in turn, so that calls with short ones go on between them.
 *
 * @param count receives the number of bytes of each chunk; the read fails with what it throws
 * @throws {GatewayError} `request_too_large`; `timeout` if the body comes too slowly; `malformed_request` if it stops in the
 *   middle or comes in tiny chunks; `invalid_json` if it is too deep or has too many elements
 */
export function readBody(
  request: IncomingMessage,
  rules: BodyRules,
  count: (bytes: number) => void = ignored,
): Promise<ReceivedBody> {
  const { limit, clock, bytesPerSecond = 0, skims = false } = rules;
  const { promise, resolve, reject } = Promise.withResolvers<ReceivedBody>();
  const gathered = gather(skims);
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
      // After the answer. Discarding the rest would cost as much as reading it.
      return void setImmediate(() => request.destroy());
    }
    try {
      count(chunk.length);
    } catch (error) {
      return fail(error);
    }
    const excess = gathered.add(chunk);
    if (excess !== null) fail(tooComplex(excess));
  };
  const done = (): void => {
    stop();
    resolve(inTurn(gathered.received()));
  };
  const cutOff = (): void => fail(stopped());
  const fail = (error: unknown): void => {
    stop();
    reject(error);
  };
  // Listeners left on the request would keep the chunks in memory, in addition to the whole body, until the call ends.
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
