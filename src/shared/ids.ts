import { randomFillSync } from 'node:crypto';

/** The digits of base62, in order of value. */
export const base62Alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const digits = Buffer.from(base62Alphabet, 'latin1');
const digit = (value: number): number => digits[value] ?? 0;

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

/** Fills a part of a text with random digits. */
function fillRandom(text: Buffer, from: number): void {
  for (let at = from; at < text.length;) {
    const byte = nextByte();
    if (byte >= fairLimit) continue;
    text[at] = digit(byte % 62);
    at += 1;
  }
}

/** Random base62 characters (5.95 bits each) from the system's cryptographic source. */
export function randomBase62(length: number): string {
  const text = Buffer.allocUnsafe(length);
  fillRandom(text, 0);
  return text.toString('latin1');
}

const timeDigits = 8;
const randomDigits = 16;

/** What follows the prefix of the id that is being made. */
const made = Buffer.alloc(timeDigits + randomDigits);

/**
 * A new id whose first eight characters are the time, the rest random (16 characters: 95 bits). Ids made later sort later,
 * so that an index of them grows at its end instead of everywhere: half the cost of a settle.
 *
 * @param now epoch milliseconds
 */
export function newTimedId(prefix: string, now: number): string {
  for (let rest = now, place = timeDigits - 1; place >= 0; place -= 1, rest = Math.floor(rest / 62))
    made[place] = digit(rest % 62);
  fillRandom(made, timeDigits);
  return `${prefix}_${made.toString('latin1')}`;
}

/** A new opaque id, for example `req_` + 24 characters (142 random bits). */
export const newId = (prefix: string): string => `${prefix}_${randomBase62(24)}`;

/** Whose entries they are that the gateway books by itself: losses of calls it did not finish, and first credits. */
const owners = ['loss', 'bootstrap'] as const;

/** The external id of an entry that the gateway books by itself, once for each object. */
export const ownExternalId = (owner: (typeof owners)[number], id: string): string => `${owner}:${id}`;

/** Whether only the gateway may give an entry this external id. */
export const isOwnExternalId = (id: string): boolean => owners.some((owner) => id.startsWith(`${owner}:`));

/** The operator's own account in the ledger: what was used, at most, and no customer is charged for. No workspace can have this id. */
export const lossAccount = 'loss:gateway';
