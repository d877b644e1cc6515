import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBase62 } from '../shared/ids.ts';
import { Secret } from '../shared/secret.ts';
import { keyPrefix } from './key-format.ts';

/** The key of the control API, and where it comes from. */
export interface AdminKey {
  readonly secret: Secret;
  /** True at the start that made it: print it once, now. */
  readonly created: boolean;
  /** Where it is kept; null when the configuration says it. */
  readonly path: string | null;
}

/** 190 random bits; the prefix tells people and scanners what it is. */
const newAdminKey = (): string => `dg-admin-${randomBase62(32)}`;

/** Shorter ones could be guessed. */
const shortest = 16;

const pathIn = (dataFolder: string): string => join(dataFolder, 'admin-key');

/**
 * The administrator key: the configured one, else the one in `<data>/admin-key`, which is made (mode 600) when absent.
 *
 * @param configured `DIGLOT_ADMIN_KEY`; undefined when it is not set
 * @throws {Error} one line for people when the key is too short or is an API key for models
 */
export async function openAdminKey(configured: Secret | undefined, dataFolder: string): Promise<AdminKey> {
  if (configured) return { secret: checked(configured, 'DIGLOT_ADMIN_KEY'), created: false, path: null };
  const path = pathIn(dataFolder);
  const secret = newAdminKey();
  try {
    // `wx`: of two that start at once only one makes it, and an existing one is never overwritten.
    await writeFile(path, `${secret}\n`, { mode: 0o600, flag: 'wx' });
    return { secret: new Secret(secret), created: true, path };
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
    return { secret: checked(new Secret((await readFile(path, 'utf8')).trim()), path), created: false, path };
  }
}

/** The administrator key as a command on the same machine finds it; null when none was made yet. */
export async function findAdminKey(configured: Secret | undefined, dataFolder: string): Promise<Secret | null> {
  if (configured) return configured;
  try {
    return new Secret((await readFile(pathIn(dataFolder), 'utf8')).trim());
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function checked(secret: Secret, where: string): Secret {
  const text = secret.reveal();
  if (text.length < shortest) {
    throw new Error(`The administrator key in ${where} has ${text.length} characters; it needs at least ${shortest}.`);
  }
  if (text.startsWith(keyPrefix)) {
    throw new Error(
      `The administrator key in ${where} is an API key for models. Choose another: one key never does both.`,
    );
  }
  return secret;
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
