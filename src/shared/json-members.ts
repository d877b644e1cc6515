const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;
const colon = 0x3a;

/** Strings up to here are stepped through byte by byte; longer ones are skipped by a native search. */
const shortString = 24;

/** One member of the top-level object. Offsets are absolute in the bytes pushed so far. */
export interface Member {
  readonly key: string;
  readonly keyStart: number;
  /** First byte after the colon; white space may stand before the value. */
  readonly valueStart: number;
  /** First byte after the value (its comma or closing brace), with white space before it. */
  readonly valueEnd: number;
  /** Objects and arrays that stand directly inside an array value: its length, where it holds nothing else. */
  readonly elements: number;
}

/** Finds the top-level members of a JSON object as its bytes flow by, without parsing or keeping them. */
export interface MemberScanner {
  readonly push: (chunk: Uint8Array) => void;
  /** Members whose value has been seen to its end, in order. */
  readonly members: readonly Member[];
  /** The JSON text of the members to be kept, by key, as far as they have been seen to their end. */
  readonly kept: ReadonlyMap<string, string>;
  /** True once the outermost value has been closed. */
  readonly complete: () => boolean;
  /** Deepest nesting so far; the outermost object is 1. */
  readonly deepest: () => number;
  /** Braces, brackets and commas so far: the size of the structure, whatever its bytes. */
  readonly tokens: () => number;
}

/** Index of the string's closing quote in `chunk` from `start`, or -1. `escaped`: the byte before `start` was an open backslash. */
function closingQuote(chunk: Uint8Array, start: number, escaped: boolean): number {
  let index = escaped ? start + 1 : start;
  const near = Math.min(chunk.length, start + shortString);
  for (; index < near; index += 1) {
    const byte = chunk[index];
    if (byte === quote) return index;
    if (byte === backslash) index += 1;
  }
  for (;;) {
    const found = chunk.indexOf(quote, index);
    if (found === -1) return -1;
    let run = 0;
    while (found - 1 - run >= index && chunk[found - 1 - run] === backslash) run += 1;
    if (run % 2 === 0) return found;
    index = found + 1;
  }
}

/** True when `chunk` ends inside an escape, in a string that is open since `start`. */
function endsEscaped(chunk: Uint8Array, start: number, escaped: boolean): boolean {
  let run = 0;
  while (chunk.length - 1 - run >= start && chunk[chunk.length - 1 - run] === backslash) run += 1;
  const reachesStart = chunk.length - run === start;
  return (run + (reachesStart && escaped ? 1 : 0)) % 2 === 1;
}

const keepNothing: readonly string[] = [];

/**
 * A scanner for one JSON text. It trusts the text to be JSON: what is not gives wrong members, never an exception,
 * so parse what you act on. Cost: one look at each structural byte, none inside strings.
 *
 * @param keep keys whose values are kept while everything else flows by
 */
export function scanMembers(keep: readonly string[] = keepNothing): MemberScanner {
  const members: Member[] = [];
  const decoder = new TextDecoder();
  let base = 0;
  let depth = 0;
  let deepest = 0;
  let tokens = 0;
  let inString = false;
  let escaped = false;
  let awaitingKey = false;
  let keyStart = -1;
  let keyBytes: Uint8Array[] = [];
  let key: string | null = null;
  let valueStart = -1;
  let elements = 0;
  let closed = false;
  const kept = new Map<string, string>();
  let keeping = false;
  let keepFrom = 0;
  let keptPieces: Uint8Array[] = [];

  const endMember = (end: number, chunk: Uint8Array): void => {
    if (key !== null && valueStart !== -1) members.push({ key, keyStart, valueStart, valueEnd: end, elements });
    if (keeping && key !== null) {
      keptPieces.push(chunk.subarray(keepFrom, end - base));
      kept.set(key, decoder.decode(Buffer.concat(keptPieces)));
      keptPieces = [];
      keeping = false;
    }
    elements = 0;
    key = null;
    valueStart = -1;
  };

  const endKey = (chunk: Uint8Array, start: number, end: number): void => {
    keyBytes.push(chunk.subarray(start, end));
    key = decoder.decode(keyBytes.length === 1 ? keyBytes[0] : Buffer.concat(keyBytes));
    if (key.includes('\\')) key = unescape(key);
    keyBytes = [];
    awaitingKey = false;
  };

  /** Depth and counts live in locals while a chunk is walked: this loop is the hottest of the gateway. */
  const push = (chunk: Uint8Array): void => {
    const length = chunk.length;
    if (keeping) keepFrom = 0;
    let level = depth;
    let seen = tokens;
    let index = 0;
    while (index < length) {
      if (inString) {
        const end = closingQuote(chunk, index, escaped);
        if (end === -1) {
          if (level === 1 && awaitingKey) keyBytes.push(chunk.slice(index));
          escaped = endsEscaped(chunk, index, escaped);
          break;
        }
        inString = false;
        escaped = false;
        if (level === 1 && awaitingKey) endKey(chunk, index, end);
        index = end + 1;
        continue;
      }
      const byte = chunk[index];
      if (byte === quote) {
        inString = true;
        if (level === 1 && awaitingKey) keyStart = base + index;
      } else if (byte === comma) {
        seen += 1;
        if (level === 1) {
          endMember(base + index, chunk);
          awaitingKey = true;
        }
      } else if (byte === colon) {
        if (level === 1 && valueStart === -1) {
          valueStart = base + index + 1;
          keeping = key !== null && keep.includes(key);
          keepFrom = index + 1;
        }
      } else if (byte === openBrace || byte === openBracket) {
        level += 1;
        seen += 1;
        if (level > deepest) deepest = level;
        if (level === 1) awaitingKey = byte === openBrace;
        else if (level === 3) elements += 1;
      } else if (byte === closeBrace || byte === closeBracket) {
        seen += 1;
        if (level === 1) {
          endMember(base + index, chunk);
          closed = true;
        }
        level -= 1;
      }
      index += 1;
    }
    if (keeping) keptPieces.push(chunk.slice(keepFrom));
    depth = level;
    tokens = seen;
    base += length;
  };

  return { push, members, kept, complete: () => closed, deepest: () => deepest, tokens: () => tokens };
}

/** A key with escapes, as JSON means it; as written when it is no JSON string. */
function unescape(key: string): string {
  try {
    return String(JSON.parse(`"${key}"`));
  } catch {
    return key;
  }
}
