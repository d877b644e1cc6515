import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, copyFile, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomBase62 } from '../shared/ids.ts';
import { codeOf } from '../shared/make-folder.ts';
import { Secret } from '../shared/secret.ts';
import { ConfigError, problemAt } from './problems.ts';

/** A secret stored in the data folder. */
export interface StoredSecret {
  readonly secret: Secret;
  /** True if it was created now. */
  readonly created: boolean;
}

/** Reads the secret in a file; null if the file is missing or empty. */
export async function readSecretFile(file: string): Promise<Secret | null> {
  try {
    const text = (await readFile(file, 'utf8')).trim();
    return text === '' ? null : new Secret(text);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Reads the secret in a file, or creates it with mode 600 in a folder of mode 700, so that only the user who runs the gateway can
 * read it. If two processes start at once, one creates it and the other reads it.
 */
export async function ensureSecretFile(file: string, create: () => Secret): Promise<StoredSecret> {
  const present = await readSecretFile(file);
  if (present) return { secret: present, created: false };
  const secret = create();
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  // Durable before it has its name, so that no power failure leaves an empty file under it.
  await writeFile(draft, `${secret.reveal()}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    // A link is atomic, so no process can read half a secret.
    await link(draft, file);
    return { secret, created: true };
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    const other = await readSecretFile(file);
    if (other) return { secret: other, created: false };
    await copyFile(draft, file);
    await chmod(file, 0o600);
    return { secret, created: true };
  } finally {
    await rm(draft, { force: true });
  }
}

/** Characters of the shortest key that seals. */
const shortestSealKey = 32;

/** Keys to seal with. */
interface SealKeys {
  /** The first one seals, all of them open. */
  readonly keys: readonly Buffer[];
  /** False: the key is gone with the process, so nothing may be stored that is sealed with it. */
  readonly areKept: boolean;
}

/** Where keys to seal with come from. */
interface SealKeyPlace {
  readonly dataFolder: string;
  /** True: no file is created. A key that is not there yet lasts as long as the process. */
  readonly temporary: boolean;
}

/**
 * The secrets that `server.seal_keys` names, else one that is created once in the data folder.
 *
 * @throws {ConfigError} if the file is there and its key is not, or is cut off: what it sealed would be lost without a word
 */
export async function readSealKeys(
  configured: readonly Secret[] | null,
  { dataFolder, temporary }: SealKeyPlace,
): Promise<SealKeys> {
  const file = join(dataFolder, 'seal-key');
  const areKept = !temporary || configured !== null || existsSync(file);
  const secrets = configured ?? [areKept ? await keptSealKey(file) : newSealKey()];
  return { keys: secrets.map((secret) => Buffer.from(secret.reveal())), areKept };
}

const newSealKey = (): Secret => new Secret(randomBase62(43));

async function keptSealKey(file: string): Promise<Secret> {
  if (existsSync(file)) {
    const length = (await readSecretFile(file))?.reveal().length ?? 0;
    if (length < shortestSealKey) throw new ConfigError([problemAt(file, damaged(length))]);
  }
  return (await ensureSecretFile(file, newSealKey)).secret;
}

const damaged = (length: number): string =>
  `has ${length} characters, and the key in it had at least ${shortestSealKey}. Restore it from a backup. Only if nothing sealed with it is needed (keys of providers, second factors, webhook secrets), delete it, then start again`;

const shortest = 16;

/** What the header of a request carries unchanged. No key has anything else. */
export const isSendable = (key: Secret): boolean => /^[!-~](?:[ -~]*[!-~])?$/.test(key.reveal());

/**
 * Refuses an administrator key that could be guessed, or that no request can carry.
 *
 * @param place the variable or file that contains it
 * @throws {ConfigError}
 */
export function refuseAdminKey(key: Secret, place: string): void {
  const isShort = key.reveal().length < shortest;
  if (!isShort && isSendable(key)) return;
  const message = isShort
    ? `must have at least ${shortest} characters, because it gives full access`
    : 'must have ASCII characters alone and no line break, because it comes in a header';
  throw new ConfigError([problemAt(place, message)]);
}
