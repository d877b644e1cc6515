import { constants } from 'node:fs';
import { mkdir, open, statfs, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { OpenFormSpool, OpenSpool, Spool } from '../../objects/byte-storage.ts';
import { randomBase62 } from '../../shared/ids.ts';
import { codeOf } from '../../shared/make-folder.ts';

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

/** Limits on the bytes of forms that wait on the disk at one time. */
interface SpoolLimits {
  /** The most bytes of all calls; null: half of what is free, so that the database can grow. */
  readonly spoolBytes: number | null;
  /** The most bytes of the calls of one key; null: half of the above. */
  readonly keySpoolBytes: number | null;
}

/**
 * Makes the spools of one folder: those of the gateway's own work, and those of forms, which share a budget.
 *
 * @param limits returns the limits in force; called for every write
 */
export function openSpools(folder: string, limits: () => SpoolLimits) {
  const openSpool = makeSpools(folder);
  const freeBytes = async (): Promise<number> => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  };
  return { openSpool, openFormSpool: limitSpools({ openSpool, freeBytes, limits }) };
}

interface Parts {
  readonly openSpool: OpenSpool;
  /** Bytes that are free on the disk of the spools. */
  readonly freeBytes: () => Promise<number>;
  readonly limits: () => SpoolLimits;
}

/** The part of the free space that forms may take, and the part of that which those of one key may take. */
const freePart = 2;
const keyPart = 2;

/** The free space is read again after this many bytes. */
const readAfter = 16_777_216;

/**
 * Counts the bytes of spools, in the whole process and by key. A single form of a key is bounded by the process alone, because it
 * would not fit later either.
 */
export function limitSpools({ openSpool, freeBytes, limits }: Parts): OpenFormSpool {
  let all = 0;
  let byFree = 0;
  let sinceRead = Infinity;
  const holders = new Map<string, number>();

  const count = (holder: string, bytes: number): void => {
    all += bytes;
    const own = (holders.get(holder) ?? 0) + bytes;
    if (own > 0) holders.set(holder, own);
    else holders.delete(holder);
  };
  const mostOfProcess = async (): Promise<number> => {
    const { spoolBytes } = limits();
    if (spoolBytes !== null) return spoolBytes;
    if (sinceRead >= readAfter) {
      const free = await freeBytes();
      byFree = Math.floor((free + all) / freePart);
      sinceRead = 0;
    }
    return byFree;
  };

  return async (holder) => {
    const spool = await openSpool().catch(refuseIfFull);
    sinceRead = Infinity;
    let held = 0;
    const take = async (bytes: number): Promise<void> => {
      const process = await mostOfProcess();
      const key = limits().keySpoolBytes ?? Math.floor(process / keyPart);
      const own = holders.get(holder) ?? 0;
      if (own + bytes > key && own > held) throw spent('The calls of this key', key);
      if (all + bytes > process) throw spent('All calls together', process);
      held += bytes;
      sinceRead += bytes;
      count(holder, bytes);
    };
    const giveBack = (): void => {
      count(holder, -held);
      held = 0;
    };
    const write: Spool['write'] = async (bytes) => {
      await take(bytes.length);
      return spool.write(bytes).catch(refuseIfFull);
    };
    return { ...spool, write, close: () => spool.close().finally(giveBack) };
  };
}

function refuseIfFull(error: unknown): never {
  throw isFull(error) ? full(error) : error;
}

/** Seconds: forms on the disk come slowly. */
const headers = { 'retry-after': '10' };

const spent = (whose: string, bound: number): GatewayError =>
  new GatewayError(
    'overloaded',
    `${whose} hold the most bytes of forms on the disk that they may: ${bound.toLocaleString('en-US')} bytes. Send the request again in a moment. A form that has its model before its file may not have to wait there.`,
    { headers },
  );

const isFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(codeOf(error));

const full = (cause: unknown): GatewayError =>
  new GatewayError(
    'overloaded',
    'There is no space for the form on the disk at the moment. Send the request again later.',
    {
      headers,
      cause,
    },
  );
