import { joinPieces } from '../collections.ts';
import { type Member, type MemberScanner, scanMembers } from './json-members.ts';
import {
  afterBlanks,
  afterString,
  isBlank,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
  unquoted,
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
interface RawValue {
  readonly start: number;
  readonly end: number;
  inside: ReadonlyMap<Step, RawValue> | null;
}

const quote = 0x22;

const structureSigns = /["{}[\],]/g;

/** Index of the first character after the value that begins at `start`. */
function afterValue(text: string, start: number): number {
  if (text.charCodeAt(start) === quote) return afterString(text, start);
  let depth = 0;
  structureSigns.lastIndex = start;
  for (let found = structureSigns.exec(text); found !== null; found = structureSigns.exec(text)) {
    const [sign] = found;
    if (sign === '"') structureSigns.lastIndex = afterString(text, found.index);
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
function findInside(text: string, { start }: Pick<RawValue, 'start'>): ReadonlyMap<Step, RawValue> {
  const inside = new Map<Step, RawValue>();
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
  const top: RawValue = { start, end: trimmedEnd(text, start, text.length), inside: null };
  return {
    value,
    slice: (path) => {
      let found: RawValue | undefined = top;
      for (const step of path) {
        found.inside ??= findInside(text, found);
        found = found.inside.get(step);
        if (found === undefined) return null;
      }
      return text.slice(found.start, found.end);
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

/** New JSON text of top-level members, by name. It replaces the value of an existing member, or adds the member; null removes it. */
export type Edits = Readonly<Record<string, string | null>>;

/** Makes edits from values. */
export const editsOf = (values: JsonObject): Edits =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]));

/**
 * Changes named top-level members of a JSON object in its raw bytes. All other bytes stay the same.
 *
 * @param bytes one JSON object
 * @param edits JSON text by member name
 * @param parsed the same object, of which no member is written twice: the bytes are searched only as far as the members to replace
 * @returns the same buffer if there is nothing to change
 */
export function spliceJson(bytes: Buffer, edits: Edits, parsed?: JsonObject): Buffer {
  const removed = Object.keys(edits).filter((name) => edits[name] === null);
  if (removed.length > 0) {
    const rest = Object.fromEntries(Object.entries(edits).filter(([, text]) => text !== null));
    return spliceJson(removed.reduce(dropMember, bytes), rest);
  }
  const names = Object.keys(edits);
  if (names.length === 0) return bytes;
  const present = parsed && names.filter((name) => Object.hasOwn(parsed, name));
  if (present?.length === 0) return withMembers(bytes, additions(names, edits, Object.keys(parsed ?? {}).length));
  const scanner = present ? scanMembers([], { only: present }) : scanMembers();
  scanFor(present?.length ?? Infinity, bytes, scanner);
  const parts: Buffer[] = [];
  let from = 0;
  for (const member of scanner.members) {
    // Keys come from outside, so names that every object inherits must not match.
    const text = Object.hasOwn(edits, member.key) ? edits[member.key] : undefined;
    if (text === undefined || text === null) continue;
    parts.push(bytes.subarray(from, member.valueStart), Buffer.from(text));
    from = member.valueEnd;
  }
  const added = names.filter((name) => !scanner.members.some((member) => member.key === name));
  parts.push(withMembers(bytes.subarray(from), additions(added, edits, scanner.members.length)));
  return joinPieces(parts);
}

/** Bytes that are scanned between two looks at what has been found. */
const stepBytes = 4_096;

/** Scans a text only as far as so many members go. */
function scanFor(count: number, bytes: Buffer, { push, members }: MemberScanner): void {
  if (bytes.length <= stepBytes) return push(bytes);
  for (let from = 0; from < bytes.length && members.length < count; from += stepBytes)
    push(bytes.subarray(from, from + stepBytes));
}

/** @param present number of members that the object has */
const additions = (added: readonly string[], edits: Edits, present: number): string =>
  added.map((name, index) => `${index + present === 0 ? '' : ','}${JSON.stringify(name)}:${edits[name]}`).join('');

/** The end of an object's text, with members before its last brace. */
function withMembers(bytes: Buffer, text: string): Buffer {
  const end = bytes.lastIndexOf(0x7d);
  return joinPieces([bytes.subarray(0, end), Buffer.from(text), bytes.subarray(end)]);
}

const membersOf = (bytes: Buffer): MemberScanner['members'] => {
  const scanner = scanMembers();
  scanner.push(bytes);
  return scanner.members;
};

/**
 * Changes the value of one top-level member in the raw bytes of a JSON object. Without such a member nothing changes. If it is written
 * several times, only the last one stays, which is the one that parsers read.
 *
 * @param change receives the member's value, including white space around it
 */
export function spliceMember(bytes: Buffer, key: string, change: (value: Buffer) => Buffer): Buffer {
  const members = membersOf(bytes);
  const member = members.findLast((each) => each.key === key);
  if (!member) return bytes;
  const isEarlier = (each: Member): boolean => each.key === key && each !== member;
  if (members.some(isEarlier)) return spliceMember(withoutMembers(bytes, members, isEarlier), key, change);
  const value = change(bytes.subarray(member.valueStart, member.valueEnd));
  return joinPieces([bytes.subarray(0, member.valueStart), value, bytes.subarray(member.valueEnd)]);
}

/** Changes the elements of a JSON array in its raw bytes. All bytes between them stay. */
export function spliceElements(bytes: Buffer, change: (element: Buffer, index: number) => Buffer): Buffer {
  // A character for each byte, so that places in the text are places in the bytes.
  const text = bytes.toString('latin1');
  const parts: Buffer[] = [];
  let from = 0;
  let index = 0;
  for (const { start, end } of findInside(text, { start: afterBlanks(text, 0) }).values()) {
    parts.push(bytes.subarray(from, start), change(bytes.subarray(start, end), index));
    from = end;
    index += 1;
  }
  return joinPieces([...parts, bytes.subarray(from)]);
}

/** Removes one top-level member and its comma from the raw bytes of a JSON object, wherever it is written. All other bytes stay. */
export const dropMember = (bytes: Buffer, key: string): Buffer =>
  withoutMembers(bytes, membersOf(bytes), (member) => member.key === key);

function withoutMembers(bytes: Buffer, members: readonly Member[], isDropped: (member: Member) => boolean): Buffer {
  if (!members.some(isDropped)) return bytes;
  const lastKept = members.findLastIndex((member) => !isDropped(member));
  const parts: Buffer[] = [];
  let from = 0;
  for (const { keyStart, valueEnd } of members.slice(0, Math.max(0, lastKept)).filter(isDropped)) {
    parts.push(bytes.subarray(from, keyStart));
    from = valueEnd + 1;
  }
  const [first, last] = [members[0], members.at(-1)];
  // Behind the last one that stays there is no comma.
  if (first && last && lastKept < members.length - 1) {
    parts.push(bytes.subarray(from, members[lastKept]?.valueEnd ?? first.keyStart));
    from = last.valueEnd;
  }
  return joinPieces([...parts, bytes.subarray(from)]);
}
