import { isUtf8 } from 'node:buffer';
import { GatewayError } from '../errors/gateway-error.ts';
import {
  findRepeated,
  isObject,
  parseCounted,
  writtenMembers,
  type Json,
  type JsonObject,
} from '../shared/json/json.ts';
import { cutLength, noCuts, skim, type Cuts } from '../shared/json/skim.ts';
import type { JsonBounds, Span } from '../shared/json/structure.ts';
import { echo } from '../shared/text/echo.ts';

/** A JSON body as it came. */
export interface ReceivedBody {
  readonly pieces: readonly Buffer[];
  /** Bytes. */
  readonly length: number;
  /** Strings that may be cut out of it; none of a short body. */
  readonly strings: readonly Span[];
}

/** Bytes that are decoded and parsed. */
export const restLength = ({ length, strings }: ReceivedBody): number => length - cutLength(length, strings);

/** The bytes of a body. */
export interface SentBody {
  /** All of them, or an outline. */
  readonly bytes: Buffer;
  /** What was cut out. */
  readonly cuts: Cuts;
}

export const noBody: SentBody = { bytes: Buffer.alloc(0), cuts: noCuts };

/** A body with its value, from which the same was cut out. */
export interface ParsedBody extends SentBody {
  readonly value: JsonObject;
}

/** The deepest nesting and the most elements of a JSON body. No real call needs more. */
export const bodyBounds: JsonBounds = { depth: 64, tokens: 400_000 };

/**
 * Parses a JSON body, without its long strings where these are most of it, and limits its structure. A repeated member, at any level, is refused, because the upstream might use
 * another one of the two than the gateway bills.
 *
 * @throws {GatewayError} `invalid_json`; `invalid_value` for a number that a double cannot hold
 */
export function parseBody({ pieces, length, strings }: ReceivedBody): ParsedBody {
  const skimmed = skim({ pieces, length }, strings);
  const bytes = skimmed?.outline ?? joined(pieces, length);
  if (!isUtf8(bytes)) throw new GatewayError('invalid_json', 'The body is not in UTF-8. Send it in UTF-8.');
  const text = bytes.toString('utf8');
  const value = skimmed === null ? parseCounted(text) : skimmed.value;
  if (value === undefined) throw notJson(bytes);
  const { members, isBeyond } = measure(value);
  if (!isObject(value)) throw new GatewayError('invalid_json', 'The body must be a JSON object.');
  if (isBeyond) refuseBeyond(value, '');
  if (writtenMembers(text) > members) refuseRepeated(text);
  return { value, bytes, cuts: skimmed?.cuts ?? noCuts };
}

const joined = (pieces: readonly Buffer[], length: number): Buffer =>
  pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces, length);

const notJson = (bytes: Buffer): GatewayError =>
  new GatewayError(
    'invalid_json',
    bytes.length === 0
      ? 'The body is empty. Send a JSON object.'
      : 'The body is not valid JSON. Check quotes, commas and braces.',
  );

/** The error for a body whose structure exceeds a bound. */
export const tooComplex = (excess: keyof JsonBounds): GatewayError => (excess === 'depth' ? tooDeep() : tooMany());

const tooDeep = (): GatewayError =>
  new GatewayError('invalid_json', `The body is nested more than ${bodyBounds.depth} levels deep. Flatten it.`);

const tooMany = (): GatewayError =>
  new GatewayError('invalid_json', `The body has more than ${bodyBounds.tokens} elements. Split the request.`);

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
  if (level > bodyBounds.depth) throw tooDeep();
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
  if (structure.elements > bodyBounds.tokens) throw tooMany();
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
