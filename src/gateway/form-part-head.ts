import { GatewayError } from '../errors/gateway-error.ts';

/** The head of one part of a form. */
export interface PartHead {
  /** The field's name. */
  readonly name: string;
  /** Null for text. */
  readonly filename: string | null;
  /** Media type of the part; null where none was sent. */
  readonly contentType: string | null;
}

/** Bytes of a field's name, and of a file's. */
const longestName = 200;
const longestFilename = 1_024;

/** Header fields of one part. */
const mostHeaders = 16;

/** Names that would mean something else to a program that puts fields into an object. */
const treacherous: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const headerLine = /^([\w!#$%&'*+.^`|~-]+):[ \t]*(.*)$/;
const parameter = /;[ \t]*([\w!#$%&'*+.^`|~-]+)=("(?:[^"\\]|\\.)*"|[^\s;"\\]+)[ \t]*/y;

/** The refusal of a form that cannot be read; `what` says where it went wrong. */
export const badForm = (what: string): GatewayError =>
  new GatewayError(
    'invalid_value',
    `The form cannot be read: ${what}. Send multipart/form-data as RFC 7578 writes it.`,
  );

/**
 * Reads the head of a part (RFC 7578 section 4). What two programs could read differently is refused.
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
  if (treacherous.has(name) || /[\u0000-\u001f"\\]/.test(name)) throw badForm('the name of a field is not allowed');
  const encoding = headers.get('content-transfer-encoding') ?? 'binary';
  if (!/^(?:binary|7bit|8bit)$/i.test(encoding)) throw badForm('parts must be sent as they are, not encoded');
  return { name, filename: filenameOf(parameters), contentType: headers.get('content-type') ?? null };
}

/** A header's value without the blanks behind it. Stepped through: a pattern would begin anew at each of them. */
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
  const parameters = new Map<string, string>();
  parameter.lastIndex = 'form-data'.length;
  while (disposition[parameter.lastIndex] === ' ') parameter.lastIndex += 1;
  let end = parameter.lastIndex;
  for (let found = parameter.exec(disposition); found; found = parameter.exec(disposition)) {
    const [, name = '', value = ''] = found;
    const key = name.toLowerCase();
    if (parameters.has(key)) throw badForm('a Content-Disposition has a parameter twice');
    parameters.set(key, value.startsWith('"') ? value.slice(1, -1).replace(/\\(["\\])/g, '$1') : value);
    end = parameter.lastIndex;
  }
  if (end !== disposition.length) throw badForm('a Content-Disposition is malformed');
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
    // Told below.
  }
  throw badForm('a filename* is malformed');
}
