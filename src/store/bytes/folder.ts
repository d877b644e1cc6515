import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, unlink, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ByteReader, ByteSpan, ByteStorage, ByteWriter, StoredEntry } from '../../objects/byte-storage.ts';
import { randomBase62 } from '../../shared/ids.ts';
import { codeOf, FolderError, ignoreAbsent, makeFolder, syncFolder } from '../../shared/make-folder.ts';
import { oneDay } from '../../shared/time/calendar.ts';
import { StoreError } from '../store.ts';

const sliceBytes = 65_536;

/** Folder for unfinished writes, of all processes that use the drive. */
const unfinished = 'unfinished';

/** Milliseconds without a write after which an unfinished one belongs to a process that was killed. */
const abandonedAfter = oneDay;

/**
 * Bytes in a folder of this machine. They are written under another name, synced and renamed, so that a key always leads to complete
 * bytes, also after a power failure.
 *
 * @param folder created if it is absent; no other program writes into it
 * @throws {StoreError} if it cannot be made or written to: better at the start than with the first bytes
 */
export async function openFolderStorage(folder: string): Promise<ByteStorage> {
  await prepareFolder(folder);
  const opened = identityOf(folder);
  const trouble = (): string | null => (identityOf(folder) === opened ? null : replaced);
  return {
    trouble,
    write: async (name) => {
      // A new folder would take bytes that are lost once an unmounted disk is back.
      if (trouble() !== null) throw new Error(`${folder}: ${replaced}`);
      return write(folder, name);
    },
    read: (key, span) => read(join(folder, key), span),
    delete: (key) => unlink(join(folder, key)).catch(ignoreAbsent),
    list: () => list(folder),
  };
}

const replaced = 'The folder of the drive was removed or replaced while it was in use. Put it back, or restart.';

/** Identifies a folder, so that a replacement is noticed; null if there is none. */
function identityOf(folder: string): string | null {
  try {
    const { dev, ino } = statSync(folder, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
}

async function prepareFolder(folder: string): Promise<void> {
  const place = join(folder, unfinished);
  try {
    makeFolder(place);
    await removeAbandoned(folder);
  } catch (error) {
    const why = error instanceof FolderError ? error.message : `${folder} cannot be used (${codeOf(error)})`;
    throw new StoreError(
      `storage.drive cannot be used: ${why}. Name a folder that this user may write to, for example file:/var/lib/diglot/drive.`,
      { cause: error },
    );
  }
}

/** The time by the clock of the folder's file system. It also shows that files can be created there, not only read. */
async function timeIn(place: string): Promise<number> {
  const path = join(place, randomBase62(16));
  const file = await open(path, 'wx', 0o600);
  try {
    return (await file.stat()).mtimeMs;
  } finally {
    await file.close();
    await unlink(path).catch(ignoreAbsent);
  }
}

/** Removes what killed processes left. Other processes, such as other workers, may be writing there. */
async function removeAbandoned(folder: string): Promise<void> {
  const place = join(folder, unfinished);
  const oldest = (await timeIn(place)) - abandonedAfter;
  for (const name of await readdir(place)) {
    const path = join(place, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && found.mtimeMs < oldest) await rm(path, { recursive: true, force: true });
  }
}

async function write(folder: string, name: string): Promise<ByteWriter> {
  await mkdir(join(folder, unfinished), { recursive: true, mode: 0o700 });
  const path = join(folder, unfinished, randomBase62(16));
  const file = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let length = 0;
  return {
    write: async (bytes) => {
      hash.update(bytes);
      length += bytes.length;
      await file.writeFile(bytes);
    },
    finish: async () => {
      try {
        await file.sync();
      } finally {
        // A file that stays open ends the process when it is collected.
        await file.close();
      }
      const sha256 = hash.digest('hex');
      const key = byteKey(sha256, name);
      const place = join(folder, key);
      await mkdir(dirname(place), { recursive: true, mode: 0o700 });
      await rename(path, place);
      await syncFolder(dirname(place));
      await syncFolder(folder);
      return { key, length, sha256 };
    },
    abort: async () => {
      await file.close().catch(() => undefined);
      await unlink(path).catch(ignoreAbsent);
    },
  };
}

async function read(path: string, { first, last }: ByteSpan): Promise<ByteReader | null> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    ignoreAbsent(error);
    return null;
  }
  let position = first;
  return {
    read: async () => {
      const wanted = Math.min(sliceBytes, last + 1 - position);
      if (wanted <= 0) return null;
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(wanted), 0, wanted, position);
      if (bytesRead === 0) throw new Error('The stored bytes are shorter than their record says.');
      position += bytesRead;
      return buffer.subarray(0, bytesRead);
    },
    close: () => file.close(),
  };
}

async function* list(folder: string): AsyncGenerator<StoredEntry, void, undefined> {
  // What is listed may be deleted to free space on a full disk, and must be listed for that.
  await removeAbandoned(folder).catch(() => undefined);
  for (const objects of (await readdir(folder).catch(ignoreAbsent)) ?? []) {
    if (!/^[0-9a-f]{2}$/.test(objects)) continue;
    for (const name of (await readdir(join(folder, objects)).catch(ignoreAbsent)) ?? []) {
      const key = `${objects}/${name}`;
      const given = nameInKey(key);
      const found = given === null ? null : await stat(join(folder, key)).catch(() => null);
      if (given !== null && found) yield { key, name: given, writtenAt: found.mtimeMs };
    }
  }
}

/** The key of bytes: `ab/abcdef….name`, so that no folder grows without bound. */
export const byteKey = (sha256: string, name: string): string => `${sha256.slice(0, 2)}/${sha256}.${name}`;

/** The name in a key; null if the gateway did not write the key. */
export const nameInKey = (key: string): string | null => /^[0-9a-f]{2}\/[0-9a-f]{64}\.([\w-]+)$/.exec(key)?.[1] ?? null;
