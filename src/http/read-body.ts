import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { GatewayError } from '../errors/gateway-error.ts';
import {
  findRepeated,
  isObject,
  parseCounted,
  writtenMembers,
  type Json,
  type JsonObject,
} from '../shared/json/json.ts';
import { cutLength, findStrings, noCuts, shortestSkimmed, skim, type Cuts, type Pieces } from '../shared/json/skim.ts';
import {
  batchBounds,
  bodyBounds,
  longestUncounted,
  scanStructure,
  type JsonBounds,
  type RequestBounds,
  type Span,
  type Structure,
} from '../shared/json/structure.ts';
import { PieceList } from '../shared/collections.ts';
import { echo } from '../shared/text/names.ts';
import { makeRation, makeTurns, type Rationed } from '../shared/time/turns.ts';
import type { BodyShare } from './body-budget.ts';
import {
  type BodyRules,
  bodySource,
  countBody,
  slowest,
  stopped,
  tooSlow,
  tooSlowOnAverage,
  watchTime,
  workOf,
} from './body-limits.ts';

/** Bytes of long bodies that are read in one turn of the event loop: about a millisecond of work. */
const ration = makeRation({ size: 262_144, each: 65_536 });

/** The work of a body, in bytes, beyond which it is rationed: short bodies never wait for long ones. */
const unrationed = 65_536;

/** Ignores errors of a request that has ended. Without a listener they would end the process. */
const ignored = (): void => undefined;

/** Collects the bytes of a body. The structure of a long one is counted as it arrives. */
function gather(skims: boolean, bounds: RequestBounds) {
  let structure: Structure | null = null;
  const body = new PieceList();
  return {
    /** @returns the bound that the structure of the bytes so far exceeds */
    add: (chunk: Buffer): keyof JsonBounds | null => {
      body.add(chunk);
      if (body.length <= longestUncounted) return null;
      if (structure !== null) return structure.push(chunk);
      structure = scanStructure(bounds);
      return (
        body
          .pieces()
          .map(structure.push)
          .find((excess) => excess !== null) ?? null
      );
    },
    received: (): ReceivedBody => {
      const counted = structure === null ? {} : { members: structure.members() };
      const all = { pieces: body.pieces(), length: body.length, ...counted };
      if (!skims || body.length < shortestSkimmed) return { ...all, strings: [] };
      return { ...all, strings: structure?.plain ?? findStrings(all, bounds) };
    },
  };
}

/** A body with this many bytes outside of its cut strings takes tens of milliseconds to parse and validate. */
const longBody = 1_048_576;

/** One queue for the process, because it has one event loop. */
export const longBodies = makeTurns();

/** Waits until a long body of this holder may be parsed. Parse it in the same turn of the event loop. */
export function waitIfLong(received: ReceivedBody, holder: string): ReceivedBody | Promise<ReceivedBody> {
  const rest = restLength(received);
  return rest < longBody ? received : longBodies.wait(holder, rest).then(() => received);
}

/**
 * Calls `fail` when a body arrives too slowly. The returned function cancels that.
 *
 * @param received returns the number of bytes that have arrived
 */
function watchPace(
  { bytesPerSecond = 0, clock }: BodyRules,
  received: () => number,
  fail: (error: GatewayError) => void,
): () => void {
  let before = 0;
  let enough = 0;
  const look = (): void => {
    const size = received();
    if (size - before < slowest.bytes) return fail(tooSlow());
    if (size < enough) return fail(tooSlowOnAverage(bytesPerSecond));
    before = size;
    enough += (bytesPerSecond * slowest.milliseconds) / 1_000;
    cancel = clock.after(slowest.milliseconds, look);
  };
  let cancel = clock.after(slowest.milliseconds, look);
  return () => cancel();
}

/**
 * Reads the whole body, up to its limit. Long bodies resolve one after another, so that calls with short ones run in between.
 *
 * @param memory counts the bytes of each chunk; the read fails with what it throws
 * @throws {GatewayError} `request_too_large`; `timeout` if the body arrives too slowly; `malformed_request` if it stops in the
 *   middle or arrives in tiny chunks; `invalid_json` if it is too deep or has too many elements
 */
export function readBody(
  request: IncomingMessage,
  rules: BodyRules,
  memory: Pick<BodyShare, 'holder' | 'take'>,
): Promise<ReceivedBody> {
  const { limit, skims = false } = rules;
  const bounds = rules.isBatch === true ? batchBounds : bodyBounds;
  const { promise, resolve, reject } = Promise.withResolvers<ReceivedBody>();
  const gathered = gather(skims, bounds);
  const received = countBody(limit);
  let work = 0;
  let rationed: Rationed | null = null;
  const source = bodySource(request);

  const take = (chunk: Buffer): void => {
    const refusal = received.add(chunk.length);
    if (refusal !== null) return fail(refusal);
    try {
      memory.take(chunk.length);
    } catch (error) {
      return fail(error);
    }
    const excess = gathered.add(chunk);
    if (excess !== null) return fail(tooComplex(excess, bounds));
    work += workOf(chunk);
    if (work > unrationed) (rationed ??= ration.join(memory.holder, source)).take(workOf(chunk));
  };
  const done = (): void => {
    stop();
    resolve(waitIfLong(gathered.received(), memory.holder));
  };
  const cutOff = (): void => fail(stopped());
  const fail = (error: unknown): void => {
    stop();
    reject(error);
  };
  // Listeners left on the request would keep the chunks in memory, in addition to the whole body, until the call ends.
  const stop = (): void => {
    stopPace();
    stopTime();
    rationed?.leave();
    request.off('data', take);
    request.off('end', done);
    request.off('aborted', cutOff);
  };

  const stopPace = watchPace(rules, () => received.bytes, fail);
  const stopTime = watchTime(rules, fail);
  request.on('data', take);
  request.on('end', done);
  request.on('aborted', cutOff);
  request.on('error', ignored);
  return promise;
}

/** A JSON body as it arrived. */
export interface ReceivedBody extends Pieces {
  /** Strings that may be cut out of it; none for a short body. */
  readonly strings: readonly Span[];
  /** The number of members in its text, at all levels. Absent: they have not been counted. */
  readonly members?: number;
}

/** The number of bytes that are decoded and parsed. */
export const restLength = ({ length, strings }: ReceivedBody): number =>
  strings.length === 0 ? length : length - cutLength(length, strings);

/** The bytes of a body. */
export interface SentBody {
  /** All of them, or an outline. */
  readonly bytes: Buffer;
  /** What was cut out. */
  readonly cuts: Cuts;
}

export const emptyBody: SentBody = { bytes: Buffer.alloc(0), cuts: noCuts };

/** A body with its parsed value, which has the same strings cut out. */
export interface ParsedBody extends SentBody {
  readonly value: JsonObject;
}

/**
 * Parses a JSON body and limits its structure. Long strings are cut out if they are most of it. A repeated member, at any level, is
 * refused, because the upstream might use a different one of the two from the one that the gateway bills.
 *
 * @throws {GatewayError} `invalid_json`; `invalid_value` for a number that a double cannot hold
 */
export function parseBody({ pieces, length, strings, members: counted }: ReceivedBody): ParsedBody {
  const skimmed = strings.length === 0 ? null : skim({ pieces, length }, strings);
  const bytes = skimmed?.outline ?? (pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces, length));
  if (!isUtf8(bytes)) throw new GatewayError('invalid_json', 'The body is not in UTF-8. Send it in UTF-8.');
  const text = bytes.toString('utf8');
  const value = skimmed === null ? parseCounted(text) : skimmed.value;
  if (value === undefined) throw notJson(bytes);
  const { members, isBeyond } = measure(value);
  if (!isObject(value)) throw new GatewayError('invalid_json', 'The body must be a JSON object.');
  if (isBeyond) refuseBeyond(value, '');
  if ((counted ?? writtenMembers(text)) > members) refuseRepeated(text);
  return { value, bytes, cuts: skimmed?.cuts ?? noCuts };
}

const notJson = (bytes: Buffer): GatewayError =>
  new GatewayError(
    'invalid_json',
    bytes.length === 0
      ? 'The body is empty. Send a JSON object.'
      : 'The body is not valid JSON. Check quotes, commas and braces.',
  );

/** The message for a body that exceeds the bound. */
const refusals: Readonly<Record<keyof JsonBounds, (bounds: RequestBounds) => string>> = {
  depth: ({ depth }) => `The body is nested more than ${depth} levels deep. Flatten it.`,
  tokens: ({ tokens }) => `The body has more than ${tokens} elements. Split the request.`,
  members: ({ members: { atFirst, bytesEach } }) =>
    `The body has more than ${atFirst} members of less than ${bytesEach} bytes on average. Split the request.`,
};

/** The error for a body whose structure exceeds a bound. */
export const tooComplex = (excess: keyof JsonBounds, bounds: RequestBounds = bodyBounds): GatewayError =>
  new GatewayError('invalid_json', refusals[excess](bounds));

/** What a value contains, over all levels. */
interface Contents {
  /** Objects, arrays and their contents. */
  elements: number;
  /** Members of objects. */
  members: number;
  /** True if a number exceeds the largest double, such as 1e400, which is parsed as infinity. */
  isBeyond: boolean;
}

/** @throws {GatewayError} `invalid_json` if the value is too deep or has too many elements */
function measure(value: Json): Readonly<Contents> {
  const contents = { elements: 0, members: 0, isBeyond: false };
  add(contents, value, 0);
  return contents;
}

/** @param level nesting level of the object or array that contains the value; 0 at the top */
function add(contents: Contents, value: Json | undefined, level: number): void {
  if (typeof value === 'object') {
    if (value !== null) addInside(contents, value, level + 1);
  } else if (value === Infinity || value === -Infinity) contents.isBeyond = true;
}

function addInside(contents: Contents, value: JsonObject | readonly Json[], level: number): void {
  if (level > bodyBounds.depth) throw tooComplex('depth');
  let count = 0;
  if (isObject(value)) {
    for (const key in value) {
      count += 1;
      add(contents, value[key], level);
    }
    contents.members += count;
  } else {
    count = value.length;
    for (const element of value) add(contents, element, level);
  }
  contents.elements += count + 1;
  if (contents.elements > bodyBounds.tokens) throw tooComplex('tokens');
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

function refuseRepeated(text: string): void {
  const path = findRepeated(text);
  if (path === null) return;
  throw new GatewayError('invalid_json', `The body has ${echo(path)} twice. Send it once.`, { param: echo(path) });
}
