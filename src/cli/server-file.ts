import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject, type Json } from '../shared/json.ts';

/** What a running gateway leaves in its data folder, so that other commands find it. */
export interface RunningServer {
  /** Origin, for example `http://127.0.0.1:8585`. */
  readonly url: string;
  readonly pid: number;
}

const fileIn = (dataFolder: string): string => join(dataFolder, 'server.json');

/** Leaves word of a running gateway. */
export const writeServerFile = (dataFolder: string, server: RunningServer): Promise<void> =>
  writeFile(fileIn(dataFolder), `${JSON.stringify(server)}\n`, { mode: 0o600 });

/** Takes the word back, unless another gateway has left its own meanwhile. */
export async function removeServerFile(dataFolder: string, pid: number): Promise<void> {
  const server = await readServerFile(dataFolder);
  if (server?.pid === pid) await rm(fileIn(dataFolder), { force: true });
}

/** The gateway that says it runs on this data folder; null when none does. It may have died since. */
export async function readServerFile(dataFolder: string): Promise<RunningServer | null> {
  try {
    const value = JSON.parse(await readFile(fileIn(dataFolder), 'utf8')) as Json;
    if (!isObject(value)) return null;
    const { url, pid } = value;
    return typeof url === 'string' && typeof pid === 'number' ? { url, pid } : null;
  } catch {
    return null;
  }
}
