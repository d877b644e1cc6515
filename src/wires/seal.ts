import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** What a sealed text belongs to: it can be opened for the same three alone. */
export interface SealBinding {
  readonly workspace: string;
  readonly vendor: string;
  readonly family: string;
}

/**
 * Seals what a vendor wants back unchanged, and what the caller is to keep but not to read or change: signatures and encrypted
 * thoughts. The text inside is the vendor's own block, byte for byte.
 */
export interface Seals {
  readonly seal: (text: string, binding: SealBinding) => string;
  /** Names of the keys that do not tell them, the one that seals first. */
  readonly keys: readonly string[];
  /** @returns null for one that is not the gateway's, was changed, or belongs to something else */
  readonly open: (seal: string, binding: SealBinding) => string | null;
}

const prefix = 'dg1.';

/** True for what looks like a seal of a gateway of this kind, whether or not it can be opened. */
export const isSeal = (text: string): boolean => text.startsWith(prefix);

const ivBytes = 12;
const tagBytes = 16;

/** A name for a key that does not tell the key. */
const numberOf = (key: Buffer): string =>
  createHash('sha256').update('diglot seal key').update(key).digest('hex').slice(0, 8);

const keyFor = (key: Buffer, workspace: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `diglot seal ${workspace}`, 32));

/** Each member with its length, so that no two bindings are the same bytes. */
const bytesOf = ({ workspace, vendor, family }: SealBinding): Buffer =>
  Buffer.from(JSON.stringify([workspace, vendor, family]));

/**
 * AES-256-GCM under a key of the workspace, derived by HKDF.
 *
 * @param keys at least one of at least 32 bytes; the first one seals, all of them open
 */
export function makeSeals(keys: readonly Buffer[]): Seals {
  const [current] = keys;
  if (!current || keys.some(({ length }) => length < 32))
    throw new TypeError('A key to seal with has 32 bytes or more.');
  const byNumber = new Map(keys.map((key) => [numberOf(key), key]));
  const number = numberOf(current);
  return {
    keys: [...byNumber.keys()],
    seal: (text, binding) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', keyFor(current, binding.workspace), iv);
      cipher.setAAD(bytesOf(binding));
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${prefix}${number}.${sealed.toString('base64url')}`;
    },
    open: (seal, binding) => {
      const [, found = '', body = ''] = seal.split('.');
      const key = isSeal(seal) ? byNumber.get(found) : undefined;
      const bytes = Buffer.from(body, 'base64url');
      if (!key || bytes.length < ivBytes + tagBytes) return null;
      return opened(bytes, keyFor(key, binding.workspace), bytesOf(binding));
    },
  };
}

function opened(bytes: Buffer, key: Buffer, binding: Buffer): string | null {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes));
  decipher.setAAD(binding);
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  try {
    const text = decipher.update(bytes.subarray(ivBytes, -tagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
