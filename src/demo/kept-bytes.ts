import { createReadStream } from 'node:fs';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { randomBase62 } from '../shared/ids.ts';

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
