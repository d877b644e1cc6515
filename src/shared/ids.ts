import { createHash, randomFillSync } from 'node:crypto';
import type { Clock } from './time/clock.ts';

/** The digits of base62, in order of value. */
export const base62Alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const digits = Buffer.from(base62Alphabet, 'latin1');
const digit = (value: number): number => digits[value] ?? 0;

/** Bytes of 248 and above are skipped, so that all base62 characters are equally likely. */
const fairLimit = 248;

/** Random bytes fetched in advance, because a system call for each id costs more than everything else. No byte is used twice. */
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

/** Fills the rest of a buffer with random digits. */
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

/** Buffer for the part after the prefix. */
const made = Buffer.alloc(timeDigits + randomDigits);

/**
 * Returns a new id of eight characters of time and 16 random ones (95 bits). Later ids sort later, so that an index of them grows
 * at its end, which halves the cost of settling a call.
 *
 * @param now epoch milliseconds
 */
export function newTimedId(prefix: string, now: number): string {
  for (let rest = now, place = timeDigits - 1; place >= 0; place -= 1, rest = Math.floor(rest / 62))
    made[place] = digit(rest % 62);
  fillRandom(made, timeDigits);
  return `${prefix}_${made.toString('latin1')}`;
}

/** Returns a new opaque id, for example `req_` and 24 characters (142 random bits). */
export const newId = (prefix: string): string => `${prefix}_${randomBase62(24)}`;

/** 22 base62 characters of the SHA-256 of a text (131 bits): always the same for the same text. */
export function digestOf(text: string): string {
  let rest = BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);
  let digest = '';
  for (; digest.length < 22; rest /= 62n) digest += base62Alphabet[Number(rest % 62n)];
  return digest;
}

/** Characters of the longest id of others that is stored: an index of PostgreSQL takes no more than 2,704 bytes of a row. */
export const longestForeignId = 512;

/** Whether an id names one object in a path: not the list of all, nor what is above it. */
export const namesOne = (id: string): boolean => id.isWellFormed() && !id.includes('\0') && !/^\.{0,2}$/.test(id);

/** Whether an id that a caller or a provider gave can be stored as it is. */
export const isStorableId = (id: string): boolean => id.length <= longestForeignId && namesOne(id);

/** The id under which an item is stored: its own, or, if that cannot be stored, always the same other one. */
export const storedItemId = (own: string): string =>
  // JSON, because UTF-8 lacks halves of surrogate pairs.
  isStorableId(own) ? own : `item_${digestOf(JSON.stringify(own))}`;

/** Whether a request chooses a voice by an id, which only its owner may use: all other voices are a provider's, by name. */
export const isVoiceId = (voice: unknown): boolean =>
  typeof voice === 'string' ? voice.startsWith('voice_') : typeof voice === 'object' && voice !== null;

/** Kinds of ledger entries that the gateway makes by itself: losses of unfinished calls, and first credits. */
const owners = ['loss', 'bootstrap'] as const;

/** The external id of a ledger entry that the gateway makes by itself, once for each object. */
export const ownExternalId = (owner: (typeof owners)[number], id: string): string => `${owner}:${id}`;

/** Whether this external id is reserved for the gateway. */
export const isOwnExternalId = (id: string): boolean => owners.some((owner) => id.startsWith(`${owner}:`));

/** The operator's own account in the ledger, for the largest possible usage that no customer is charged for. No workspace can have this id. */
export const lossAccount = 'loss:gateway';

/**
 * An id for a call: `call_`, eight characters of time, sixteen random ones.
 *
 * @param now epoch milliseconds
 */
export const makeCallIds =
  ({ now }: Pick<Clock, 'now'>) =>
  (): string =>
    newTimedId('call', now());

/** An id for a request whose client sends none: `req_`, built as those of calls. */
export const makeRequestIds =
  ({ now }: Pick<Clock, 'now'>) =>
  (): string =>
    newTimedId('req', now());

/** The header of `/livez` with the id of the run, by which the commands know the gateway of a data folder. */
export const runHeader = 'diglot-run';

/** Where a request stands in its trace: W3C Trace Context, https://www.w3.org/TR/trace-context/ */
export interface TraceContext {
  /** 32 hexadecimal digits in lower case. */
  readonly traceId: string;
  /** 16 of them. */
  readonly spanId: string;
  readonly isSampled: boolean;
}

/** Version, trace id, span id, flags. Versions after 00 may append more fields. The version is never ff, and no id all zeros. */
const traceparentForm =
  /^(?!ff|00-.{53})[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-.*)?$/;

/** Reads a header `traceparent`; null if it is absent, repeated or invalid. */
export function readTraceparent(value: string | readonly string[] | null | undefined): TraceContext | null {
  const [, traceId, spanId, flags] = (typeof value === 'string' && traceparentForm.exec(value)) || [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** A header `traceparent` in 55 characters, without what later versions may append to it; undefined where it cannot be read. */
export function shortTraceparent(value: string | readonly string[] | undefined): string | undefined {
  const context = readTraceparent(value);
  return context === null ? undefined : writeTraceparent(context);
}

export const writeTraceparent = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
