import { GatewayError } from '../../errors/gateway-error.ts';
import { echo } from '../../shared/text/echo.ts';
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
