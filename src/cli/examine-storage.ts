import { constants } from 'node:fs';
import { access, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Examined } from './examined.ts';
import { exitCodes } from './exit-codes.ts';

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

/** The nearest folder above (or at) a path that exists. */
async function nearestFolder(path: string): Promise<string> {
  const exists = await stat(path).then(
    () => true,
    () => false,
  );
  return exists || dirname(path) === path ? path : nearestFolder(dirname(path));
}

async function examineFolder(subject: string, path: string): Promise<Examined> {
  const folder = await nearestFolder(path);
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return { subject, state: 'ok', detail: folder === path ? path : `${path}, made at the first start` };
  } catch (error) {
    return {
      subject,
      state: 'bad',
      detail: `${folder} cannot be written (${codeOf(error)})`,
      exitCode: exitCodes.failed,
    };
  }
}

/** The first bytes of every SQLite 3 database (sqlite.org/fileformat.html, section 1.3). */
const sqliteMagic = 'SQLite format 3\0';

async function examineSqlite(path: string): Promise<Examined> {
  const subject = 'database';
  try {
    await using file = await open(path, 'r');
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sqliteMagic.length), 0, sqliteMagic.length, 0);
    const { size } = await file.stat();
    if (bytesRead === 0 || buffer.toString('latin1') === sqliteMagic) {
      return { subject, state: 'ok', detail: `${path}, ${Math.ceil(size / 1_024)} KiB` };
    }
    return { subject, state: 'bad', detail: `${path} is no SQLite database`, exitCode: exitCodes.failed };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { subject, state: 'ok', detail: `${path}, made at the first start` };
    return { subject, state: 'bad', detail: `${path} cannot be read (${codeOf(error)})`, exitCode: exitCodes.failed };
  }
}

/** An address without the password in it. */
const withoutPassword = (address: string): string => address.replace(/^(\w+:\/\/[^:/@]*):[^@]*@/, '$1:…@');

/** Looks at the data folder, the database and the drive without opening what a running gateway holds. */
export async function examineStorage({ storage }: Config, dataFolder: string): Promise<readonly Examined[]> {
  const { database, drive } = storage;
  const elsewhere = (subject: string, address: string): Examined => ({
    subject,
    state: 'skipped',
    detail: `${withoutPassword(address)}; asked at the start`,
  });
  return [
    await examineFolder('data folder', dataFolder),
    database.startsWith('sqlite:')
      ? await examineSqlite(database.slice('sqlite:'.length))
      : elsewhere('database', database),
    drive.startsWith('file:') ? await examineFolder('drive', drive.slice('file:'.length)) : elsewhere('drive', drive),
  ];
}
