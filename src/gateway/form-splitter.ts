import { badForm, readPartHead, type PartHead } from './form-part-head.ts';

/**
 * A piece of a form. The bytes of all pieces, in order, are the very bytes of the form. A part's pieces are: the frame
 * of its head, `part`, its content, `close`, and the frame of the delimiter behind it.
 */
export type FormPiece =
  | { readonly kind: 'frame'; readonly bytes: Buffer }
  | { readonly kind: 'part'; readonly head: PartHead }
  | { readonly kind: 'content'; readonly bytes: Buffer }
  | { readonly kind: 'close' }
  /** The last delimiter: its frame and what may follow come after. */
  | { readonly kind: 'end' };

/** Cuts a form into its pieces as its bytes flow by; only what may be the beginning of a delimiter is held back. */
export interface FormSplitter {
  /** @throws {GatewayError} `invalid_value` for what is no form */
  readonly push: (chunk: Buffer) => readonly FormPiece[];
  /** @throws {GatewayError} `invalid_value` when the form has not come to its end */
  readonly finish: () => void;
}

const carriageReturn = 0x0d;
const lineBreak = Buffer.from('\r\n');
const blankLine = Buffer.from('\r\n\r\n');
const dashes = Buffer.from('--');

/** Parts of one form, and bytes of a part's head. */
const mostParts = 1_000;
const longestHead = 8_192;

/** Spaces that may stand between a delimiter and its line break (RFC 2046 section 5.1.1). */
const longestPadding = 64;

type State = 'opening' | 'head' | 'content' | 'closed';

/** How one state takes bytes: what it made of them and where it stopped; null: it needs more. */
type Step = { readonly pieces: readonly FormPiece[]; readonly taken: number; readonly next: State } | null;

/** @param boundary as the `Content-Type` names it */
export function splitForm(boundary: string): FormSplitter {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  const opening = delimiter.subarray(2);
  let state: State = 'opening';
  let held: Buffer = Buffer.alloc(0);
  let parts = 0;

  const steps: Readonly<Record<State, (bytes: Buffer) => Step>> = {
    opening: (bytes) => {
      const wanted = bytes[0] === carriageReturn ? delimiter : opening;
      const begun = Math.min(bytes.length, wanted.length);
      if (!wanted.subarray(0, begun).equals(bytes.subarray(0, begun)))
        throw badForm('it does not begin with the boundary that its Content-Type names');
      if (begun < wanted.length) return null;
      return { pieces: [{ kind: 'frame', bytes: bytes.subarray(0, begun) }], taken: begun, next: 'head' };
    },
    head: (bytes) => {
      if (bytes.length < dashes.length) return null;
      if (bytes.subarray(0, dashes.length).equals(dashes)) {
        const frame = { kind: 'frame', bytes: bytes.subarray(0, dashes.length) } as const;
        return { pieces: [{ kind: 'end' }, frame], taken: dashes.length, next: 'closed' };
      }
      const line = bytes.indexOf(lineBreak);
      const padding = bytes.toString('latin1', 0, line === -1 ? Math.min(bytes.length, longestPadding + 1) : line);
      if (padding.length > longestPadding || !/^[ \t]*\r?$/.test(padding))
        throw badForm('something stands behind a boundary that does not belong there');
      const end = line === -1 ? -1 : bytes.indexOf(blankLine, line);
      if (end === line && end !== -1) throw badForm('a part has no Content-Disposition');
      if (end === -1 ? bytes.length > longestHead : end > longestHead)
        throw badForm(`the head of a part is longer than ${longestHead} bytes`);
      if (end === -1) return null;
      parts += 1;
      if (parts > mostParts) throw badForm(`it has more than ${mostParts} parts`);
      const head = readPartHead(bytes.toString('utf8', line + lineBreak.length, end));
      const taken = end + blankLine.length;
      const frame = { kind: 'frame', bytes: bytes.subarray(0, taken) } as const;
      return { pieces: [frame, { kind: 'part', head }], taken, next: 'content' };
    },
    content: (bytes) => {
      const found = bytes.indexOf(delimiter);
      const end = found === -1 ? openTail(bytes, delimiter) : found;
      const content: readonly FormPiece[] = end === 0 ? [] : [{ kind: 'content', bytes: bytes.subarray(0, end) }];
      if (found === -1) return end === 0 ? null : { pieces: content, taken: end, next: 'content' };
      const taken = end + delimiter.length;
      const frame = { kind: 'frame', bytes: bytes.subarray(end, taken) } as const;
      return { pieces: [...content, { kind: 'close' }, frame], taken, next: 'head' };
    },
    closed: (bytes) => ({ pieces: [{ kind: 'frame', bytes }], taken: bytes.length, next: 'closed' }),
  };

  return {
    push: (chunk) => {
      let bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      const pieces: FormPiece[] = [];
      while (bytes.length > 0) {
        const step = steps[state](bytes);
        if (step === null) break;
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

/** Where a delimiter may begin that the bytes do not show whole; their end when none does. */
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
 * @throws {GatewayError} `invalid_value` where there is none, or one that RFC 2046 section 5.1.1 does not allow
 */
export function boundaryOf(contentType: string): string {
  const found = [...contentType.matchAll(/;[ \t]*boundary=(?:"([^"]*)"|([^\s;"]*))/gi)];
  const boundary = found[0]?.[1] ?? found[0]?.[2] ?? '';
  if (found.length === 1 && /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/.test(boundary)) return boundary;
  throw badForm('its Content-Type names no boundary of 1 to 70 characters');
}
