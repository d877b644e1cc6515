import { parametersOf } from '../../shared/text/media-type.ts';
import { badForm, readPartHead, type PartHead } from './part-head.ts';

/**
 * A piece of a form. The bytes of all pieces, in order, are exactly the bytes of the form. The pieces of a part are the frame of its
 * head, `part`, its content, `close`, and the frame of the delimiter after it.
 */
export type FormPiece =
  | { readonly kind: 'frame'; readonly bytes: Buffer }
  | { readonly kind: 'part'; readonly head: PartHead }
  | { readonly kind: 'content'; readonly bytes: Buffer }
  | { readonly kind: 'close' }
  /** The last delimiter. Its frame, and anything after it, follow. */
  | { readonly kind: 'end' };

/** Splits a form into pieces as its bytes stream through. Only what may be the beginning of a delimiter is held back. */
interface FormSplitter {
  /** @throws {GatewayError} `invalid_value` for bytes that are not a form */
  readonly push: (chunk: Buffer) => readonly FormPiece[];
  /** @throws {GatewayError} `invalid_value` if the form is not complete */
  readonly finish: () => void;
}

const carriageReturn = 0x0d;
const lineBreak = Buffer.from('\r\n');
const blankLine = Buffer.from('\r\n\r\n');
const dashes = Buffer.from('--');

/** The most parts of one form, and the most bytes of a part's head. */
const mostParts = 1_000;
const longestHead = 8_192;

/** Blanks allowed between a delimiter and its line break (RFC 2046 section 5.1.1), and after the last delimiter. */
const longestPadding = 64;

type State = 'opening' | 'head' | 'content' | 'closed';

/** How one state consumes bytes: what it read and where it stopped; null: it needs more. */
type Step = { readonly pieces: readonly FormPiece[]; readonly taken: number; readonly next: State } | null;

const frameOf = (bytes: Buffer, end: number): FormPiece => ({ kind: 'frame', bytes: bytes.subarray(0, end) });

/** What each state reads, given the line break, dashes and boundary that separate the parts. */
const steps: Readonly<Record<State, (bytes: Buffer, delimiter: Buffer) => Step>> = {
  opening: (bytes, delimiter) => {
    const wanted = bytes[0] === carriageReturn ? delimiter : delimiter.subarray(lineBreak.length);
    const begun = Math.min(bytes.length, wanted.length);
    if (!wanted.subarray(0, begun).equals(bytes.subarray(0, begun)))
      throw badForm('it does not begin with the boundary that its Content-Type names');
    return begun < wanted.length ? null : { pieces: [frameOf(bytes, begun)], taken: begun, next: 'head' };
  },
  head: (bytes, delimiter) => {
    if (bytes.length < dashes.length) return null;
    if (bytes.subarray(0, dashes.length).equals(dashes)) {
      return { pieces: [{ kind: 'end' }, frameOf(bytes, dashes.length)], taken: dashes.length, next: 'closed' };
    }
    const found = findHead(bytes);
    if (found === null) return null;
    // With the line breaks around the head, either of which a delimiter would begin with.
    const around = bytes.subarray(found.from - lineBreak.length, found.to + delimiter.length + lineBreak.length);
    if (around.includes(delimiter)) throw badForm('a boundary stands in the head of a part, or right behind it');
    const taken = found.to + blankLine.length;
    if (openTail(bytes, delimiter) < taken) return null;
    const head = readPartHead(bytes.toString('utf8', found.from, found.to));
    return { pieces: [frameOf(bytes, taken), { kind: 'part', head }], taken, next: 'content' };
  },
  content: (bytes, delimiter) => {
    const found = bytes.indexOf(delimiter);
    const end = found === -1 ? openTail(bytes, delimiter) : found;
    const content: readonly FormPiece[] = end === 0 ? [] : [{ kind: 'content', bytes: bytes.subarray(0, end) }];
    if (found === -1) return end === 0 ? null : { pieces: content, taken: end, next: 'content' };
    const taken = end + delimiter.length;
    const frame: FormPiece = { kind: 'frame', bytes: bytes.subarray(end, taken) };
    return { pieces: [...content, { kind: 'close' }, frame], taken, next: 'head' };
  },
  closed: (bytes) => {
    if (!/^[ \t\r\n]*$/.test(bytes.toString('latin1', 0, longestPadding + 1)))
      throw badForm('something stands behind its last boundary');
    return { pieces: [frameOf(bytes, bytes.length)], taken: bytes.length, next: 'closed' };
  },
};

/** @param boundary as named in the `Content-Type` */
export function splitForm(boundary: string): FormSplitter {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  let state: State = 'opening';
  let held: Buffer = Buffer.alloc(0);
  let parts = 0;
  let padding = 0;
  return {
    push: (chunk) => {
      let bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      const pieces: FormPiece[] = [];
      while (bytes.length > 0) {
        const step = steps[state](bytes, delimiter);
        if (step === null) break;
        if (step.next === 'content' && state === 'head') parts += 1;
        if (parts > mostParts) throw badForm(`it has more than ${mostParts} parts`);
        if (state === 'closed') padding += step.taken;
        if (padding > longestPadding) throw badForm('something stands behind its last boundary');
        pieces.push(...step.pieces);
        state = step.next;
        bytes = bytes.subarray(step.taken);
      }
      held = bytes;
      return pieces;
    },
    finish: () => {
      if (state !== 'closed') throw badForm('it ends before its last boundary');
    },
  };
}

/** Where the head lines of a part begin after its delimiter; null if they are not complete yet. */
function findHead(bytes: Buffer): { readonly from: number; readonly to: number } | null {
  const line = bytes.indexOf(lineBreak);
  const padding = bytes.toString('latin1', 0, line === -1 ? Math.min(bytes.length, longestPadding + 1) : line);
  if (padding.length > longestPadding || !/^[ \t]*\r?$/.test(padding))
    throw badForm('something stands behind a boundary that does not belong there');
  const end = line === -1 ? -1 : bytes.indexOf(blankLine, line);
  if (end === line && end !== -1) throw badForm('a part has no Content-Disposition');
  if ((end === -1 ? bytes.length : end) > longestHead)
    throw badForm(`the head of a part is longer than ${longestHead} bytes`);
  return end === -1 ? null : { from: line + lineBreak.length, to: end };
}

/** Where a delimiter may begin that is not complete yet; the end of the bytes if there is none. */
function openTail(bytes: Buffer, delimiter: Buffer): number {
  const from = Math.max(0, bytes.length - delimiter.length + 1);
  for (let at = bytes.indexOf(carriageReturn, from); at !== -1; at = bytes.indexOf(carriageReturn, at + 1)) {
    if (delimiter.subarray(0, bytes.length - at).equals(bytes.subarray(at))) return at;
  }
  return bytes.length;
}

/**
 * The boundary of a form.
 *
 * @throws {GatewayError} `invalid_value` if there is none, one that RFC 2046 section 5.1.1 does not allow, or one that
 *   another program might find elsewhere
 */
export function boundaryOf(contentType: string): string {
  const begin = contentType.indexOf(';');
  const parameters = begin === -1 ? null : parametersOf(contentType, begin);
  const boundary = parameters?.get('boundary') ?? '';
  const isPlain =
    parameters !== null && [...parameters.keys()].every((name) => name === 'boundary' || name === 'charset');
  if (isPlain && /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/.test(boundary)) return boundary;
  throw badForm('its Content-Type names no boundary of 1 to 70 characters');
}
