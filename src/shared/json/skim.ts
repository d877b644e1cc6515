import { randomBytes } from 'node:crypto';
import { isObject, parseCounted, type Json } from './json.ts';
import { longString, scanStructure, type JsonBounds, type Span } from './structure.ts';

/**
 * The long strings that were cut out of a JSON text: pictures, documents and sound in Base64, which nearly nothing needs to read.
 * What is left, the outline, is short. It is decoded, parsed, validated and edited instead of the text.
 */
export interface Cuts {
  /** Bytes that the text has more than its outline. */
  readonly saved: number;
  /**
   * Puts the strings back into an outline, or into a text that was made from it or from its value.
   *
   * @returns pieces of the text; those of the strings are not copies
   */
  readonly restore: (outline: Buffer) => readonly Buffer[];
  /** The parts of the string that has this value in the parsed outline; null if it was not cut out. */
  readonly read: (value: string) => Iterable<string> | null;
  /** The length of that string. */
  readonly lengthOf: (value: string) => number;
}

/** A text of which nothing is cut. */
export const noCuts: Cuts = {
  saved: 0,
  restore: (text) => [text],
  read: () => null,
  lengthOf: (value) => value.length,
};

/** A JSON text without its long strings. */
interface Skimmed {
  /** The text with a mark in place of each long string, apart from the string's first bytes. */
  readonly outline: Buffer;
  /** The value of the outline, in which each marked string is as long as the one that was cut out; undefined if it is not JSON. */
  readonly value: Json | undefined;
  readonly cuts: Cuts;
}

/** Bytes of a string that are kept, because they say which type and encoding it has. */
const headBytes = 128;

/** What a mark begins with. It cannot be guessed. After it comes the number of the string. */
const mark = `~${randomBytes(16).toString('hex')}~`;
const markBytes = Buffer.from(mark);
const markEnd = ';';
const quote = 0x22;

/** What stand-ins are filled up with. A repeated string takes no memory until its characters are read. */
const filler = 'A';

/**
 * Bytes that are cut out of a text of so many bytes: all of its long strings, or none where these are less than half of it, because
 * reading the rest twice would cost more than is saved.
 */
export function cutLength(length: number, strings: readonly Span[]): number {
  let cut = 0;
  for (const { from, to } of strings) cut += to - from;
  return cut * 2 < length ? 0 : cut;
}

/** A text as it came. */
export interface Pieces {
  readonly pieces: readonly Buffer[];
  /** Bytes. */
  readonly length: number;
}

/** The shortest text, in bytes, of which anything is worth cutting out. */
export const shortestSkimmed = 32_768;

/** Bytes between two places of a text that are looked at. */
const glanceStep = 8_192;

/**
 * The strings to cut out of a text whose structure has not been counted. There are none where a glance shows that they are not most
 * of it: at most places of a conversation a quote is near.
 *
 * @param bounds on the structure of the text
 */
export function findStrings({ pieces }: Pieces, bounds: JsonBounds): readonly Span[] {
  let places = 0;
  let inStrings = 0;
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += glanceStep) {
      const found = piece.indexOf(quote, at);
      places += 1;
      if (found === -1 || found - at >= glanceStep / 2) inStrings += 1;
    }
  if (inStrings * 2 < places) return [];
  const { push, plain } = scanStructure(bounds);
  return pieces.every((piece) => push(piece) === null) ? plain : [];
}

/**
 * Cuts long strings out of a JSON text and parses the rest. It is JSON, and repeats a member, exactly if the text does.
 *
 * @param strings the plain strings that `scanStructure` found in the text
 * @returns null if nothing is cut, because the rest is too long
 */
export function skim({ pieces, length }: Pieces, strings: readonly Span[]): Skimmed | null {
  if (cutLength(length, strings) === 0) return null;
  const { rest, cut } = cutOut(pieces, strings);
  const outline = Buffer.concat(rest);
  const parsed = parseCounted(outline.toString('utf8'));
  const value = parsed === undefined ? undefined : lengthened(parsed, cut);
  return { outline, value, cuts: cutsOf(cut, length - outline.length) };
}

/** A string without its first bytes. */
type Cut = readonly Buffer[];

/** Splits a text into the rest, with marks, and the strings without their first bytes. */
function cutOut(pieces: readonly Buffer[], strings: readonly Span[]) {
  const takeTo = takeFrom(pieces);
  const rest: Buffer[] = [];
  const cut: Cut[] = [];
  for (const { from, to } of strings) {
    rest.push(...takeTo(from + headBytes), Buffer.from(`${mark}${cut.length}${markEnd}`));
    cut.push(takeTo(to));
  }
  rest.push(...takeTo(Infinity));
  return { rest, cut };
}

/** Returns a function that returns the bytes of a text from where it stopped before up to an offset. */
function takeFrom(pieces: readonly Buffer[]) {
  let index = 0;
  let base = 0;
  let at = 0;
  return (to: number): Buffer[] => {
    const taken: Buffer[] = [];
    for (let piece = pieces[index]; piece !== undefined && at < to; piece = pieces[index]) {
      const end = Math.min(to, base + piece.length);
      taken.push(piece.subarray(at - base, end - base));
      at = end;
      if (end < base + piece.length) break;
      base += piece.length;
      index += 1;
    }
    return taken;
  };
}

const cutsOf = (cuts: readonly Cut[], saved: number): Cuts => ({
  saved,
  restore: (text) => restore(text, cuts),
  read: (value) => {
    const cut = cutIn(value, cuts);
    return cut === undefined ? null : partsOf(value, cut);
  },
  lengthOf: (value) => {
    const cut = cutIn(value, cuts);
    return cut === undefined ? value.length : headBytes + lengthOf(cut);
  },
});

/** The string that was cut out of a value of the outline. */
const cutIn = (value: string, cuts: readonly Cut[]): Cut | undefined =>
  value.length > headBytes && value.length < longString && value.startsWith(mark, headBytes)
    ? cuts[Number(value.slice(headBytes + mark.length, -markEnd.length))]
    : undefined;

function* partsOf(value: string, cut: Cut): Generator<string> {
  yield value.slice(0, headBytes);
  for (const piece of cut) yield piece.toString('latin1');
}

/** Fills up each marked string of a parsed outline to its length. Changes the value in place. */
function lengthened(value: Json, cuts: readonly Cut[]): Json {
  if (typeof value === 'string') {
    const cut = cutIn(value, cuts);
    if (cut === undefined) return value;
    return value + filler.repeat(headBytes + lengthOf(cut) - value.length);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (isObject(value)) {
    const members = value as Record<string, Json>;
    for (const name in members) members[name] = lengthened(members[name] ?? null, cuts);
    return value;
  }
  const list = value as Json[];
  for (let index = 0; index < list.length; index += 1) list[index] = lengthened(list[index] ?? null, cuts);
  return value;
}

const lengthOf = (pieces: readonly Buffer[]): number => pieces.reduce((length, piece) => length + piece.length, 0);

function restore(text: Buffer, cuts: readonly Cut[]): readonly Buffer[] {
  const restored: Buffer[] = [];
  let from = 0;
  for (let at = text.indexOf(markBytes); at !== -1; at = text.indexOf(markBytes, from)) {
    const end = text.indexOf(markEnd, at);
    const cut = cuts[Number(text.toString('latin1', at + markBytes.length, end))];
    if (cut === undefined) throw new Error('A text has a mark of a string that was cut out of another one.');
    restored.push(text.subarray(from, at), ...cut);
    // The end of the string: after its mark, or after what it is filled up with.
    from = text.indexOf(quote, end);
  }
  restored.push(text.subarray(from));
  return restored;
}
