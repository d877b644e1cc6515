import { randomUUID } from 'node:crypto';
import { chmod, copyFile, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Secret } from '../shared/secret.ts';
import { ConfigError } from './problems.ts';

/** A secret that this machine keeps for itself. */
export interface KeptSecret {
  readonly secret: Secret;
  /** True when it was made just now. */
  readonly created: boolean;
}

/** The secret in a file; null where there is no such file or it is empty. */
export async function readSecretFile(file: string): Promise<Secret | null> {
  try {
    const text = (await readFile(file, 'utf8')).trim();
    return text === '' ? null : new Secret(text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * The secret in a file, made once: mode 600 in a folder of mode 700, so that only the user who runs the gateway can read it.
 * Of two processes that start at once, one makes it and the other reads it.
 */
export async function keepSecretFile(file: string, create: () => Secret): Promise<KeptSecret> {
  const kept = await readSecretFile(file);
  if (kept) return { secret: kept, created: false };
  const secret = create();
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${secret.reveal()}\n`, { mode: 0o600, flag: 'wx' });
  try {
    // A link appears with its content or not at all: nobody can read half a secret.
    await link(draft, file);
    return { secret, created: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const other = await readSecretFile(file);
    if (other) return { secret: other, created: false };
    await copyFile(draft, file);
    await chmod(file, 0o600);
    return { secret, created: true };
  } finally {
    await rm(draft, { force: true });
  }
}

const shortest = 16;

/**
 * Refuses an administrator key that could be guessed.
 *
 * @param place the variable or file that it came from
 * @throws {ConfigError}
 */
export function refuseShortAdminKey(key: Secret, place: string): void {
  if (key.reveal().length >= shortest) return;
  const message = `must be at least ${shortest} characters: it opens everything`;
  throw new ConfigError([{ place, path: '', message, suggestion: null }]);
}
