import { randomFillSync } from 'node:crypto';

/** The digits of base62, in order of value. */
export const base62Alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Bytes from 248 up are thrown away, so that every base62 character is equally likely. */
const fairLimit = 248;

/** Random bytes fetched ahead: asking the system for each id costs more than all the rest of it. No byte is used twice. */
const pool = Buffer.alloc(4_096);
let used = pool.length;

function nextByte(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const byte = pool[used] ?? 0;
  used += 1;
  return byte;
}

/** Random base62 characters (5.95 bits each) from the system's cryptographic source. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    const byte = nextByte();
    if (byte < fairLimit) text += base62Alphabet[byte % 62];
  }
  return text;
}

/** A new opaque id, for example `req_` + 24 characters (142 random bits). */
export const newId = (prefix: string): string => `${prefix}_${randomBase62(24)}`;
