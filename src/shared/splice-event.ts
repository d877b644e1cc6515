const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const dataField = Buffer.from('data:');

/** May stand before a stream's first event. */
const byteOrderMark = Buffer.from('\uFEFF');

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
  let start = bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? byteOrderMark.length : 0;
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
