import { constants } from 'node:fs';
import { mkdir, open, readFile, readdir, rename, stat, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { causeMessage } from '../../shared/log.ts';
import { ignoreAbsent, syncFolder } from '../../shared/make-folder.ts';
import { writeCalls, type Settlement } from '../shared/settle-row.ts';

/** Settled calls of one instance, in the format of `writeCalls`. */
export interface SpooledCalls {
  /** The instance whose leases they draw on. */
  readonly instanceId: string;
  readonly text: string;
}

/**
 * Files for settled calls that the database has not taken yet. The process that writes them posts the calls from memory; the files are
 * for the process after it.
 */
export interface SettleSpool {
  /**
   * Durable when resolved. One call at a time.
   * @throws if the disk is full, or the spool has reached its size; then nothing is kept
   */
  readonly write: (text: string) => Promise<void>;
  /**
   * Removes everything that was written, because the database has it.
   *
   * @param keepsFiles renames the files instead, to end with `.refused`, because the database refuses a part of them: nothing reads
   *   them again
   */
  readonly clear: (keepsFiles: boolean) => Promise<void>;
  /** As `clear`, but writes what the database lacks to a new file first. @throws as `write`; then all files stay */
  readonly shrink: (text: string, keepsFiles: boolean) => Promise<void>;
}

interface Parts {
  readonly folder: string;
  readonly instanceId: string;
  readonly mostBytes: number;
}

const ending = '.calls';
const damaged = '.damaged';
const refused = '.refused';

const sumOf = (body: string): string => crc32(body).toString(16).padStart(8, '0');

/** One line: a checksum, the instance, the calls. JSON has no line break outside of its strings, and none inside. */
function lineOf({ instanceId, text }: SpooledCalls): Buffer {
  const body = `${instanceId} ${text}`;
  return Buffer.from(`${sumOf(body)} ${body}\n`);
}

/** @returns null for an incomplete line */
function readLine(line: string): SpooledCalls | null {
  const body = line.slice(9);
  if (sumOf(body) !== line.slice(0, 8)) return null;
  const space = body.indexOf(' ');
  return { instanceId: body.slice(0, space), text: body.slice(space + 1) };
}

const remove = (path: string): Promise<void> => unlink(path).catch(ignoreAbsent);

interface OpenFile {
  readonly path: string;
  readonly handle: FileHandle;
  /** Bytes of complete lines in it. */
  size: number;
}

/** Another process that started on the same folder may have taken the file over, and read it before the last line. */
async function isStillThere({ path, handle }: OpenFile): Promise<boolean> {
  try {
    return (await stat(path)).ino === (await handle.stat()).ino;
  } catch (cause) {
    ignoreAbsent(cause);
    return false;
  }
}

/** Opens the files of a process one after the other. */
function makeOpenNext({ folder, instanceId }: Omit<Parts, 'mostBytes'>): () => Promise<OpenFile> {
  let files = 0;
  return async (): Promise<OpenFile> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `${instanceId}-${(files += 1)}${ending}`);
    const handle = await open(
      path,
      constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_APPEND,
      0o600,
    );
    try {
      await syncFolder(folder);
    } catch (cause) {
      // A file that stays open ends the process when it is collected.
      await handle.close();
      throw cause;
    }
    return { path, handle, size: 0 };
  };
}

export function makeSpool({ mostBytes, ...parts }: Parts): SettleSpool {
  const { instanceId } = parts;
  const openNext = makeOpenNext(parts);
  let file: OpenFile | null = null;
  /** Files that hold calls of this process. */
  let paths: string[] = [];
  let bytes = 0;

  const closeFile = async (): Promise<void> => {
    const closed = file;
    file = null;
    await closed?.handle.close().catch(() => undefined);
    if (closed?.size === 0) await remove(closed.path).catch(() => undefined);
  };

  /** @returns whether the line is where the next process looks for it */
  const append = async (line: Buffer): Promise<boolean> => {
    file ??= await openNext();
    try {
      await file.handle.appendFile(line);
      await file.handle.datasync();
      if (!(await isStillThere(file))) return false;
    } catch (cause) {
      // The rest of the line is at the end of this file, where it is not read. The next line begins another file.
      await closeFile();
      throw cause;
    }
    if (file.size === 0) paths.push(file.path);
    file.size += line.length;
    return true;
  };

  const write = async (text: string): Promise<void> => {
    const line = lineOf({ instanceId, text });
    if (bytes + line.length > mostBytes) throw new Error(`The spool holds its ${mostBytes} bytes.`);
    while (!(await append(line))) await closeFile();
    bytes += line.length;
  };
  /** @param text what is written to the next file before the others are gone; null: nothing */
  const empty = async (text: string | null, keepsFiles: boolean): Promise<void> => {
    const old = { paths, bytes };
    [paths, bytes] = [[], 0];
    await closeFile();
    try {
      if (text !== null) await write(text);
    } catch (cause) {
      paths = [...old.paths, ...paths];
      bytes += old.bytes;
      throw cause;
    }
    const put = (path: string) => (keepsFiles ? rename(path, path + refused).catch(ignoreAbsent) : remove(path));
    for (const path of old.paths) await put(path);
  };

  return {
    write,
    clear: (keepsFiles) => empty(null, keepsFiles),
    shrink: empty,
  };
}

interface SpoolingParts {
  readonly spool: SettleSpool | null;
  /** Called if the spool cannot be written, and with null once it can again. */
  readonly onSpool: (trouble: string | null) => void;
  /** The calls in it that the database lacks. */
  readonly needed: () => readonly Settlement[];
}

/** Calls of a locked account may stay for long. What is written for them again must be worth it: half of the spool, and this many calls. */
const leastGain = 1_000;
/** The part of the calls in the spool that is enough if it is full. */
const gainOfFull = 0.25;

/** Writes to the spool and clears it, one after the other. What is written while it is being cleared goes into the next file. */
export type Spooling = ReturnType<typeof makeSpooling>;

export function makeSpooling({ spool, onSpool, needed }: SpoolingParts) {
  let work: Promise<unknown> = Promise.resolve();
  /** Calls in the files. */
  let written = 0;
  let isUsed = false;
  let keepsFile = false;
  const next = <Result>(action: () => Promise<Result>): Promise<Result> => {
    const result = work.then(action, action);
    work = result.catch(() => undefined);
    return result;
  };
  /** A file that stays is posted again, which changes nothing. */
  const tidy = async (from: SettleSpool, isFull: boolean): Promise<void> => {
    const left = needed();
    const gain = isFull ? Math.max(1, written * gainOfFull) : Math.max(leastGain, left.length);
    if (left.length > 0 && written - left.length < gain) return;
    if (left.length === 0) await from.clear(keepsFile);
    else await from.shrink(writeCalls(left).text, keepsFile);
    written = left.length;
    isUsed = written > 0;
    keepsFile = false;
    onSpool(null);
  };
  const clear = (): Promise<void> =>
    next(async () => (isUsed && spool !== null ? tidy(spool, false) : undefined)).catch(() => undefined);
  const writeOrShrink = async (to: SettleSpool, text: string): Promise<void> => {
    try {
      await to.write(text);
    } catch (cause) {
      const before = written;
      await tidy(to, true);
      // It is as full as before.
      if (written === before) throw cause;
      await to.write(text);
    }
  };
  return {
    /** Removes what the database has. */
    clear,
    /** A call in the file was refused: the file is not removed. */
    keepFile: (): void => {
      keepsFile = true;
    },
    /**
     * @param done called as soon as they are durable in the spool
     * @returns whether they are
     */
    write: async (calls: readonly Settlement[], done: () => void): Promise<boolean> => {
      if (spool === null) return false;
      try {
        await next(async () => {
          isUsed = true;
          await writeOrShrink(spool, writeCalls(calls).text);
          written += calls.length;
          done();
        });
        onSpool(null);
      } catch (cause) {
        onSpool(causeMessage(cause));
        return false;
      }
      if (needed().length === 0) await clear();
      return true;
    },
  };
}

/** The calls that an earlier process left in one file. */
export interface LeftFile {
  readonly calls: readonly SpooledCalls[];
  /** Lines that cannot be read, apart from a last one that was never acknowledged. */
  readonly damagedLines: number;
  /** Called once the database has the calls. A file with damaged lines, or with calls that it `refuses`, is kept under another name. */
  readonly done: (refuses?: boolean) => Promise<void>;
}

/**
 * Takes over the files in the folder. Each is renamed before it is read, so that a process that still writes to it notices.
 *
 * @param instanceId the instance that takes them over
 */
export async function* takeOverSpool({
  folder,
  instanceId,
}: Omit<Parts, 'mostBytes'>): AsyncGenerator<LeftFile, void, void> {
  const names = (await readdir(folder).catch(ignoreAbsent)) ?? [];
  let taken = 0;
  for (const name of names.filter((each) => each.endsWith(ending)).toSorted()) {
    const path = join(folder, `taken-${instanceId}-${(taken += 1)}${ending}`);
    await rename(join(folder, name), path).catch(ignoreAbsent);
    const text = await readFile(path, 'utf8').catch(ignoreAbsent);
    // Another process took it first.
    if (text === undefined) continue;
    const lines = text.split('\n');
    const last = lines.pop();
    const read = lines.map(readLine);
    const calls = read.filter((line) => line !== null);
    const damagedLines = read.length - calls.length;
    const isWhole = damagedLines === 0 || (damagedLines === 1 && read.at(-1) === null && last === '');
    yield {
      calls,
      damagedLines: isWhole ? 0 : damagedLines,
      done: (refuses = false) =>
        isWhole && !refuses ? remove(path) : rename(path, path + (refuses ? refused : damaged)).catch(ignoreAbsent),
    };
  }
}
