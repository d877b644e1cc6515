import { readEventFields, writeEvent } from './sse-frame.ts';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const dataField = Buffer.from('data:');

/** Where an event's data stands. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** The places of an event's `data:` values. */
function dataSpans(bytes: Buffer): readonly Span[] {
  const spans: Span[] = [];
  for (let start = 0; start < bytes.length;) {
    let end = start;
    while (end < bytes.length && bytes[end] !== lineFeed && bytes[end] !== carriageReturn) end += 1;
    if (bytes.subarray(start, start + dataField.length).equals(dataField)) {
      const from = start + dataField.length;
      spans.push({ start: bytes[from] === space ? from + 1 : from, end });
    }
    start = end + 1;
  }
  return spans;
}

/**
 * Changes the data of one server-sent event; every other byte stays. Data in several lines comes back in one, and a byte
 * order mark before it goes.
 *
 * @param change gets the data and gives what stands in its place, without line breaks
 */
export function spliceEvent(bytes: Buffer, change: (data: Uint8Array) => Uint8Array): Buffer {
  const spans = dataSpans(bytes);
  const [only] = spans;
  if (spans.length === 1 && only) {
    const data = bytes.subarray(only.start, only.end);
    const changed = change(data);
    return changed === data ? bytes : Buffer.concat([bytes.subarray(0, only.start), changed, bytes.subarray(only.end)]);
  }
  const { name, data } = readEventFields(bytes);
  if (data === null) return bytes;
  const line = Buffer.from(data.replaceAll('\n', ' '));
  const changed = change(line);
  return changed === line ? bytes : writeEvent(name, Buffer.from(changed).toString('utf8'));
}
