import { PieceList } from '../collections.ts';
import { hidesError, type Json } from './json.ts';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** A stream may begin with it. */
const byteOrderMark = '\uFEFF';

/** The byte order mark in Latin-1. */
const markBytes = /^\xef\xbb\xbf/;

/** Splits a byte stream into server-sent events with their exact bytes. */
export interface EventSplitter {
  /** Events completed by this chunk. An event that began in this chunk is a view of it. */
  readonly push: (chunk: Buffer) => readonly Buffer[];
  /** The bytes after the last blank line, from an upstream that omitted the final one; null if there are none. */
  readonly rest: () => Buffer | null;
  /** The incomplete event. */
  readonly open: Pick<PieceList, 'length' | 'pieces'>;
  /** True if the next byte begins an event. */
  readonly isBetween: () => boolean;
}

/** State of a stream between two chunks. */
interface Open {
  /** The beginning of an incomplete event. */
  readonly begun: PieceList;
  /** The current line has no bytes so far. */
  lineIsEmpty: boolean;
  /** The current event has a line with bytes. */
  anyLine: boolean;
  /** The previous byte was a carriage return, to which a line feed belongs. */
  afterReturn: boolean;
}

/**
 * Splits at blank lines (`\n\n`, `\r\r`, `\r\n\r\n` and mixtures). Looks at every byte once.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export function splitEvents(): EventSplitter {
  const open: Open = { begun: new PieceList(), lineIsEmpty: true, anyLine: false, afterReturn: false };
  return {
    push: (chunk) =>
      open.afterReturn || chunk.includes(carriageReturn) ? pushMixed(open, chunk) : pushLines(open, chunk),
    rest: () => (open.begun.length === 0 ? null : complete(open, Buffer.alloc(0))),
    open: open.begun,
    isBetween: () => open.begun.length === 0 && !open.afterReturn,
  };
}

/** The incomplete event with the piece that ends it. */
function complete(open: Open, piece: Buffer): Buffer {
  if (open.begun.length === 0) return piece;
  open.begun.add(piece);
  const whole = open.begun.join();
  open.begun.clear();
  return whole;
}

/** Splits a chunk without carriage returns, as almost all are, with a native search for line feeds. */
function pushLines(open: Open, chunk: Buffer): readonly Buffer[] {
  const events: Buffer[] = [];
  let start = 0;
  let lineStart = 0;
  for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, lineStart)) {
    const isBlank = open.lineIsEmpty && end === lineStart;
    if (!isBlank) open.anyLine = true;
    lineStart = end + 1;
    open.lineIsEmpty = true;
    if (!isBlank || !open.anyLine) continue;
    events.push(complete(open, chunk.subarray(start, lineStart)));
    start = lineStart;
    open.anyLine = false;
  }
  if (lineStart < chunk.length) {
    open.lineIsEmpty = false;
    open.anyLine = true;
  }
  open.begun.add(chunk.subarray(start));
  return events;
}

/** Splits any chunk, byte by byte. */
function pushMixed(open: Open, chunk: Buffer): readonly Buffer[] {
  const events: Buffer[] = [];
  let start = 0;
  for (let index = 0; index < chunk.length; index += 1) {
    const byte = chunk[index];
    if (byte === lineFeed && open.afterReturn) {
      open.afterReturn = false;
      continue;
    }
    open.afterReturn = byte === carriageReturn;
    if (byte !== lineFeed && byte !== carriageReturn) {
      open.lineIsEmpty = false;
      open.anyLine = true;
      continue;
    }
    if (open.lineIsEmpty && open.anyLine) {
      if (open.afterReturn && chunk[index + 1] === lineFeed) {
        index += 1;
        open.afterReturn = false;
      }
      events.push(complete(open, chunk.subarray(start, index + 1)));
      start = index + 1;
      open.anyLine = false;
    }
    open.lineIsEmpty = true;
  }
  open.begun.add(chunk.subarray(start));
  return events;
}

/** The fields of one event. `data` is null if the event has no data line. */
interface EventFields {
  readonly name: string | null;
  readonly data: string | null;
  /** The field `error`, in which llama.cpp reports a failure; absent: none. */
  readonly error?: string;
  /** True if the event has other lines: comments, ids, unknown fields, a name that a later one replaces. */
  readonly hasMore: boolean;
}

/** The most lines of an event. Longer events get this text as data, which is not JSON, so that they are refused like others. */
const mostLines = 65_536;
const tooManyLines = 'an event of too many lines';

/** Reads `event:` and `data:` of one event. Ignores comments and other fields. */
export function readEventFields(bytes: Buffer): EventFields {
  const text = bytes.toString('utf8');
  const begin = text.startsWith('event: ') ? text.indexOf('\n') + 1 : 0;
  const data = text.startsWith('data: ', begin) ? singleLine(text, begin + 6) : null;
  if (data === null) return readLines(text);
  return { name: begin === 0 ? null : text.slice(7, begin - 1), data, hasMore: false };
}

/** The data of an event that has exactly one line of it, and that one last, as almost all have; null for any other. */
function singleLine(text: string, start: number): string | null {
  const end = text.indexOf('\n', start);
  if (end !== text.length - 2 || text.charCodeAt(end + 1) !== lineFeed || text.includes('\r')) return null;
  return text.slice(start, end);
}

function readLines(text: string): EventFields {
  let name: string | null = null;
  let data: string | null = null;
  let error: string | null = null;
  let hasMore = false;
  const begin = text.startsWith(byteOrderMark) ? 1 : 0;
  const lines = text.slice(begin).split(/\r\n|\n|\r/, mostLines + 1);
  if (lines.length > mostLines) return { name, data: tooManyLines, hasMore: true };
  for (const line of lines) {
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const from = line[colon + 1] === ' ' ? colon + 2 : colon + 1;
    const value = colon === -1 ? '' : line.slice(from);
    if (field !== 'data' && field !== 'event') {
      if (field === 'error' && value !== '') error = value;
      hasMore ||= line !== '';
      continue;
    }
    if (field === 'event') {
      hasMore ||= name !== null;
      name = value;
    } else data = data === null ? value : `${data}\n${value}`;
  }
  return { name, data, hasMore, ...(error !== null && { error }) };
}

/** A line with its line break. The last line of an incomplete event has none. */
const lineWithEnd = /[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g;

/**
 * Removes lines from an event. Of a removed comment the colon stays, to keep the connection alive. `data` lines and blank lines are
 * never removed.
 *
 * @param mayPass called with each other line, without its line break; false removes it
 */
export function withoutLines(bytes: Buffer, mayPass: (line: string) => boolean): Buffer {
  const text = bytes.toString('latin1');
  const passing = (text.match(lineWithEnd) ?? []).map((whole) => {
    const line = whole.replace(/[\r\n]+$/, '').replace(markBytes, '');
    if (line === '' || /^data(?::|$)/.test(line) || mayPass(line)) return whole;
    return line.startsWith(':') ? `:${/[\r\n]*$/.exec(whole)?.[0] ?? ''}` : '';
  });
  return Buffer.from(passing.join(''), 'latin1');
}

/** Adds the final line feed to the last event of a stream that ends with `\r\n\r`. */
export const withLineFeed = (event: Buffer): Buffer =>
  event.toString('latin1', event.length - 3) === '\r\n\r' ? Buffer.concat([event, Buffer.from('\n')]) : event;

/**
 * Adds the blank line to an event that its upstream ended without one. Null if there is no line at all.
 *
 * @param rest the bytes after the last complete event
 */
export function endEvent(rest: Buffer): Buffer | null {
  if (rest.every((byte) => byte === lineFeed || byte === carriageReturn)) return null;
  const last = rest.at(-1);
  const end = last === lineFeed ? '\n' : last === carriageReturn ? '\r' : '\n\n';
  return Buffer.concat([rest, Buffer.from(end)]);
}

/** Writes an event: `event:` if there is a name, then one line of data. */
export const writeEvent = (name: string | null, data: string): Buffer =>
  Buffer.from(`${name === null ? '' : `event: ${name}\n`}data: ${data}\n\n`);

const space = 0x20;
const dataField = Buffer.from('data:');

/** `byteOrderMark` in UTF-8. */
const markPrefix = Buffer.from('\uFEFF');

/** One `data:` line of an event. */
interface DataLine {
  readonly start: number;
  /** First byte of its value. */
  readonly value: number;
  /** First byte after its value. */
  readonly end: number;
  /** First byte of the next line. */
  readonly next: number;
}

/** The `data:` lines of an event. */
function dataLines(bytes: Buffer): readonly DataLine[] {
  const found: DataLine[] = [];
  let start = bytes.subarray(0, markPrefix.length).equals(markPrefix) ? markPrefix.length : 0;
  while (start < bytes.length) {
    let end = start;
    while (end < bytes.length && bytes[end] !== lineFeed && bytes[end] !== carriageReturn) end += 1;
    const next = end + (bytes[end] === carriageReturn && bytes[end + 1] === lineFeed ? 2 : 1);
    if (bytes.subarray(start, start + dataField.length).equals(dataField)) {
      const from = start + dataField.length;
      found.push({ start, value: bytes[from] === space ? from + 1 : from, end, next });
    }
    start = next;
  }
  return found;
}

/**
 * Changes the data of one server-sent event. All other bytes stay the same. Data of several lines is replaced by one line.
 *
 * @param change receives the data and returns the new data, without line breaks
 */
export function spliceEvent(bytes: Buffer, change: (data: Buffer) => Buffer): Buffer {
  const [first, ...others] = dataLines(bytes);
  if (!first) return bytes;
  const lines = [first, ...others].map(({ value, end }) => bytes.subarray(value, end));
  const data = lines.length === 1 ? bytes.subarray(first.value, first.end) : joined(lines);
  const changed = change(data);
  if (changed === data) return bytes;
  const parts: Buffer[] = [bytes.subarray(0, first.value), changed];
  let from = first.end;
  for (const { start, next } of others) {
    parts.push(bytes.subarray(from, start));
    from = next;
  }
  return Buffer.concat([...parts, bytes.subarray(from)]);
}

/** Joins lines of JSON with spaces: the line breaks between them are white space too. */
const joined = (lines: readonly Buffer[]): Buffer =>
  Buffer.concat(lines.flatMap((line, index) => (index === 0 ? [line] : [Buffer.from(' '), line])));

/** The bytes of an event. If an error is hidden in its data, they are written anew from the parsed data. */
export const withoutHidden = (bytes: Buffer, text: string, data: Json | undefined): Buffer =>
  hidesError(text, data) ? spliceEvent(bytes, () => Buffer.from(JSON.stringify(data))) : bytes;
