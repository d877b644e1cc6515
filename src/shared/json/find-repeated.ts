const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/**
 * How many members a JSON text writes at most, at all levels: a text that begins with a colon counts as one too. More than
 * the parsed value has means that a member may stand twice, however its key is escaped.
 */
export function writtenMembers(text: string): number {
  let written = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) if (endsText(text, at)) written += 1;
  return written;
}

/** Whether a text ends before a colon; an escaped quote is in the middle of one. */
function endsText(text: string, end: number): boolean {
  let at = end - 1;
  while (isBlank(text.charCodeAt(at))) at -= 1;
  if (text.charCodeAt(at) !== quote) return false;
  let escapes = 0;
  while (text.charCodeAt(at - 1 - escapes) === backslash) escapes += 1;
  return escapes % 2 === 0;
}

/** An object or an array that is open. */
interface Level {
  /** The members so far; null for an array. */
  readonly keys: Set<string> | null;
  /** The member, or the index, that is being read. */
  at: string | number;
}

/** The closing quote of the text that opens at `start`. */
function closingQuote(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

/**
 * The first member that stands twice in one object of a JSON text, at any level, keys compared as JSON means them: its path, such
 * as `tools[0].model`. Null where there is none. Time and memory grow with the text alone, whatever its depth.
 *
 * @param text one JSON value
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
      const end = closingQuote(text, index);
      if (top?.keys && isKey(text, end)) {
        top.at = keyOf(text.slice(index, end + 1));
        if (top.keys.has(top.at)) return pathOf(levels);
        top.keys.add(top.at);
      }
      index = end;
    }
  }
  return null;
}

/** Whether a text that ends here is a member's name. */
function isKey(text: string, end: number): boolean {
  let at = end + 1;
  while (isBlank(text.charCodeAt(at))) at += 1;
  return text.charCodeAt(at) === colon;
}

const keyOf = (written: string): string =>
  written.includes('\\') ? String(JSON.parse(written)) : written.slice(1, -1);

const pathOf = (levels: readonly Level[]): string =>
  levels.map(({ at }, index) => (typeof at === 'number' ? `[${at}]` : `${index === 0 ? '' : '.'}${at}`)).join('');
