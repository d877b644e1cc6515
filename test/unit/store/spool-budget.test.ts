import { describe, expect, it } from 'vitest';
import type { OpenSpool } from '../../../src/objects/byte-storage.ts';
import { limitSpools } from '../../../src/store/bytes/spool.ts';

const byDefault = { spoolBytes: null, keySpoolBytes: null };

/** Spools on a disk of so many bytes, on which nothing else is. */
function setUp(disk: number) {
  let used = 0;
  const openSpool: OpenSpool = async () => {
    let own = 0;
    await Promise.resolve();
    return {
      write: (bytes) => {
        if (used + bytes.length > disk) return Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
        used += bytes.length;
        own += bytes.length;
        return Promise.resolve(own - bytes.length);
      },
      read: () => Promise.resolve(Buffer.alloc(0)),
      close: async () => {
        await Promise.resolve();
        used -= own;
        own = 0;
      },
    };
  };
  const open = (limits = byDefault as { spoolBytes: number | null; keySpoolBytes: number | null }) =>
    limitSpools({ openSpool, freeBytes: () => Promise.resolve(disk - used), limits: () => limits });
  return { open, used: () => used, fill: (bytes: number) => (used += bytes) };
}

const piece = Buffer.alloc(1_000);
const overloaded = expect.objectContaining({ code: 'overloaded' });

describe('the disk for forms', () => {
  it('is by default half of what is free, and half of that for the forms of one key', async () => {
    const disk = setUp(8_000);
    const open = disk.open();
    const [first, second, third] = [await open('a'), await open('a'), await open('b')];
    await first.write(piece);
    await second.write(piece);
    await expect(second.write(piece)).rejects.toEqual(overloaded);
    await third.write(piece);
    await third.write(piece);
    await expect(third.write(piece)).rejects.toEqual(overloaded);
    expect(disk.used()).toBe(4_000);
  });

  it('is free again when a form is closed, once however often that is', async () => {
    const disk = setUp(8_000);
    const open = disk.open({ spoolBytes: 2_000, keySpoolBytes: 2_000 });
    const [first, second] = [await open('a'), await open('a')];
    await first.write(piece);
    await first.write(piece);
    await expect(second.write(piece)).rejects.toEqual(overloaded);
    await Promise.all([first.close(), first.close()]);
    await second.write(piece);
    await second.write(piece);
    await expect(second.write(piece)).rejects.toEqual(overloaded);
  });

  it('is overloaded, and nothing worse, when something else has filled it', async () => {
    const disk = setUp(8_000);
    const spool = await disk.open({ spoolBytes: 8_000, keySpoolBytes: null })('a');
    disk.fill(7_500);
    await expect(spool.write(piece)).rejects.toEqual(overloaded);
  });
});
