import { crc32 } from 'node:zlib';
import { BrokenUpstream } from '../upstream.ts';
import { PieceList } from '../../shared/collections.ts';

/** One message of `application/vnd.amazon.eventstream`. */
export interface Frame {
  /** Headers of type string, by name; those of other types are skipped. */
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Buffer;
}

/** Bytes of the prelude (two lengths and their checksum), of a checksum, and of the largest frame that is accepted. */
const preludeLength = 12;
const checksumLength = 4;
const largestFrame = 24 * 1_048_576;

/** Bytes of the value of each type of header; null if two bytes before the value state them. */
const valueLengths: readonly (number | null)[] = [0, 0, 1, 2, 4, 8, null, null, 8, 16];
const stringType = 7;

const broken = (what: string): BrokenUpstream => new BrokenUpstream('upstream_cut', `the event stream ${what}`);

/** Cuts an event stream into its frames. */
interface FrameSplitter {
  /** The frames that a chunk completes. Read all of them before the next chunk. @throws {BrokenUpstream} where bytes are no frame */
  readonly push: (chunk: Buffer) => Iterable<Frame>;
  /** @throws {BrokenUpstream} where the stream ended within a frame */
  readonly end: () => void;
}

/**
 * Reads frames from chunks of any size. Lengths and checksum of the prelude are checked before the rest of a frame is waited
 * for, the checksum of the whole before anything in it is read.
 *
 * @see https://docs.aws.amazon.com/lexv2/latest/dg/event-stream-encoding.html
 */
export function splitFrames(): FrameSplitter {
  const begun = new PieceList();
  let total: number | null = null;
  return {
    // A generator, so that the frames before a broken one are not lost.
    *push(chunk) {
      begun.add(chunk);
      if (begun.length < (total ?? preludeLength)) return;
      let data = begun.join();
      begun.clear();
      while (data.length >= (total ?? preludeLength)) {
        total ??= readPrelude(data);
        if (data.length < total) break;
        yield readFrame(data.subarray(0, total));
        data = data.subarray(total);
        total = null;
      }
      begun.add(data);
    },
    end: () => {
      if (begun.length > 0) throw broken('ended within a frame');
    },
  };
}

/** The length of a whole frame. @throws {BrokenUpstream} */
function readPrelude(data: Buffer): number {
  const total = data.readUInt32BE(0);
  const headers = data.readUInt32BE(4);
  if (crc32(data.subarray(0, 8)) !== data.readUInt32BE(8)) throw broken('has a prelude with a wrong checksum');
  if (total > largestFrame) throw broken('has a frame that is too long');
  if (headers > total - preludeLength - checksumLength) throw broken('has a frame with impossible lengths');
  return total;
}

/** @throws {BrokenUpstream} */
function readFrame(frame: Buffer): Frame {
  const end = frame.length - checksumLength;
  if (crc32(frame.subarray(0, end)) !== frame.readUInt32BE(end)) throw broken('has a frame with a wrong checksum');
  const headersEnd = preludeLength + frame.readUInt32BE(4);
  return {
    headers: readHeaders(frame.subarray(preludeLength, headersEnd)),
    payload: frame.subarray(headersEnd, end),
  };
}

function readHeaders(data: Buffer): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  let at = 0;
  /** Passes over bytes, and returns where they begin. */
  const pass = (length: number): number => {
    const from = at;
    at += length;
    if (at > data.length) throw broken('has a frame with headers that are too long');
    return from;
  };
  while (at < data.length) {
    const nameLength = data.readUInt8(pass(1));
    const nameAt = pass(nameLength);
    const name = data.toString('utf8', nameAt, nameAt + nameLength);
    const type = data.readUInt8(pass(1));
    const fixed = valueLengths[type];
    if (fixed === undefined) throw broken('has a header of an unknown type');
    const length = fixed ?? data.readUInt16BE(pass(2));
    const valueAt = pass(length);
    if (type === stringType) headers[name] = data.toString('utf8', valueAt, valueAt + length);
  }
  return headers;
}
