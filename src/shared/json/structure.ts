import { closingQuote, endsEscaped } from './json-members.ts';

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** A brace is the bracket of its kind with this bit set. */
const braceBit = 0x20;

/** What a JSON text may hold, whatever its bytes. */
export interface JsonBounds {
  readonly depth: number;
  /** Braces, brackets and commas. */
  readonly tokens: number;
}

/** What a text passes first; null: neither. */
export type Excess = keyof JsonBounds | null;

/** Bytes that are looked at between two looks at the bounds. */
const stepBytes = 65_536;

/**
 * Counts the structure of a JSON text before it is parsed. Bytes say little of what a value costs: three bytes, `{},`, make
 * an object that takes twenty times as many, and a megabyte of them stops all other calls for a tenth of a second. It trusts the text to
 * be JSON: what is none is told by the parser. Cost: one look at each byte outside of strings, up to the bound.
 */
export function findExcess(text: Buffer | string, bounds: JsonBounds): Excess {
  const counter = countStructure(bounds);
  if (typeof text !== 'string') return counter(text);
  for (let from = 0; from < text.length; from += stepBytes) {
    const excess = counter(Buffer.from(text.slice(from, from + stepBytes)));
    if (excess !== null) return excess;
  }
  return null;
}

/** The same for a text that comes in pieces: told each of them in turn, gives what all so far have passed. */
export function countStructure({ depth: deepest, tokens: most }: JsonBounds): (piece: Buffer) => Excess {
  const scan = { depth: 0, deepest: 0, tokens: 0, inString: false, escaped: false };
  return (piece) => {
    for (let from = 0; from < piece.length; from += stepBytes) {
      count(scan, piece.subarray(from, from + stepBytes));
      if (scan.deepest > deepest) return 'depth';
      if (scan.tokens > most) return 'tokens';
    }
    return null;
  };
}

interface Scan {
  depth: number;
  deepest: number;
  tokens: number;
  inString: boolean;
  /** The piece before ended on an open backslash. */
  escaped: boolean;
}

function count(scan: Scan, piece: Uint8Array): void {
  let { depth, tokens } = scan;
  let index = 0;
  while (index < piece.length) {
    if (scan.inString) {
      const end = closingQuote(piece, index, scan.escaped);
      if (end === -1) {
        scan.escaped = endsEscaped(piece, index, scan.escaped);
        break;
      }
      scan.inString = false;
      scan.escaped = false;
      index = end + 1;
      continue;
    }
    const byte = piece[index] ?? 0;
    index += 1;
    if (byte === quote) scan.inString = true;
    else if (byte === comma) tokens += 1;
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
}
