import { isAscii } from 'node:buffer';
import type { PieceList } from '../collections.ts';
import { closingQuote, endsEscaped } from './json-members.ts';

/** The longest text, in bytes or characters, that is parsed without counting its structure first: it takes a few milliseconds at most. */
export const longestUncounted = 262_144;

/** Limits on the structure of a JSON text. */
export interface JsonBounds {
  readonly depth: number;
  /** Braces, brackets and commas. */
  readonly tokens: number;
  /** Members of all objects: `atFirst`, and one more for every `bytesEach` bytes. Distinct names cost the most. Absent: no bound. */
  readonly members?: { readonly atFirst: number; readonly bytesEach: number };
}

/**
 * The most structure that a text from outside may have. No model's answer comes near it: a completion of 9,000 tokens with 20
 * alternatives each has this many braces, brackets and commas.
 */
export const outsideBounds: JsonBounds = { depth: 512, tokens: 2_000_000 };

/** The bounds of a request's body: it has all of them. */
export type RequestBounds = Required<JsonBounds>;

/** The deepest nesting and the most elements of a JSON body, or of a line of a batch, which is one. No real call needs more. */
export const bodyBounds = {
  depth: 64,
  tokens: 400_000,
  members: { atFirst: 20_000, bytesEach: 64 },
} as const satisfies RequestBounds;

/**
 * The bounds of a body that is a whole batch: its requests are short, and all have the same few names. This many distinct names take
 * about 0.2 s to parse.
 */
export const batchBounds = {
  ...bodyBounds,
  members: { atFirst: 100_000, bytesEach: bodyBounds.members.bytesEach },
} as const satisfies RequestBounds;

/** The bound that a text exceeds first; null: none. */
type Excess = keyof JsonBounds | null;

/** The content of a string, without its quotes: offsets in the text. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Counts the structure of a JSON text that arrives in pieces, before it is parsed. The size in bytes says little about the cost of
 * parsing: the three bytes `{},` become an object twenty times as large, and a megabyte of them blocks all other calls for 0.1 s.
 * The text is assumed to be JSON; the parser reports if it is not.
 */
export interface Structure {
  /** Takes the next piece. Returns the bound that the pieces so far exceed. */
  readonly push: (piece: Buffer) => Excess;
  /** Values of at least `longString` bytes, in order, that are strings of printable ASCII without escapes, such as Base64. */
  readonly plain: readonly Span[];
  /** Members that the pieces so far write, at all levels. */
  readonly members: () => number;
}

/** The shortest string, in bytes, that is found. */
export const longString = 8_192;

/** Bytes that are counted between two comparisons with the bounds. */
const stepBytes = 65_536;

const unbounded = { atFirst: Infinity, bytesEach: 1 };

/** State between two pieces. */
interface Scan {
  depth: number;
  deepest: number;
  tokens: number;
  members: number;
  /** Bytes before the current piece. */
  base: number;
  inString: boolean;
  /** The previous piece ended with an open backslash. */
  escaped: boolean;
  /** First byte of the string. */
  from: number;
  /** What was seen of the string is plain. */
  isPlain: boolean;
  /** Nothing but white space has come since the last of `plain`: a colon would make it a name. */
  mayBeName: boolean;
  readonly plain: Span[];
}

/** Looks at each byte outside of strings once, up to the bound, and hardly at those inside. */
export function scanStructure({ depth, tokens, members = unbounded }: JsonBounds): Structure {
  const scan: Scan = {
    depth: 0,
    deepest: 0,
    tokens: 0,
    members: 0,
    base: 0,
    inString: false,
    escaped: false,
    from: 0,
    isPlain: true,
    mayBeName: false,
    plain: [],
  };
  return {
    push: (piece) => {
      for (let from = 0; from < piece.length; from += stepBytes) {
        walk(scan, piece.subarray(from, from + stepBytes));
        if (scan.deepest > depth) return 'depth';
        if (scan.tokens > tokens) return 'tokens';
        if (scan.members > members.atFirst + scan.base / members.bytesEach) return 'members';
      }
      return null;
    },
    plain: scan.plain,
    members: () => scan.members,
  };
}

/** Counts the structure of a text while it grows. Call the result with the text so far: it is true if that exceeds a bound. */
export function watchStructure(bounds: JsonBounds): (text: Pick<PieceList, 'length' | 'pieces'>) => boolean {
  const { push } = scanStructure(bounds);
  let counted = 0;
  return (text) => {
    const fresh = text.pieces(counted);
    counted = text.length;
    return fresh.some((piece) => push(piece) !== null);
  };
}

/** Counts the structure of a whole text. */
export function findExcess(text: Buffer | string, bounds: JsonBounds): Excess {
  const { push } = scanStructure(bounds);
  if (typeof text !== 'string') return push(text);
  for (let from = 0; from < text.length; from += stepBytes) {
    const excess = push(Buffer.from(text.slice(from, from + stepBytes)));
    if (excess !== null) return excess;
  }
  return null;
}

// `json-members.ts` has the same constants: V8 does not inline imported ones, which would make these loops three times slower.
const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** A brace differs from the bracket of its side in this bit alone. */
const braceBit = 0x20;

function walk(scan: Scan, piece: Buffer): void {
  let { depth, tokens, members } = scan;
  let index = 0;
  if (scan.mayBeName) tellName(scan, piece, 0);
  while (index < piece.length) {
    if (scan.inString) {
      index = passString(scan, piece, index);
      continue;
    }
    const byte = piece[index] ?? 0;
    index += 1;
    if (byte === quote) {
      const end = closingQuote(piece, index, false);
      // Most strings are short and end in this piece: nothing is noted of them.
      if (end !== -1 && end - index < longString) index = end + 1;
      else {
        scan.inString = true;
        scan.from = scan.base + index;
      }
    } else if (byte === comma) tokens += 1;
    else if (byte === colon) members += 1;
    else if ((byte & ~braceBit) === openBracket) {
      tokens += 1;
      depth += 1;
      if (depth > scan.deepest) scan.deepest = depth;
    } else if ((byte & ~braceBit) === closeBracket) {
      tokens += 1;
      depth -= 1;
    }
  }
  scan.depth = depth;
  scan.tokens = tokens;
  scan.members = members;
  scan.base += piece.length;
}

/** Skips the open string to its closing quote or the end of the piece, and returns the index after it. */
function passString(scan: Scan, piece: Buffer, index: number): number {
  const end = closingQuote(piece, index, scan.escaped);
  const to = end === -1 ? piece.length : end;
  const { from } = scan;
  // A string that ends here is looked at only if it is long. One that goes on may become long.
  const mayBeLong = end === -1 || scan.base + end - from >= longString;
  if (mayBeLong && scan.isPlain) scan.isPlain = isPlain(piece, index, to);
  if (end === -1) {
    scan.escaped = endsEscaped(piece, index, scan.escaped);
    return to;
  }
  if (mayBeLong && scan.isPlain) {
    scan.plain.push({ from, to: scan.base + end });
    tellName(scan, piece, end + 1);
  }
  scan.isPlain = true;
  scan.inString = false;
  scan.escaped = false;
  return end + 1;
}

/** Drops the last plain string if what comes after it, from an index on, makes it a name. */
function tellName(scan: Scan, piece: Buffer, index: number): void {
  let at = index;
  while (blank.has(piece[at] ?? 0)) at += 1;
  scan.mayBeName = at === piece.length;
  if (piece[at] === colon) scan.plain.pop();
}

/** White space of JSON: blank, line feed, carriage return, tab. */
const blank: ReadonlySet<number> = new Set([0x20, 0x0a, 0x0d, 0x09]);

const signs = 0x80_80_80_80;

/** Four times the first printable character. */
const blanks = 0x20_20_20_20;

/** Words that are looked at in one step: a step for each would take twice as long. */
const stepWords = 4;

const noWords = new Int32Array();

/** Whether all bytes are printable ASCII other than a backslash. */
function isPlain(bytes: Buffer, from: number, to: number): boolean {
  const escape = bytes.indexOf(backslash, from);
  if (escape !== -1 && escape < to) return false;
  if (!isAscii(bytes.subarray(from, to))) return false;
  // Subtracting a blank from a byte of ASCII sets its sign bit if that is a control character.
  let found = 0;
  let index = from;
  for (; index < to && ((bytes.byteOffset + index) & 3) !== 0; index += 1) found |= (bytes[index] ?? 0) - 0x20;
  const count = (to - index) >> 2;
  const words = count === 0 ? noWords : new Int32Array(bytes.buffer, bytes.byteOffset + index, count);
  let at = 0;
  for (; at + stepWords <= words.length; at += stepWords)
    found |=
      ((words[at] ?? 0) - blanks) |
      ((words[at + 1] ?? 0) - blanks) |
      ((words[at + 2] ?? 0) - blanks) |
      ((words[at + 3] ?? 0) - blanks);
  for (index += at * 4; index < to; index += 1) found |= (bytes[index] ?? 0) - 0x20;
  return (found & signs) === 0;
}
