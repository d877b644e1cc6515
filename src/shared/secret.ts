import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { inspect } from 'node:util';

/** A value that must not be printed. It appears as `[secret]` in JSON, templates, logs and `console.log`. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** Returns the value. Call it only to send the value to its owner (an upstream) or to hash it. */
  reveal(): string {
    return this.#value;
  }

  /** The last four characters, for people to compare; empty for values shorter than twelve characters. */
  lastFour(): string {
    return this.#value.length < 12 ? '' : this.#value.slice(-4);
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [inspect.custom](): string {
    return '[secret]';
  }
}

/** Secrets that no answer may contain. The same list stays the same object, so that what is worked out from it is kept. */
export type Secrets = readonly Secret[];

export const noSecrets: Secrets = [];

/** What a sealed text belongs to: it opens for the same purpose and the same names only. */
export interface SealContext {
  /** Derives the key: texts of different purposes have different keys. */
  readonly purpose: string;
  /** Authenticated with the text, in this order. */
  readonly names: readonly string[];
}

/** Seals texts with `server.seal_keys`. */
export interface Sealer {
  /** Names of the keys that do not reveal them, the one that seals first. */
  readonly keys: readonly string[];
  readonly seal: (text: string, context: SealContext) => string;
  /** @returns null for one that is not the gateway's, was changed, belongs to something else, or has a key that is not configured */
  readonly open: (sealed: string, context: SealContext) => string | null;
  /** Whether a text was sealed with the key that seals now. */
  readonly isCurrent: (sealed: string) => boolean;
}

const sealPrefix = 'dg1.';

/** True for what looks like a seal of a gateway of this kind, whether or not it can be opened. */
export const isSeal = (text: string): boolean => text.startsWith(sealPrefix);

const ivBytes = 12;
const tagBytes = 16;

/** A name for a key that does not reveal it. */
const numberOf = (key: Buffer): string =>
  createHash('sha256').update('diglot seal key').update(key).digest('hex').slice(0, 8);

const keyFor = (key: Buffer, { purpose }: SealContext): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), purpose, 32));

/** Each name with its length, so that no two contexts are the same bytes. */
const bytesOf = ({ names }: SealContext): Buffer => Buffer.from(JSON.stringify(names));

/**
 * AES-256-GCM under a key of the purpose, derived by HKDF.
 *
 * @param keys at least one of at least 32 bytes; the first one seals, all of them open
 */
export function makeSealer(keys: readonly Buffer[]): Sealer {
  const [current] = keys;
  if (!current || keys.some(({ length }) => length < 32))
    throw new TypeError('A key to seal with has 32 bytes or more.');
  const byNumber = new Map(keys.map((key) => [numberOf(key), key]));
  const head = `${sealPrefix}${numberOf(current)}.`;
  return {
    keys: [...byNumber.keys()],
    seal: (text, context) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', keyFor(current, context), iv);
      cipher.setAAD(bytesOf(context));
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${head}${sealed.toString('base64url')}`;
    },
    open: (sealed, context) => {
      const [, number = '', body = ''] = sealed.split('.');
      const key = isSeal(sealed) ? byNumber.get(number) : undefined;
      const bytes = Buffer.from(body, 'base64url');
      if (!key || bytes.length < ivBytes + tagBytes) return null;
      return opened(bytes, keyFor(key, context), bytesOf(context));
    },
    isCurrent: (sealed) => sealed.startsWith(head),
  };
}

function opened(bytes: Buffer, key: Buffer, names: Buffer): string | null {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes));
  decipher.setAAD(names);
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  try {
    const text = decipher.update(bytes.subarray(ivBytes, -tagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** Compares in a time that does not depend on the content. */
export const sameBytes = (first: Buffer, second: Buffer): boolean =>
  first.length === second.length && timingSafeEqual(first, second);

/** Secrets of one column of the database. A sealed value that is copied to another row, or another column, does not open there. */
export interface SealedColumn {
  readonly seal: (secret: string, rowId: string) => string;
  /** Opens a stored value; one from before sealing is its own secret. @returns null if no configured key opens it */
  readonly open: (stored: string, rowId: string) => string | null;
  /** Whether it is stored as `seal` would store it now. */
  readonly isCurrent: (stored: string) => boolean;
}

/** Seals a column. @param column table and column, for example `person.totp_secret` */
export function sealColumn({ seal, open, isCurrent }: Sealer, column: string): SealedColumn {
  const contextOf = (rowId: string): SealContext => ({ purpose: `diglot column ${column}`, names: [column, rowId] });
  return {
    seal: (secret, rowId) => seal(secret, contextOf(rowId)),
    open: (stored, rowId) => (isSeal(stored) ? open(stored, contextOf(rowId)) : stored),
    isCurrent,
  };
}
