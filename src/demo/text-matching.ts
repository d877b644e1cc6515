/** Makes the text for a piece of a pattern. `extra` is the number of repetitions beyond the minimum. */
type Piece = (extra: number) => string;

/** Most characters of a text, because patterns are untrusted. */
const longest = 2_000;

/** Thrown within this file for unsupported syntax and for texts that become too long. */
class Unsupported extends Error {}

const classes: Readonly<Record<string, string>> = {
  d: '0',
  w: 'a',
  s: ' ',
  D: 'a',
  W: '-',
  S: 'a',
  n: '\n',
  t: '\t',
  r: '\r',
};

/**
 * Makes a text that matches a regular expression, without running the expression. Lookarounds, back references, word boundaries
 * and property classes are not supported.
 *
 * @param fits whether a text has an allowed length; repetitions are added until it does
 * @returns null if the pattern is not supported, or no such text is found
 */
export function textMatching(pattern: string, fits: (text: string) => boolean): string | null {
  try {
    const make = readChoice({ pattern, at: 0, hasNegated: pattern.includes('[^') }, true);
    for (let extra = 0; extra <= 64; extra += 1) {
      const text = make(extra);
      if (fits(text)) return text;
    }
    return null;
  } catch (error) {
    if (error instanceof Unsupported) return null;
    throw error;
  }
}

interface Reader {
  readonly pattern: string;
  at: number;
  /** Whether the pattern may have a negated class. */
  readonly hasNegated: boolean;
}

/** Reads alternatives up to the end or the closing bracket, and uses the first one. */
function readChoice(reader: Reader, isOutermost: boolean): Piece {
  const first = readSequence(reader);
  while (reader.pattern[reader.at] === '|') {
    reader.at += 1;
    readSequence(reader);
  }
  const isClosed = reader.pattern[reader.at] === ')';
  if (isClosed === isOutermost) throw new Unsupported();
  reader.at += 1;
  return first;
}

function readSequence(reader: Reader): Piece {
  const pieces: Piece[] = [];
  for (;;) {
    const next = reader.pattern[reader.at];
    if (next === undefined || next === '|' || next === ')') break;
    // The text begins and ends where the pattern does, so anchors need no text.
    if (next === '^' || next === '$') reader.at += 1;
    else pieces.push(readRepeated(reader, readAtom(reader)));
  }
  return (extra) => bounded(pieces.map((piece) => piece(extra)).join(''));
}

function bounded(text: string): string {
  if (text.length > longest) throw new Unsupported();
  return text;
}

function readAtom(reader: Reader): Piece {
  const { pattern } = reader;
  const next = pattern[reader.at] ?? '';
  reader.at += 1;
  if (next === '(') {
    if (pattern[reader.at] === '?') {
      if (pattern[reader.at + 1] !== ':') throw new Unsupported();
      reader.at += 2;
    }
    return readChoice(reader, false);
  }
  if (next === '[') return constant(readClass(reader));
  if (next === '\\') return constant(readEscape(reader));
  if ('*+?{}'.includes(next)) throw new Unsupported();
  return constant(next === '.' ? 'a' : next);
}

const constant =
  (text: string): Piece =>
  () =>
    text;

function readEscape(reader: Reader): string {
  const next = reader.pattern[reader.at] ?? '';
  reader.at += 1;
  const known = classes[next];
  if (known !== undefined) return known;
  if (next === '' || /[A-Za-z0-9]/.test(next)) throw new Unsupported();
  return next;
}

/** The first character that a class allows. */
function readClass(reader: Reader): string {
  const { pattern } = reader;
  const isNegated = pattern[reader.at] === '^';
  if (isNegated) reader.at += 1;
  const ranges: (readonly [first: number, last: number])[] = [];
  while (pattern[reader.at] !== ']') {
    const first = readMember(reader);
    const isRange = pattern[reader.at] === '-' && pattern[reader.at + 1] !== ']';
    if (isRange) reader.at += 1;
    ranges.push([first, isRange ? readMember(reader) : first]);
  }
  reader.at += 1;
  const isNamed = (code: number): boolean => ranges.some(([first, last]) => code >= first && code <= last);
  const [named] = ranges;
  if (!isNegated && named !== undefined) return String.fromCharCode(named[0]);
  const other = [...'aA0-_ ~'].find((character) => !isNamed(character.charCodeAt(0)));
  if (other === undefined) throw new Unsupported();
  return other;
}

function readMember(reader: Reader): number {
  const next = reader.pattern[reader.at];
  if (next === undefined) throw new Unsupported();
  reader.at += 1;
  if (next !== '\\') return next.charCodeAt(0);
  // What is left out of a negated class has to be known in full.
  if (/[dwsDWSpPbB]/.test(reader.pattern[reader.at] ?? '')) {
    const sample = classes[reader.pattern[reader.at] ?? ''];
    if (sample === undefined || reader.hasNegated) throw new Unsupported();
  }
  return readEscape(reader).charCodeAt(0);
}

const quantifier = /(?:[*+?]|\{(\d{1,4})(,?)(\d{0,4})\})\??/y;

function readRepeated(reader: Reader, piece: Piece): Piece {
  quantifier.lastIndex = reader.at;
  const found = quantifier.exec(reader.pattern);
  if (found === null) return piece;
  reader.at = quantifier.lastIndex;
  const [whole, from = '', comma, to = ''] = found;
  const least = from === '' ? (whole.startsWith('+') ? 1 : 0) : Number(from);
  const most =
    from === '' ? (whole.startsWith('?') ? 1 : Infinity) : comma === '' ? least : to === '' ? Infinity : Number(to);
  return (extra) => {
    const count = Math.min(least + extra, most);
    if (count > longest) throw new Unsupported();
    return bounded(count === 0 ? '' : piece(extra).repeat(count));
  };
}
