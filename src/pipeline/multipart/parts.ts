import { GatewayError } from '../../errors/gateway-error.ts';
import { echo } from '../../shared/text/names.ts';
import { charsetOf, parametersOf } from '../../shared/text/media-type.ts';

/** The head of one part of a form. */
export interface PartHead {
  /** The field's name. */
  readonly name: string;
  /** Null for text. */
  readonly filename: string | null;
  /** Media type of the part; null if none was sent. */
  readonly contentType: string | null;
}

/** The most bytes of a field's name, and of a file's. */
const longestName = 200;
const longestFilename = 1_024;

/** Header fields of one part. */
const mostHeaders = 16;

/** Names that mean something else to a program that puts fields into an object, or that change how others are read. */
const treacherous: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype', '_charset_']);

/** The parameters that a part's disposition may have. Programs disagree on others, such as `name*`. */
const dispositionParameters: ReadonlySet<string> = new Set(['name', 'filename', 'filename*']);

/** The charsets of text that all programs read as UTF-8. */
const plainCharset = /^(?:utf-?8|us-ascii)$/;

const headerLine = /^([\w!#$%&'*+.^`|~-]+):[ \t]*(.*)$/;

/** The refusal of a form that cannot be read; `what` says where the problem is. */
export const badForm = (what: string): GatewayError =>
  new GatewayError(
    'invalid_value',
    `The form cannot be read: ${what}. Send multipart/form-data as RFC 7578 writes it.`,
  );

/**
 * Reads the head of a part (RFC 7578 section 4). Anything that two programs could read differently is refused.
 *
 * @param text the header lines, without the blank line that ends them
 * @throws {GatewayError} `invalid_value`
 */
export function readPartHead(text: string): PartHead {
  const headers = readHeaders(text);
  const disposition = headers.get('content-disposition');
  if (disposition === undefined) throw badForm('a part has no Content-Disposition');
  const parameters = readParameters(disposition);
  const name = parameters.get('name');
  if (name === undefined || name === '') throw badForm('a part has no name');
  if (name.length > longestName) throw badForm(`the name of a field is longer than ${longestName} bytes`);
  // oxlint-disable-next-line no-control-regex -- these are exactly what must not be there
  if (treacherous.has(name) || /[\u0000-\u001f"\\]|=\?/.test(name)) throw badForm('the name of a field is not allowed');
  const encoding = headers.get('content-transfer-encoding') ?? 'binary';
  if (!/^(?:binary|7bit|8bit)$/i.test(encoding)) throw badForm('parts must be sent as they are, not encoded');
  const filename = filenameOf(parameters);
  const contentType = headers.get('content-type') ?? null;
  if (contentType !== null) checkType(contentType, filename !== null);
  return { name, filename, contentType };
}

/** Some programs read a nested form, or text in another charset, and others pass over it. */
function checkType(contentType: string, isFile: boolean): void {
  if (/^multipart\//i.test(contentType)) throw badForm('a part is a form itself');
  if (isFile) return;
  const charset = charsetOf(contentType);
  if (charset === null) throw badForm('the charset of a field is malformed, or is named twice');
  if (charset !== undefined && !plainCharset.test(charset)) throw badForm('a field is in another charset than UTF-8');
}

/** A header's value without trailing blanks. It steps backwards, because a pattern would start anew at each blank. */
function withoutTail(value: string): string {
  let end = value.length;
  while (value[end - 1] === ' ' || value[end - 1] === '\t') end -= 1;
  return value.slice(0, end);
}

function readHeaders(text: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of text.split('\r\n')) {
    const [, name, value] = headerLine.exec(line) ?? [];
    if (name === undefined || value === undefined || value.includes('\n') || value.includes('\r'))
      throw badForm('a header line of a part is malformed');
    const key = name.toLowerCase();
    if (headers.has(key)) throw badForm('a part has a header twice');
    headers.set(key, withoutTail(value));
    if (headers.size > mostHeaders) throw badForm(`a part has more than ${mostHeaders} headers`);
  }
  return headers;
}

function readParameters(disposition: string): ReadonlyMap<string, string> {
  if (!/^form-data(?=[ \t;]|$)/i.test(disposition)) throw badForm('a Content-Disposition is not form-data');
  const parameters = parametersOf(disposition, 'form-data'.length);
  if (parameters === null) throw badForm('a Content-Disposition is malformed, or has a parameter twice');
  const other = [...parameters.keys()].find((name) => !dispositionParameters.has(name));
  if (other !== undefined) throw badForm(`a Content-Disposition may say name and filename, not ${echo(other)}`);
  return parameters;
}

function filenameOf(parameters: ReadonlyMap<string, string>): string | null {
  const extended = parameters.get('filename*');
  const filename = extended === undefined ? parameters.get('filename') : decodeExtended(extended);
  if (filename === undefined) return null;
  if (filename.length > longestFilename) throw badForm(`a filename is longer than ${longestFilename} bytes`);
  return filename;
}

/** RFC 8187: `UTF-8''percent-encoded`. */
function decodeExtended(value: string): string {
  const [, encoded] = /^utf-8'[\w-]*'(.*)$/i.exec(value) ?? [];
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded);
  } catch {
    // Refused below.
  }
  throw badForm('a filename* is malformed');
}

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

/**
 * Splits a form into pieces as its bytes stream through. Only what may be the beginning of a delimiter is held back.
 *
 * @param boundary as named in the `Content-Type`
 */
export function splitForm(boundary: string) {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  let state: State = 'opening';
  let held: Buffer = Buffer.alloc(0);
  let parts = 0;
  let padding = 0;
  return {
    /** @throws {GatewayError} `invalid_value` for bytes that are not a form */
    push: (chunk: Buffer): readonly FormPiece[] => {
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
    /** @throws {GatewayError} `invalid_value` if the form is not complete */
    finish: (): void => {
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
  const other = [...(parameters?.keys() ?? [])].find((name) => name !== 'boundary' && name !== 'charset');
  if (other !== undefined) throw badForm(`its Content-Type may say boundary and charset, not ${echo(other)}`);
  if (parameters !== null && /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/.test(boundary)) return boundary;
  throw badForm('its Content-Type names no boundary of 1 to 70 characters');
}
