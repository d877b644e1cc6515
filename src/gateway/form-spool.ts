import { constants } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBase62 } from '../shared/ids.ts';

/** Bytes that wait on the disk until the call that they belong to can begin. */
export interface Spool {
  /** Appends; resolves with the place where the bytes begin. One writer at a time. */
  readonly write: (bytes: Buffer) => Promise<number>;
  /** Up to `length` bytes from `position`; fewer only at the end. */
  readonly read: (position: number, length: number) => Promise<Buffer>;
  /** Forgets everything. */
  readonly close: () => Promise<void>;
}

/** Makes spools in one folder. */
export type OpenSpool = () => Promise<Spool>;

/**
 * A spool in a file that has no name any more before the first byte is in it: nothing is left on the disk, however the
 * process ends.
 *
 * @param folder exists
 */
export const makeSpools =
  (folder: string): OpenSpool =>
  async () => {
    const path = join(folder, `upload-${randomBase62(16)}`);
    const file = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600);
    let end = 0;
    let closing: Promise<void> | null = null;
    await unlink(path).catch(async (error: unknown) => {
      await file.close();
      throw error;
    });
    return {
      write: async (bytes) => {
        const begins = end;
        for (let written = 0; written < bytes.length;) {
          const { bytesWritten } = await file.write(bytes, written, bytes.length - written, begins + written);
          written += bytesWritten;
        }
        end = begins + bytes.length;
        return begins;
      },
      read: async (position, length) => {
        const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(length), 0, length, position);
        return buffer.subarray(0, bytesRead);
      },
      close: () => (closing ??= file.close()),
    };
  };
