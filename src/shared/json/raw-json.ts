import {
  afterBlanks,
  afterString,
  isBlank,
  isObject,
  parseJson,
  unquoted,
  type Json,
  type JsonObject,
} from './json.ts';

/** A member's name, or an index. */
export type Step = string | number;

/** A JSON object with its text, so that parts of it can be copied without serialising them again. */
export interface RawObject {
  readonly value: JsonObject;
  /** The JSON text of the value at a path, without white space around it; null if there is none. */
  readonly slice: (path: readonly Step[]) => string | null;
}

/** A value in the text. Its members are found when they are first needed. */
interface Place {
  readonly start: number;
  readonly end: number;
  inside: ReadonlyMap<Step, Place> | null;
}

const quote = 0x22;

const structure = /["{}[\],]/g;

/** Index of the first character after the value that begins at `start`. */
function afterValue(text: string, start: number): number {
  if (text.charCodeAt(start) === quote) return afterString(text, start);
  let depth = 0;
  structure.lastIndex = start;
  for (let found = structure.exec(text); found !== null; found = structure.exec(text)) {
    const [sign] = found;
    if (sign === '"') structure.lastIndex = afterString(text, found.index);
    else if (sign === '{' || sign === '[') depth += 1;
    else if (depth === 0) return trimmedEnd(text, start, found.index);
    else if (sign !== ',') {
      depth -= 1;
      if (depth === 0) return found.index + 1;
    }
  }
  return trimmedEnd(text, start, text.length);
}

function trimmedEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isBlank(text.charCodeAt(at - 1))) at -= 1;
  return at;
}

/** The members or elements of the object or array at a place. The last one of repeated members counts, as for JSON.parse. */
function findInside(text: string, { start }: Place): ReadonlyMap<Step, Place> {
  const inside = new Map<Step, Place>();
  const opening = text[start];
  if (opening !== '{' && opening !== '[') return inside;
  let at = afterBlanks(text, start + 1);
  for (let index = 0; at < text.length && text[at] !== '}' && text[at] !== ']'; index += 1) {
    let step: Step = index;
    if (opening === '{') {
      const end = afterString(text, at);
      step = unquoted(text.slice(at, end));
      at = afterBlanks(text, afterBlanks(text, end) + 1);
    }
    const end = afterValue(text, at);
    inside.set(step, { start: at, end, inside: null });
    at = afterBlanks(text, end);
    if (text[at] === ',') at = afterBlanks(text, at + 1);
  }
  return inside;
}

/**
 * Combines a JSON object with its text.
 *
 * @param text one JSON object
 * @param value the parsed text
 */
export function rawObject(text: string, value: JsonObject): RawObject {
  const start = afterBlanks(text, text.startsWith('\uFEFF') ? 1 : 0);
  const top: Place = { start, end: trimmedEnd(text, start, text.length), inside: null };
  return {
    value,
    slice: (path) => {
      let place: Place | undefined = top;
      for (const step of path) {
        place.inside ??= findInside(text, place);
        place = place.inside.get(step);
        if (place === undefined) return null;
      }
      return text.slice(place.start, place.end);
    },
  };
}

/** Parses a JSON object; null if the text is not one. */
export function parseRaw(text: string): RawObject | null {
  const value = parseJson(text);
  return isObject(value) ? rawObject(text, value) : null;
}

/** How many raw texts `JSON.stringify` has met. */
let met = 0;

/** JSON text that is written unchanged. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The runtime's own writer cannot write it, but notices it. */
  toJSON(): null {
    met += 1;
    return null;
  }
}

/** A JSON value that may contain raw JSON text. Members that are undefined are omitted. */
export type Writable = Json | undefined | RawJson | readonly Writable[] | { readonly [name: string]: Writable };

/** Serialises a value. Members keep their order. */
export function writeJson(value: Writable): string {
  const before = met;
  // Many times faster, and the same where there is no raw text.
  const text = JSON.stringify(value ?? null);
  return met === before ? text : writeRaw(value);
}

function writeRaw(value: Writable): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value))
    return `[${(value as readonly Writable[]).map((each) => writeRaw(each ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const members: string[] = [];
  for (const [name, member] of Object.entries(value as { readonly [name: string]: Writable }))
    if (member !== undefined) members.push(`${JSON.stringify(name)}:${writeRaw(member)}`);
  return `{${members.join(',')}}`;
}
