import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '../config/config.ts';
import type { ExaminedStore } from '../examine-store.ts';
import type { Examined } from './examined.ts';
import { exitCodes } from './exit-codes.ts';
import { findDatabaseFile } from './find-database-file.ts';

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

/** The nearest thing above (or at) a path that exists. */
async function findNearest(path: string): Promise<{ readonly nearest: string; readonly isFolder: boolean }> {
  const stats = await stat(path).catch(() => null);
  if (stats !== null || dirname(path) === path) return { nearest: path, isFolder: stats?.isDirectory() ?? false };
  return findNearest(dirname(path));
}

async function examineFolder(subject: string, path: string): Promise<Examined> {
  const { nearest, isFolder } = await findNearest(path);
  const bad = (detail: string): Examined => ({ subject, state: 'bad', detail, exitCode: exitCodes.failed });
  if (!isFolder) return bad(`${nearest} is a file, not a folder`);
  try {
    await access(nearest, constants.W_OK | constants.X_OK);
    return { subject, state: 'ok', detail: nearest === path ? path : `${path}, made at the first start` };
  } catch (error) {
    return bad(`${nearest} cannot be written (${codeOf(error)})`);
  }
}

const found: Readonly<
  Record<ExaminedStore['state'], (path: string, bytes: number) => Pick<Examined, 'state' | 'detail'>>
> = {
  absent: (path) => ({ state: 'ok', detail: `${path}, made at the first start` }),
  'in-use': (path) => ({ state: 'skipped', detail: `${path} is in use; looked at when no process has it open` }),
  good: (path, bytes) => ({ state: 'ok', detail: `${path}, ${Math.ceil(bytes / 1_024)} KiB` }),
};

/** The database, by the checks of a start. Their code is loaded only here. */
async function examineDatabase(path: string): Promise<Examined> {
  const subject = 'database';
  const { examineStore } = await import('../examine-store.ts');
  try {
    const { state, bytes } = examineStore(path);
    return { subject, ...found[state](path, bytes) };
  } catch (error) {
    if (!(error instanceof Error && error.name === 'StoreError')) throw error;
    return { subject, state: 'bad', detail: error.message, exitCode: exitCodes.failed };
  }
}

/** An address without the password in it. */
const withoutPassword = (address: string): string => address.replace(/^(\w+:\/\/[^:/@]*):[^@]*@/, '$1:…@');

/** Looks at the data folder, the database and the drive; changes nothing, and leaves alone what a running gateway holds. */
export async function examineStorage(config: Config, dataFolder: string): Promise<readonly Examined[]> {
  const { database, drive } = config.storage;
  const file = findDatabaseFile(config);
  const elsewhere = (subject: string, address: string): Examined => ({
    subject,
    state: 'skipped',
    detail: `${withoutPassword(address)}; asked at the start`,
  });
  return [
    await examineFolder('data folder', dataFolder),
    file === null ? elsewhere('database', database) : await examineDatabase(file),
    drive.startsWith('file:') ? await examineFolder('drive', drive.slice('file:'.length)) : elsewhere('drive', drive),
  ];
}
