import { createReadStream } from 'node:fs';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
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
  readonly close: () => Promise<void>;
}

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

function storedBytes(file: FileHandle, length: number): StoredBytes {
  const stream = (): Readable => createReadStream('', { fd: file, start: 0, autoClose: false });
  const text = async (): Promise<string> => {
    const buffer = Buffer.alloc(length);
    await file.read(buffer, 0, length, 0);
    return buffer.toString('utf8');
  };
  return { length, stream, text, close: () => file.close() };
}
