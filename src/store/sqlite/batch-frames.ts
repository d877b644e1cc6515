import { deserialize, serialize } from 'node:v8';
import type { Batch, BatchAnswer } from '../shared/batch-queue.ts';

/**
 * Batches and their answers between a worker and the thread that owns the database. Each is a frame: its length (4 bytes, little
 * endian), a byte for its form, and its content.
 */

const lengthBytes = 4;

const forms = {
  /** A structured clone. */
  clone: 0,
  /** A batch that only settles calls: the rest of it as a line of JSON, then their text as it is. */
  calls: 1,
  /** Every call was charged as asked, and nothing else was. */
  settled: 2,
  /** JSON: what is read before it is known who sent it is no structured clone. */
  greeting: 3,
} as const;

type Form = (typeof forms)[keyof typeof forms];

function frameOf(form: Form, length: number): Buffer {
  const frame = Buffer.allocUnsafe(lengthBytes + 1 + length);
  frame.writeUInt32LE(1 + length, 0);
  frame[lengthBytes] = form;
  return frame;
}

function writeClone(value: unknown): Buffer {
  const content = serialize(value);
  const frame = frameOf(forms.clone, content.length);
  content.copy(frame, lengthBytes + 1);
  return frame;
}

function writeText(form: Form, text: string): Buffer {
  const length = Buffer.byteLength(text);
  const frame = frameOf(form, length);
  frame.write(text, lengthBytes + 1, length);
  return frame;
}

const settledFrame = frameOf(forms.settled, 0);

const readClone = (content: Buffer): unknown => deserialize(content.subarray(1));

/** A worker's first frame. */
interface Greeting {
  readonly token: string;
  readonly instanceId: string;
}

export const writeGreeting = (greeting: Greeting): Buffer => writeText(forms.greeting, JSON.stringify(greeting));

/** @returns null for anything else, from whomever it comes */
export function readGreeting(content: Buffer): Greeting | null {
  try {
    if (content[0] !== forms.greeting) return null;
    const said: unknown = JSON.parse(content.toString('utf8', 1));
    if (typeof said !== 'object' || said === null || !('token' in said) || !('instanceId' in said)) return null;
    return { token: String(said.token), instanceId: String(said.instanceId) };
  } catch {
    return null;
  }
}

export function writeBatch(batch: Batch): Buffer {
  const { now, settle, requests } = batch;
  if (settle === null || requests.length > 0) return writeClone(batch);
  const { text, ids, fit } = settle;
  // JSON has no line break of its own.
  return writeText(forms.calls, `${JSON.stringify([now, ids, fit])}\n${text}`);
}

export function readBatch(content: Buffer): Batch {
  if (content[0] !== forms.calls) return readClone(content) as Batch;
  const end = content.indexOf(10);
  const [now, ids, fit] = JSON.parse(content.toString('utf8', 1, end)) as [number, readonly string[], boolean];
  return { now, settle: { text: content.toString('utf8', end + 1), ids, fit }, requests: [] };
}

export const writeAnswer = (answer: BatchAnswer): Buffer =>
  answer.answers.length === 0 && answer.settled.every((each) => each === null) ? settledFrame : writeClone(answer);

export const readAnswer = (content: Buffer): BatchAnswer =>
  // A call without a place of its own was charged as asked.
  content[0] === forms.settled ? { settled: [], answers: [] } : (readClone(content) as BatchAnswer);

/** The returned function takes what arrives, in pieces of any size, and passes on the content of each frame that is complete. */
export function makeFrameReader(take: (content: Buffer) => void): (piece: Buffer) => void {
  let pieces: Buffer[] = [];
  let present = 0;
  let needed = lengthBytes;
  return (piece) => {
    pieces.push(piece);
    present += piece.length;
    if (present < needed) return;
    let bytes = pieces.length === 1 ? piece : Buffer.concat(pieces, present);
    for (;;) {
      needed = bytes.length < lengthBytes ? lengthBytes : lengthBytes + bytes.readUInt32LE(0);
      if (bytes.length < needed) break;
      take(bytes.subarray(lengthBytes, needed));
      bytes = bytes.subarray(needed);
    }
    pieces = bytes.length === 0 ? [] : [bytes];
    present = bytes.length;
  };
}
