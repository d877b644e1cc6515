import { createHash } from 'node:crypto';
import { findExcess, longestUncounted, outsideBounds } from './structure.ts';

/** A value as `JSON.parse` returns it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** True for a JSON object: not null, not an array. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value if it is an object, and an empty object otherwise. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** Returns the value if it is a string, and null otherwise. */
export const stringOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Returns the member of a table under a name from outside, which may be `constructor`; undefined if the table has none of its own. */
export const memberOf = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Returns the elements of an array, and none for any other value. */
export const arrayOf = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : [];

/** Returns the objects in an array, and none for any other value. */
export const objectsOf = (value: Json | undefined): readonly JsonObject[] => arrayOf(value).filter(isObject);

/**
 * Parses a JSON text from outside. All text from outside is parsed here or by `parseCounted`. A byte order mark before it is ignored
 * (RFC 8259, section 8.1).
 *
 * @param text given in UTF-8 where its bytes are at hand: a long one is counted as bytes
 * @returns undefined if the text is not JSON or exceeds `outsideBounds`
 */
export function parseJson(text: string | Buffer): Json | undefined {
  if (text.length > longestUncounted && findExcess(text, outsideBounds) !== null) return undefined;
  const written = text.toString();
  return parseCounted(written.startsWith('\uFEFF') ? written.slice(1) : written);
}

/** Parses a JSON text whose structure has been counted already; undefined if it is not JSON. */
export function parseCounted(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** A hash of a value's JSON, in 16 hexadecimal digits. @param replacer as for `JSON.stringify` */
export const hashJson = (value: unknown, replacer?: (name: string, value: unknown) => unknown): string =>
  createHash('sha256').update(JSON.stringify(value, replacer)).digest('hex').slice(0, 16);

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** White space of JSON. */
export const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/**
 * Upper bound for the number of members that a JSON text writes, at all levels: a string value that contains `":` may count as
 * one. If it exceeds the number of members of the parsed value, a member may be repeated, however its key is escaped.
 */
export function writtenMembers(text: string): number {
  let written = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) if (endsText(text, at)) written += 1;
  return written;
}

/** Whether a string ends before the colon at `end`. An escaped quote does not end a string. */
function endsText(text: string, end: number): boolean {
  let at = end - 1;
  while (isBlank(text.charCodeAt(at))) at -= 1;
  return text.charCodeAt(at) === quote && isUnescaped(text, at);
}

/** An object or an array that has been opened and not closed. */
interface Level {
  /** Keys so far; null for an array. */
  readonly keys: Set<string> | null;
  /** Current key or index. */
  at: string | number;
}

/** Index of the first character after the string that opens at `start`. */
export function afterString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1))
    if (isUnescaped(text, end)) return end + 1;
  return text.length;
}

/** Whether an even number of backslashes precedes the character at `index`. */
function isUnescaped(text: string, index: number): boolean {
  let escapes = 0;
  while (text.charCodeAt(index - 1 - escapes) === backslash) escapes += 1;
  return escapes % 2 === 0;
}

/** Index of the first character at or after `from` that is not white space. */
export function afterBlanks(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at += 1;
  return at;
}

/**
 * Finds the first member that one object of a JSON text has twice, at any level. Keys are compared after unescaping. Time and
 * memory are linear in the length of the text, whatever its depth.
 *
 * @param text one JSON value
 * @returns the member's path, for example `tools[0].model`; null if no member is repeated
 */
export function findRepeated(text: string): string | null {
  const levels: Level[] = [];
  let top: Level | undefined;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === openBrace || code === openBracket) {
      top = { keys: code === openBrace ? new Set() : null, at: 0 };
      levels.push(top);
    } else if (code === closeBrace || code === closeBracket) {
      levels.pop();
      top = levels.at(-1);
    } else if (code === comma) {
      if (typeof top?.at === 'number') top.at += 1;
    } else if (code === quote) {
      const end = afterString(text, index);
      if (top?.keys && text.charCodeAt(afterBlanks(text, end)) === colon) {
        top.at = unquoted(text.slice(index, end));
        if (top.keys.has(top.at)) return pathOf(levels);
        top.keys.add(top.at);
      }
      index = end - 1;
    }
  }
  return null;
}

/** JSON as it was written: its text, or its bytes. */
interface Written {
  readonly indexOf: (part: string, from?: number) => number;
  readonly toString: () => string;
}

const errorKey = '"error"';

/** A letter of that key, escaped. */
const escapedLetter = /\\u00(?:65|72|6f)/i;

/** Where answers and events report errors: themselves, a response, and choices with their output. */
const holdersOf = (body: JsonObject): readonly JsonObject[] => [
  body,
  objectOf(body['response']),
  ...arrayOf(body['choices'])
    .map(objectOf)
    .flatMap((choice) => [choice, objectOf(choice['delta']), objectOf(choice['message'])]),
];

/**
 * Whether an error may be written that parsers pass over, because the last of several members of one name is the one they read. Most
 * texts cost two native searches.
 *
 * @param written one JSON text
 * @param parsed the same, parsed: what reports no error
 */
export function hidesError(written: Written, parsed: Json | undefined): boolean {
  const first = written.indexOf(errorKey);
  const isEscaped = written.indexOf('\\u00') !== -1 && escapedLetter.test(written.toString());
  if (first === -1 && !isEscaped) return false;
  let shown = holdersOf(objectOf(parsed)).filter((holder) => Object.hasOwn(holder, 'error')).length;
  // As many as can be seen: none is hidden.
  for (let at = first; at !== -1; at = written.indexOf(errorKey, at + 1)) shown -= 1;
  if (shown === 0 && !isEscaped) return false;
  return findRepeated(written.toString()) !== null;
}

/** The value of a JSON string, given with its quotes. */
export const unquoted = (written: string): string =>
  written.includes('\\') ? String(JSON.parse(written)) : written.slice(1, -1);

const pathOf = (levels: readonly Level[]): string =>
  levels.map(({ at }, index) => (typeof at === 'number' ? `[${at}]` : `${index === 0 ? '' : '.'}${at}`)).join('');
