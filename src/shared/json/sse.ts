const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** May stand before a stream's first event. */
const byteOrderMark = '\uFEFF';

/** The same, read byte by byte. */
const markBytes = /^\xef\xbb\xbf/;

/** Splits a byte stream into server-sent events, each with the very bytes it came in. */
export interface EventSplitter {
  /** Events completed by this chunk; each is a view of it where the event did not begin in an earlier chunk. */
  readonly push: (chunk: Buffer) => readonly Buffer[];
  /** What came after the last blank line; null when there was nothing. An upstream that forgot the last blank line ends here. */
  readonly rest: () => Buffer | null;
  /** Bytes of the event that is still open. */
  readonly pending: () => number;
  /** True where the next byte begins an event: nothing of one has come. */
  readonly isBetween: () => boolean;
}

/** Where a stream stands between two chunks. */
interface Open {
  /** The beginning of an event that is not whole yet, and its size. */
  pieces: Buffer[];
  bytes: number;
  /** The line that has begun has no bytes so far. */
  lineIsEmpty: boolean;
  /** The event that has begun has a line with bytes. */
  anyLine: boolean;
  /** The byte before was a carriage return: a line feed belongs to it. */
  afterReturn: boolean;
}

/**
 * Splits at blank lines (`\n\n`, `\r\r`, `\r\n\r\n` and mixtures), looking at every byte once.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export function splitEvents(): EventSplitter {
  const open: Open = { pieces: [], bytes: 0, lineIsEmpty: true, anyLine: false, afterReturn: false };
  return {
    push: (chunk) =>
      open.afterReturn || chunk.includes(carriageReturn) ? pushMixed(open, chunk) : pushLines(open, chunk),
    rest: () => (open.bytes === 0 ? null : complete(open, Buffer.alloc(0))),
    pending: () => open.bytes,
    isBetween: () => open.bytes === 0 && !open.afterReturn,
  };
}

/** What is open, with the piece that ends it. */
function complete(open: Open, piece: Buffer): Buffer {
  if (open.bytes === 0) return piece;
  const whole = Buffer.concat([...open.pieces, piece]);
  open.pieces = [];
  open.bytes = 0;
  return whole;
}

function keepOpen(open: Open, piece: Buffer): void {
  if (piece.length === 0) return;
  open.pieces.push(piece);
  open.bytes += piece.length;
}

/** A chunk without a carriage return, as almost all are, is gone through by a native search from line to line. */
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
  keepOpen(open, chunk.subarray(start));
  return events;
}

/** Any chunk, byte by byte. */
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
  keepOpen(open, chunk.subarray(start));
  return events;
}

/** The fields of one event that matter here. `data` is null when the event has no data line. */
interface EventFields {
  readonly name: string | null;
  readonly data: string | null;
  /** True when the event has other lines: comments, ids, fields that no standard knows, a name that another one replaces. */
  readonly hasMore: boolean;
}

/** Lines of an event that are read. Data of more is given as this text, which is no JSON, so that it is refused like any other. */
const mostLines = 65_536;
const tooManyLines = 'an event of too many lines';

/** Reads `event:` and `data:` of one event; comments and other fields are passed over. */
export function readEventFields(bytes: Buffer): EventFields {
  const text = bytes.toString('utf8');
  const single = text.startsWith('data: ') ? singleLine(text) : null;
  return single === null ? readLines(text) : { name: null, data: single, hasMore: false };
}

/** The data of an event that is one line of data and nothing else, as almost all of Spec A's are. Null for any other. */
function singleLine(text: string): string | null {
  const end = text.indexOf('\n');
  if (end !== text.length - 2 || text.charCodeAt(end + 1) !== lineFeed || text.includes('\r')) return null;
  return text.slice(6, end);
}

function readLines(text: string): EventFields {
  let name: string | null = null;
  let data: string | null = null;
  let hasMore = false;
  const begin = text.startsWith(byteOrderMark) ? 1 : 0;
  const lines = text.slice(begin).split(/\r\n|\n|\r/, mostLines + 1);
  if (lines.length > mostLines) return { name, data: tooManyLines, hasMore: true };
  for (const line of lines) {
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    if (field !== 'data' && field !== 'event') {
      hasMore ||= line !== '';
      continue;
    }
    const from = line[colon + 1] === ' ' ? colon + 2 : colon + 1;
    const value = colon === -1 ? '' : line.slice(from);
    if (field === 'event') {
      hasMore ||= name !== null;
      name = value;
    } else data = data === null ? value : `${data}\n${value}`;
  }
  return { name, data, hasMore };
}

/** A line with its end; the last one of an event that is not whole has none. */
const lineWithEnd = /[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g;

/**
 * An event without the lines that may not pass: of a comment the colon stays, as a sign of life, any other line is taken out.
 * Lines of `data` and blank ones always pass.
 *
 * @param mayPass gets each other line, without its end
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

/** The last event of a stream, with the line feed that may still have been on its way when the event was whole. */
export const withLineFeed = (event: Buffer): Buffer =>
  event.toString('latin1', event.length - 3) === '\r\n\r' ? Buffer.concat([event, Buffer.from('\n')]) : event;

/**
 * The bytes of an event that its upstream ended without a blank line, with one. Null for what has no line at all.
 *
 * @param rest what came after the last whole event
 */
export function endEvent(rest: Buffer): Buffer | null {
  if (rest.every((byte) => byte === lineFeed || byte === carriageReturn)) return null;
  const last = rest.at(-1);
  const end = last === lineFeed ? '\n' : last === carriageReturn ? '\r' : '\n\n';
  return Buffer.concat([rest, Buffer.from(end)]);
}

/** An event as bytes: `event:` where there is a name, then one line of data. */
export const writeEvent = (name: string | null, data: string): Buffer =>
  Buffer.from(`${name === null ? '' : `event: ${name}\n`}data: ${data}\n\n`);

const space = 0x20;
const dataField = Buffer.from('data:');

/** May stand before a stream's first event. */
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
 * Changes the data of one server-sent event; every other byte stays. Data in several lines comes back in the first of them.
 *
 * @param change gets the data and gives what stands in its place, without line breaks
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

/** Line breaks between lines of JSON are white space, and so is what stands here in their place. */
const joined = (lines: readonly Buffer[]): Buffer =>
  Buffer.concat(lines.flatMap((line, index) => (index === 0 ? [line] : [Buffer.from(' '), line])));
