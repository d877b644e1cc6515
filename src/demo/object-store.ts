import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { randomBase62 } from '../shared/ids.ts';
import type { JsonObject } from '../shared/json/json.ts';

/** A stored object. */
export interface StoredObject {
  /** Epoch milliseconds, for the order of lists and the progress of batches. */
  readonly createdAt: number;
  readonly body: JsonObject;
  readonly bytes: StoredBytes | null;
}

/** The kinds of stored objects, which are also their id prefixes. */
export type Kind = 'file' | 'batch' | 'msgbatch' | 'voice' | 'consent';

/** All stored objects, in the order of creation. */
export type DemoObjects = ReadonlyMap<Kind, Map<string, StoredObject>>;

const kinds: readonly Kind[] = ['file', 'batch', 'msgbatch', 'voice', 'consent'];

export const emptyObjects = (): DemoObjects => new Map(kinds.map((kind) => [kind, new Map<string, StoredObject>()]));

/** The objects of a kind. */
export function objectsOf(objects: DemoObjects, kind: Kind): Map<string, StoredObject> {
  const found = objects.get(kind);
  if (!found) throw new Error(`The demo stores no ${kind}.`);
  return found;
}

/** Deletes all stored bytes. */
export async function clearObjects(objects: DemoObjects): Promise<void> {
  const all = [...objects.values()].flatMap((ofKind) => [...ofKind.values()]);
  await Promise.all(all.flatMap(({ bytes }) => (bytes ? [bytes.close()] : [])));
}

/** Stored bytes. */
export interface StoredBytes {
  readonly length: number;
  readonly stream: () => Readable;
  readonly text: () => Promise<string>;
  /** Frees them. Streams that have begun go on to their end. */
  readonly close: () => Promise<void>;
}

/** Bytes that are read at once. */
const pieceBytes = 65_536;

/**
 * Stores bytes in an unlinked file, so that uploads of any size need no memory, and nothing stays on the disk when the process
 * ends.
 */
export async function storeBytes(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<StoredBytes> {
  const path = join(tmpdir(), `diglot-demo-${randomBase62(16)}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  try {
    return storedBytes(file, await writeAll(file, source));
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function writeAll(file: FileHandle, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<number> {
  let length = 0;
  for await (const bytes of source) {
    await file.write(bytes, 0, bytes.length, length);
    length += bytes.length;
  }
  return length;
}

/**
 * A stream of Node's own would end with the file, and break off an answer whose bytes the client has had, together with the next
 * request on its connection.
 */
async function* readPieces(file: FileHandle, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < length;) {
    const piece = Buffer.alloc(Math.min(pieceBytes, length - at));
    const { bytesRead } = await file.read(piece, 0, piece.length, at);
    if (bytesRead === 0) throw new Error('The stored bytes are cut.');
    at += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}

function storedBytes(file: FileHandle, length: number): StoredBytes {
  let readers = 0;
  let isOver = false;
  const free = (): Promise<void> => (isOver && readers === 0 ? file.close() : Promise.resolve());
  const stream = (): Readable => {
    readers += 1;
    return Readable.from(readPieces(file, length), { objectMode: false }).once('close', () => {
      readers -= 1;
      free().catch(() => undefined);
    });
  };
  const text = async (): Promise<string> => {
    const buffer = Buffer.alloc(length);
    await file.read(buffer, 0, length, 0);
    return buffer.toString('utf8');
  };
  return {
    length,
    stream,
    text,
    close: () => {
      isOver = true;
      return free();
    },
  };
}
