import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base62Alphabet, randomBase62 } from '../shared/ids.ts';
import { Secret } from '../shared/secret.ts';
import type { KeyRecord } from './key-store.ts';

/** What every key issued here starts with; secret scanners look for it. */
export const keyPrefix = 'sk-dg-';

const randomLength = 32;
const checksumLength = 6;
const issuedKey = new RegExp(`^${keyPrefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`);

/**
 * A new secret: `sk-dg-`, 32 base62 characters (190 random bits), and 6 base62 characters of CRC-32 over what stands before.
 *
 * @param random gives that many base62 characters
 */
export function createKey(random: (length: number) => string = randomBase62): Secret {
  const body = keyPrefix + random(randomLength);
  return new Secret(body + checksumOf(body));
}

/** True for text that claims to be one of our keys. Imported keys never do, unless they are whole. */
export const claimsIssued = (text: string): boolean => text.startsWith(keyPrefix);

/** True for text with the shape and the checksum of an issued key: a mistyped or invented one is known before any look-up. */
export const isWhole = (text: string): boolean =>
  issuedKey.test(text) && text.endsWith(checksumOf(text.slice(0, -checksumLength)));

/** 62⁶ is 13 times 2³², so six digits always hold the checksum. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < checksumLength) {
    digits = base62Alphabet.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/**
 * SHA-256 of a whole secret, 64 lower-case hex digits: the only form in which a key is kept or looked up.
 * Unsalted, because 190 random bits cannot be guessed and the digest must be an index.
 */
export const hashKey = (secret: string): string => hash('sha256', secret, 'hex');

/** What people recognise a key by, and nobody can use: `sk-dg-…k2Q9`. */
export const describeKey = ({ prefix, lastFour }: Pick<KeyRecord, 'prefix' | 'lastFour'>): string =>
  `${prefix}…${lastFour}`;
