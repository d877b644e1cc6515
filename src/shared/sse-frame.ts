const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** May stand before a stream's first event. */
const byteOrderMark = '\uFEFF';

/** Splits a byte stream into server-sent events, each with the very bytes it came in. */
export interface EventSplitter {
  /** Events completed by this chunk; each is a view of it where the event did not begin in an earlier chunk. */
  readonly push: (chunk: Buffer) => readonly Buffer[];
  /** What came after the last blank line; null when there was nothing. An upstream that forgot the last blank line ends here. */
  readonly rest: () => Buffer | null;
  /** Bytes of the event that is still open. */
  readonly pending: () => number;
}

/**
 * Splits at blank lines (`\n\n`, `\r\r`, `\r\n\r\n` and mixtures), looking at every byte once.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export function splitEvents(): EventSplitter {
  let carried: Buffer[] = [];
  let carriedBytes = 0;
  let lineIsEmpty = true;
  let anyLine = false;
  let afterReturn = false;

  const take = (chunk: Buffer, start: number, end: number): Buffer => {
    const piece = chunk.subarray(start, end);
    if (carriedBytes === 0) return piece;
    const whole = Buffer.concat([...carried, piece]);
    carried = [];
    carriedBytes = 0;
    return whole;
  };

  const carry = (chunk: Buffer, start: number): void => {
    if (start === chunk.length) return;
    carried.push(chunk.subarray(start));
    carriedBytes += chunk.length - start;
  };

  /** Without a carriage return, as almost all are, a chunk is gone through by a native search from line to line. */
  const pushLines = (chunk: Buffer): readonly Buffer[] => {
    const events: Buffer[] = [];
    let start = 0;
    let lineStart = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, lineStart)) {
      if (end > lineStart) {
        lineIsEmpty = false;
        anyLine = true;
      }
      if (lineIsEmpty && anyLine) {
        events.push(take(chunk, start, end + 1));
        start = end + 1;
        anyLine = false;
      }
      lineIsEmpty = true;
      lineStart = end + 1;
    }
    if (lineStart < chunk.length) {
      lineIsEmpty = false;
      anyLine = true;
    }
    carry(chunk, start);
    return events;
  };

  const push = (chunk: Buffer): readonly Buffer[] => {
    if (!afterReturn && !chunk.includes(carriageReturn)) return pushLines(chunk);
    const events: Buffer[] = [];
    let start = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index];
      if (byte === lineFeed && afterReturn) {
        afterReturn = false;
        continue;
      }
      afterReturn = byte === carriageReturn;
      if (byte !== lineFeed && byte !== carriageReturn) {
        lineIsEmpty = false;
        anyLine = true;
        continue;
      }
      if (lineIsEmpty && anyLine) {
        if (afterReturn && chunk[index + 1] === lineFeed) {
          index += 1;
          afterReturn = false;
        }
        events.push(take(chunk, start, index + 1));
        start = index + 1;
        anyLine = false;
      }
      lineIsEmpty = true;
    }
    carry(chunk, start);
    return events;
  };

  const rest = (): Buffer | null => (carriedBytes === 0 ? null : take(Buffer.alloc(0), 0, 0));

  return { push, rest, pending: () => carriedBytes };
}

/** The fields of one event that matter here. `data` is null when the event has no data line. */
export interface EventFields {
  readonly name: string | null;
  readonly data: string | null;
}

/** Reads `event:` and `data:` of one event; comments and other fields are passed over. */
export function readEventFields(bytes: Buffer): EventFields {
  const text = bytes.toString('utf8');
  const single = text.startsWith('data: ') ? singleLine(text) : null;
  return single === null ? readLines(text) : { name: null, data: single };
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
  const begin = text.startsWith(byteOrderMark) ? 1 : 0;
  for (const line of text.slice(begin).split(/\r\n|\n|\r/)) {
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    if (field !== 'data' && field !== 'event') continue;
    const from = line[colon + 1] === ' ' ? colon + 2 : colon + 1;
    const value = colon === -1 ? '' : line.slice(from);
    if (field === 'event') name = value;
    else data = data === null ? value : `${data}\n${value}`;
  }
  return { name, data };
}

/** An event as bytes: `event:` where there is a name, then one line of data. */
export const writeEvent = (name: string | null, data: string): Buffer =>
  Buffer.from(`${name === null ? '' : `event: ${name}\n`}data: ${data}\n\n`);
