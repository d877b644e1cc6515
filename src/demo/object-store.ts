import { createReadStream } from 'node:fs';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { randomBase62 } from '../shared/ids.ts';
import type { JsonObject } from '../shared/json/json.ts';

/** An object that a caller can come back for. */
export interface Kept {
  /** Epoch milliseconds; places it in lists and tells how far a batch has come. */
  readonly createdAt: number;
  readonly body: JsonObject;
  readonly bytes: KeptBytes | null;
}

/** The kinds of object that the demo keeps; the names are the ids' prefixes as well. */
export type Kind = 'file' | 'batch' | 'msgbatch' | 'voice' | 'consent';

/** Everything that the demo keeps while it runs, in the order it came. */
export type DemoObjects = ReadonlyMap<Kind, Map<string, Kept>>;

const kinds: readonly Kind[] = ['file', 'batch', 'msgbatch', 'voice', 'consent'];

export const emptyObjects = (): DemoObjects => new Map(kinds.map((kind) => [kind, new Map<string, Kept>()]));

/** The objects of a kind. */
export function objectsOf(objects: DemoObjects, kind: Kind): Map<string, Kept> {
  const found = objects.get(kind);
  if (!found) throw new Error(`The demo keeps no ${kind}.`);
  return found;
}

/** Lets go of all kept bytes. */
export async function clearObjects(objects: DemoObjects): Promise<void> {
  const all = [...objects.values()].flatMap((ofKind) => [...ofKind.values()]);
  await Promise.all(all.flatMap(({ bytes }) => (bytes ? [bytes.close()] : [])));
}

/** Bytes that the demo keeps while it runs. */
export interface KeptBytes {
  readonly length: number;
  readonly stream: () => Readable;
  readonly text: () => Promise<string>;
  readonly close: () => Promise<void>;
}

/**
 * Writes bytes to a file that has no name any more: memory stays flat for uploads of any size, and nothing is left on
 * the disk, however the process ends.
 */
export async function keepBytes(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<KeptBytes> {
  const path = join(tmpdir(), `diglot-demo-${randomBase62(16)}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  try {
    return kept(file, await writeAll(file, source));
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

function kept(file: FileHandle, length: number): KeptBytes {
  const stream = (): Readable => createReadStream('', { fd: file, start: 0, autoClose: false });
  const text = async (): Promise<string> => {
    const buffer = Buffer.alloc(length);
    await file.read(buffer, 0, length, 0);
    return buffer.toString('utf8');
  };
  return { length, stream, text, close: () => file.close() };
}
