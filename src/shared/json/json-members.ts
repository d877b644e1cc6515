import { PieceList } from '../collections.ts';

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;
const colon = 0x3a;

/** Bytes of a string that are read one by one before a native search: most end soon, and an escaped quote is seldom the only one. */
const readFirst = { atStart: 24, afterEscape: 128 };

/** One member of the top-level object. Offsets are absolute in the bytes pushed so far. */
export interface Member {
  readonly key: string;
  readonly keyStart: number;
  /** First byte after the colon. White space may precede the value. */
  readonly valueStart: number;
  /** The comma or closing brace after the value. White space may precede it. */
  readonly valueEnd: number;
  /** Number of objects and arrays directly inside an array value: its length if it has no other elements. */
  readonly elements: number;
}

/** Finds the top-level members of a JSON object in a stream of bytes, without parsing or storing them. */
export interface MemberScanner {
  readonly push: (chunk: Buffer) => void;
  /** Members whose value is complete, in order; with `only`, the first one of each of these keys. */
  readonly members: readonly Member[];
  /** JSON text of the complete members that are to be kept, by key. */
  readonly kept: ReadonlyMap<string, string>;
  /** True if the outermost value has ended. */
  readonly complete: () => boolean;
}

/** Index of the open string's closing quote in `chunk` from `start`, or -1. `escaped`: the byte before `start` was an open backslash. */
export function closingQuote(chunk: Uint8Array, start: number, escaped: boolean): number {
  let index = escaped ? start + 1 : start;
  for (let bytes = readFirst.atStart; ; bytes = readFirst.afterEscape) {
    const near = Math.min(chunk.length, index + bytes);
    for (; index < near; index += 1) {
      const byte = chunk[index];
      if (byte === quote) return index;
      if (byte === backslash) index += 1;
    }
    const found = chunk.indexOf(quote, index);
    if (found === -1) return -1;
    let run = 0;
    while (found - 1 - run >= index && chunk[found - 1 - run] === backslash) run += 1;
    if (run % 2 === 0) return found;
    index = found + 1;
  }
}

/** True if `chunk` ends inside an escape, in a string that is open since `start`. */
export function endsEscaped(chunk: Uint8Array, start: number, escaped: boolean): boolean {
  let run = 0;
  while (chunk.length - 1 - run >= start && chunk[chunk.length - 1 - run] === backslash) run += 1;
  const reachesStart = chunk.length - run === start;
  return (run + (reachesStart && escaped ? 1 : 0)) % 2 === 1;
}

const keepNothing: readonly string[] = [];

/** State of a scan between two chunks. */
interface Scan {
  readonly members: Member[];
  readonly kept: Map<string, string>;
  readonly keep: readonly string[];
  /** Bytes before the current chunk. */
  base: number;
  depth: number;
  inString: boolean;
  /** The previous chunk ended with an open backslash. */
  escaped: boolean;
  awaitingKey: boolean;
  keyStart: number;
  /** What earlier chunks had of the open key; null: nothing. */
  keyBytes: PieceList | null;
  /** Bytes of the open key before the current chunk. */
  keyLength: number;
  key: string | null;
  /** -1 until the colon. */
  valueStart: number;
  elements: number;
  /** The current value is an array. */
  inList: boolean;
  /** Whether the current value is to be kept, and where it begins in the current chunk. */
  hook: boolean;
  keepFrom: number;
  /** What earlier chunks had of the value that is kept; null: nothing. */
  keptBytes: PieceList | null;
  readonly into: NonNullable<ScanBounds['into']> | null;
  /** Gets the bytes of the current value. */
  sink: ((bytes: Buffer) => void) | null;
  readonly longestKept: number;
  readonly only: ReadonlySet<string> | null;
  readonly longestKey: number;
  closed: boolean;
}

/** A byte order mark at the beginning of a key belongs to it, as for JSON.parse. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
/** The text that begins with what was kept of earlier chunks, if anything, and ends with these bytes. */
function textOf(begun: PieceList | null, end: Buffer): string {
  if (begun === null) return decoder.decode(end);
  begun.add(end);
  return decoder.decode(begun.join());
}

/** What a scan of an answer of any length keeps of it. */
interface ScanBounds {
  /** Bytes of the longest value that is kept. A longer one is not. */
  readonly longestKept?: number;
  /** Keys of the members that are listed, the first one of each; absent: all members are. */
  readonly only?: readonly string[];
  /** By key: gets the bytes of the value as they come, however many. */
  readonly into?: ReadonlyMap<string, (bytes: Buffer) => void>;
}

/** Bytes of the longest key that is read, where `only` names keys. Of a longer one nothing is held. */
const longestKey = 1_024;

/**
 * Makes a scanner for one JSON text. Text that is not JSON results in wrong members, never in an exception, so parse values before
 * you use them. Looks at each structural byte once, and at none inside strings. Without bounds it takes memory for every member.
 *
 * @param keep keys whose values are kept, of each the last
 */
export function scanMembers(
  keep: readonly string[] = keepNothing,
  { longestKept = Infinity, only, into }: ScanBounds = {},
): MemberScanner {
  const scan: Scan = {
    members: [],
    kept: new Map(),
    keep,
    base: 0,
    depth: 0,
    inString: false,
    escaped: false,
    awaitingKey: false,
    keyStart: -1,
    keyBytes: null,
    keyLength: 0,
    key: null,
    valueStart: -1,
    elements: 0,
    inList: false,
    hook: false,
    keepFrom: 0,
    keptBytes: null,
    into: into ?? null,
    sink: null,
    longestKept,
    only: only === undefined ? null : new Set(only),
    longestKey: only === undefined ? Infinity : longestKey,
    closed: false,
  };
  return {
    push: (chunk) => walk(scan, chunk),
    members: scan.members,
    kept: scan.kept,
    complete: () => scan.closed,
  };
}

/** Reads one chunk. Byte and depth are local variables, because this is the hottest loop of the gateway. */
function walk(scan: Scan, chunk: Buffer): void {
  if (scan.hook || scan.sink) scan.keepFrom = 0;
  let level = scan.depth;
  let index = 0;
  while (index < chunk.length) {
    if (scan.inString) {
      index = passString(scan, chunk, { index, isTop: level === 1 });
      continue;
    }
    const byte = chunk[index];
    if (byte === quote) {
      scan.inString = true;
      if (level === 1 && scan.awaitingKey) scan.keyStart = scan.base + index;
    } else if (byte === comma) {
      if (level === 1) endMember(scan, chunk, index);
    } else if (byte === colon) {
      if (level === 1 && scan.valueStart === -1) beginValue(scan, index);
    } else if (byte === openBrace || byte === openBracket) {
      level += 1;
      if (level === 1) scan.awaitingKey = byte === openBrace;
      else if (level === 2) scan.inList = byte === openBracket;
      else if (level === 3 && scan.inList) scan.elements += 1;
    } else if (byte === closeBrace || byte === closeBracket) {
      if (level === 1) {
        endMember(scan, chunk, index);
        scan.closed = true;
      }
      level -= 1;
    }
    index += 1;
  }
  if (scan.hook && fits(scan, chunk.length)) (scan.keptBytes ??= new PieceList()).add(chunk.subarray(scan.keepFrom));
  scan.sink?.(chunk.subarray(scan.keepFrom));
  scan.depth = level;
  scan.base += chunk.length;
}

/** Skips an open string to its closing quote or the end of the chunk, and returns the index after it. */
function passString(scan: Scan, chunk: Buffer, { index, isTop }: { index: number; isTop: boolean }): number {
  const end = closingQuote(chunk, index, scan.escaped);
  const isKey = isTop && scan.awaitingKey;
  if (end === -1) {
    if (isKey) keepKey(scan, chunk.subarray(index));
    scan.escaped = endsEscaped(chunk, index, scan.escaped);
    return chunk.length;
  }
  scan.inString = false;
  scan.escaped = false;
  if (isKey) {
    endKey(scan, chunk.subarray(index, end));
  }
  return end + 1;
}

/** Keeps a part of a key that goes on, unless it is longer than any that is looked for. */
function keepKey(scan: Scan, part: Buffer): void {
  scan.keyLength += part.length;
  if (scan.keyLength <= scan.longestKey) (scan.keyBytes ??= new PieceList()).add(part);
  else scan.keyBytes = null;
}

function endKey(scan: Scan, part: Buffer): void {
  const isRead = scan.keyLength + part.length <= scan.longestKey;
  const written = isRead ? textOf(scan.keyBytes, part) : null;
  scan.key = written?.includes('\\') === true ? unescape(written) : written;
  scan.keyBytes = null;
  scan.keyLength = 0;
  scan.awaitingKey = false;
}

function beginValue(scan: Scan, index: number): void {
  scan.valueStart = scan.base + index + 1;
  scan.hook = scan.key !== null && scan.keep.includes(scan.key);
  if (scan.into !== null) scan.sink = scan.into.get(scan.key ?? '') ?? null;
  scan.keepFrom = index + 1;
}

/** Adds the bytes of a kept value up to `end`. Returns false, and drops the value, if it is too long. */
function fits(scan: Scan, end: number): boolean {
  if ((scan.keptBytes?.length ?? 0) + end - scan.keepFrom <= scan.longestKept) return true;
  scan.hook = false;
  scan.keptBytes = null;
  return false;
}

function endMember(scan: Scan, chunk: Buffer, index: number): void {
  const { key, keyStart, valueStart, elements } = scan;
  if (key !== null && valueStart !== -1 && isListed(scan, key)) {
    scan.members.push({ key, keyStart, valueStart, valueEnd: scan.base + index, elements });
  }
  if (scan.hook && key !== null && fits(scan, index)) {
    scan.kept.set(key, textOf(scan.keptBytes, chunk.subarray(scan.keepFrom, index)));
    scan.keptBytes = null;
    scan.hook = false;
  }
  scan.sink?.(chunk.subarray(scan.keepFrom, index));
  scan.sink = null;
  scan.key = null;
  scan.valueStart = -1;
  scan.elements = 0;
  scan.awaitingKey = true;
}

const isListed = ({ only, members }: Scan, key: string): boolean =>
  only === null || (only.has(key) && !members.some((member) => member.key === key));

/** Unescapes a key. Returns it unchanged if it is not a valid JSON string. */
function unescape(key: string): string {
  try {
    return String(JSON.parse(`"${key}"`));
  } catch {
    return key;
  }
}
