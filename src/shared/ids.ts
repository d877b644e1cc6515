import { randomBytes } from 'node:crypto';

/** The digits of base62, in order of value. */
export const base62Alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Bytes from 248 up are thrown away, so that every base62 character is equally likely. */
const fairLimit = 248;

/** Random base62 characters (5.95 bits each) from the system's cryptographic source. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes((length - text.length) * 2)) {
      if (byte < fairLimit && text.length < length) text += base62Alphabet[byte % 62];
    }
  }
  return text;
}

/** A new opaque id, for example `req_` + 24 characters (142 random bits). */
export const newId = (prefix: string): string => `${prefix}_${randomBase62(24)}`;
