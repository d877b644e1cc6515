import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base62Alphabet, randomBase62 } from '../shared/ids.ts';
import { Secret } from '../shared/secret.ts';
import type { KeyRecord } from './key-store.ts';

/** The prefix of every issued key; secret scanners look for it. */
export const keyPrefix = 'sk-dg-';

const randomLength = 32;
const checksumLength = 6;
const issuedKey = new RegExp(`^${keyPrefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`);

/**
 * A new secret: `sk-dg-`, 32 base62 characters (190 random bits), and the CRC-32 of all that in 6 base62 characters.
 *
 * @param random gives that many base62 characters
 */
export function createKey(random: (length: number) => string = randomBase62): Secret {
  const body = keyPrefix + random(randomLength);
  return new Secret(body + checksumOf(body));
}

/** True for text with the prefix of issued keys. Imported keys have it only with a valid checksum. */
export const claimsIssued = (text: string): boolean => text.startsWith(keyPrefix);

/** True for text with the form and the checksum of an issued key, so that a mistyped key is detected before any look-up. */
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
 * SHA-256 of a secret in 64 lower-case hex digits: the only form in which a key is stored or looked up. Unsalted, because
 * 190 random bits cannot be guessed and the digest serves as an index.
 */
export const hashKey = (secret: string): string => hash('sha256', secret, 'hex');

/** How a key is shown to people: `sk-dg-…k2Q9`. */
export const describeKey = ({ prefix, lastFour }: Pick<KeyRecord, 'prefix' | 'lastFour'>): string =>
  `${prefix}…${lastFour}`;
