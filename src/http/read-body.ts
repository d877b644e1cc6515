import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { GatewayError } from '../errors/gateway-error.ts';
import {
  findExcess,
  findRepeated,
  isObject,
  longestUncounted,
  parseCounted,
  writtenMembers,
  type Json,
  type JsonObject,
} from '../shared/json/json.ts';
import { echo } from '../shared/text/echo.ts';
import { makeTurns } from '../shared/time/turns.ts';
import { slowest, stopped, tooLarge, tooSlow, tooSlowOnAverage, watchTime, type BodyRules } from './body-limits.ts';

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

/** Collects the bytes of a body in few pieces, however small its chunks are. */
function gather() {
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
    add: (chunk: Buffer): void => {
      size += chunk.length;
      if (pieces.length >= fewChunks && chunk.length < shortChunk) return copy(chunk);
      closeLast();
      pieces.push(chunk);
    },
    whole: (): Buffer => (pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces, size)),
  };
}

/** Bodies of at least this many bytes take tens of milliseconds to parse and validate, which delays other calls. */
const longBody = 2_097_152;

/** One queue for the process, because it has one event loop. */
const longBodies = makeTurns();

/**
 * Reads the whole body, up to its limit. Long bodies resolve in turn, so that calls with short ones go on between them.
 *
 * @param count receives the number of bytes of each chunk; the read fails with what it throws
 * @throws {GatewayError} `request_too_large`; `timeout` if the body comes too slowly; `malformed_request` if it stops in the
 *   middle or comes in tiny chunks
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
      // After the answer. Discarding the rest would cost as much as reading it.
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

/** The deepest nesting and the most elements of a JSON body. No real call needs more. */
const deepest = 64;
const mostElements = 400_000;

/**
 * Parses a JSON body and limits its structure. A repeated member, at any level, is refused, because the upstream might use
 * another one of the two than the gateway bills.
 *
 * @throws {GatewayError} `invalid_json`; `invalid_value` for a number that a double cannot hold
 */
export function parseBody(bytes: Buffer): JsonObject {
  if (!isUtf8(bytes)) throw new GatewayError('invalid_json', 'The body is not in UTF-8. Send it in UTF-8.');
  if (bytes.length > longestUncounted) checkStructure(bytes);
  const text = bytes.toString('utf8');
  const value = parseCounted(text);
  if (value === undefined) throw notJson(bytes);
  const { members, isBeyond } = measure(value);
  if (!isObject(value)) throw new GatewayError('invalid_json', 'The body must be a JSON object.');
  if (isBeyond) refuseBeyond(value, '');
  if (writtenMembers(text) > members) refuseRepeated(text);
  return value;
}

const notJson = (bytes: Buffer): GatewayError =>
  new GatewayError(
    'invalid_json',
    bytes.length === 0
      ? 'The body is empty. Send a JSON object.'
      : 'The body is not valid JSON. Check quotes, commas and braces.',
  );

const tooDeep = (): GatewayError =>
  new GatewayError('invalid_json', `The body is nested more than ${deepest} levels deep. Flatten it.`);

const tooMany = (): GatewayError =>
  new GatewayError('invalid_json', `The body has more than ${mostElements} elements. Split the request.`);

/** Counts over all levels of a value. */
interface Structure {
  /** Objects, arrays and their contents. */
  elements: number;
  /** Members of objects. */
  members: number;
  /** True if a number exceeds the largest double, such as 1e400: it is parsed as infinity. */
  isBeyond: boolean;
}

/** @throws {GatewayError} `invalid_json` if the value is too deep or has too many elements */
function measure(value: Json): Readonly<Structure> {
  const structure = { elements: 0, members: 0, isBeyond: false };
  add(structure, value, 1);
  return structure;
}

/** @param level nesting level of the value; the outermost is 1 */
function add(structure: Structure, value: Json, level: number): void {
  if (value === Infinity || value === -Infinity) structure.isBeyond = true;
  if (typeof value !== 'object' || value === null) return;
  if (level > deepest) throw tooDeep();
  if (isObject(value)) {
    for (const key in value) {
      structure.members += 1;
      structure.elements += 1;
      add(structure, value[key] ?? null, level + 1);
    }
  } else {
    structure.elements += value.length;
    for (const element of value) add(structure, element, level + 1);
  }
  structure.elements += 1;
  if (structure.elements > mostElements) throw tooMany();
}

/**
 * Refuses a number that a double cannot hold, because JSON parsers differ in how they read it.
 *
 * @throws {GatewayError} `invalid_value` with its path
 */
function refuseBeyond(value: Json | undefined, path: string): void {
  if (value === Infinity || value === -Infinity) {
    const message = `${path} is larger than JSON parsers can represent (at most 1.8e308). Send a smaller number.`;
    throw new GatewayError('invalid_value', message, { param: path });
  }
  if (Array.isArray(value)) for (const [index, one] of value.entries()) refuseBeyond(one as Json, `${path}[${index}]`);
  if (isObject(value))
    for (const [key, one] of Object.entries(value)) refuseBeyond(one, path === '' ? echo(key) : `${path}.${echo(key)}`);
}

/** @throws {GatewayError} `invalid_json` if a long body is too deep or has too many elements */
function checkStructure(bytes: Buffer): void {
  const excess = findExcess(bytes, { depth: deepest, tokens: mostElements });
  if (excess === 'depth') throw tooDeep();
  if (excess === 'tokens') throw tooMany();
}

function refuseRepeated(text: string): void {
  const path = findRepeated(text);
  if (path === null) return;
  throw new GatewayError('invalid_json', `The body has ${echo(path)} twice. Send it once.`, { param: echo(path) });
}
