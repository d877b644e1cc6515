import { constants } from 'node:fs';
import { mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenSpool } from '../../objects/byte-storage.ts';
import { randomBase62 } from '../../shared/ids.ts';

/**
 * A spool in a file that is unlinked before its first byte: nothing is left on the disk, however the process ends.
 *
 * @param folder is made when it is absent
 */
export const makeSpools =
  (folder: string): OpenSpool =>
  async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `spool-${randomBase62(16)}`);
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
